import { openRecordedLab } from '../../src/modules/research/lab/lab-web.js';
import type { LabWeb } from '../../src/modules/research/lab/index.js';
import type { RecordedResponse } from '../../src/modules/research/recorded-web/index.js';

/** A recorded web for the lab, in memory. @param pages HTML by URL @param labelOf the label of a page, '' for none */
export function labWeb(pages: ReadonlyMap<string, string>, labelOf: (url: string) => string): LabWeb {
  const response = (url: string, html: string): RecordedResponse => ({
    ...{ url, status: 200, headers: new Map([['content-type', 'text/html']]), contentType: 'text/html' },
    ...{ body: Buffer.from(html), truncated: false, redirectsTo: null, recordedAt: 0, rendered: false },
  });
  const all = new Map(Array.from(pages, ([url, html]) => [url, response(url, html)]));
  const labels = Array.from(pages.keys(), (url) => [url, new Set([labelOf(url)])] as const);
  return openRecordedLab(
    {
      ...{ size: all.size, bytes: 0, has: (url) => all.has(url), lookup: (url) => all.get(url) ?? null },
      ...{ urls: () => all.keys(), responses: () => all.values() },
    },
    new Map(labels.filter(([url]) => labelOf(url) !== '')),
  );
}

export const linksTo = (urls: readonly string[]): string => urls.map((url) => `<a href="${url}">a page</a>`).join(' ');

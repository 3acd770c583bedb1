import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { documentOutcome } from '../../../dist/modules/fetch/fetching/plain.js';

export const about =
  'sitemaps and feeds, such as src/test/resources/sitemaps of crawler-commons: each is to give links or sitemaps';

/** URL of the first entry: files of a suite do not state their own. */
function originOf(body) {
  const text = (body[0] === 0x1f ? gunzipSync(body) : body).toString('utf8').replaceAll(/<!--.*?-->/gs, '');
  const [, first] =
    /(?:<(?:[a-z]+:)?loc>|<link[^>]*href="|<link>|^)\s*(?:<!\[CDATA\[)?(https?:\/\/[^/\s<"&]+)/im.exec(text) ?? [];
  return first ?? 'http://site.example';
}

export async function* run(folder) {
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const body = await readFile(join(folder, name)).catch(() => null);
    if (body === null || !/\.(?:xml|txt|gz|rss|atom)$/.test(name)) continue;
    const url = `${originOf(body)}/${name.split('/').at(-1)}`;
    const trail = { finalUrl: url, redirects: [], fetchedAt: 0, durationMs: 0 };
    const document = { status: 200, headers: new Map(), body, truncated: false };
    const request = { url, as: 'sitemap', settings: { contentTypes: ['html'] } };
    const outcome = await documentOutcome(document, trail, request, new AbortController().signal);
    const found = outcome.kind === 'sitemap' ? outcome.links.length + outcome.sitemaps.length : 0;
    yield { id: name, passed: found > 0, reason: 'message' in outcome ? outcome.message : 'no links' };
  }
}

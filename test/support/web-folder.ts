import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from './database.js';
import type { RandomWeb } from './random-web.js';
import { writeWarc, type WarcEntry } from './warc.js';

export interface RecordedOptions {
  readonly sites: number;
  readonly pagesPerSite: number;
}

/**
 * A folder of recorded webs: `cheeses`, all pages of a generated web with the labels `cheese` and `other`, one of them
 * without a URL; `silent`, the same pages without labels; and `broken`, which is no WARC file. A file beside the folder
 * is named `cheeses` too and must not be found.
 */
export async function recordedFolder(web: RandomWeb, { sites, pagesPerSite }: RecordedOptions): Promise<string> {
  const outside = await mkdtemp(join(testFolder(), 'webs-'));
  const folder = join(outside, 'webs');
  await mkdir(join(folder, 'silent'), { recursive: true });
  const entries: WarcEntry[] = [];
  const labels = ['url\tlabels'];
  for (let site = 0; site < sites; site++)
    for (let page = 0; page < pagesPerSite; page++) {
      const url = `http://site${site}.cheeseweb${site}.com/p${page}`;
      const found = web.page(url);
      if (found.kind === 'redirect') entries.push({ url, status: 301, headers: { Location: found.to } });
      if (found.kind !== 'html') continue;
      entries.push({ url, body: found.html });
      labels.push(`${url}\t${found.relevant ? 'cheese,food' : 'other'}`);
    }
  await writeWarc(join(folder, 'cheeses.warc.gz'), entries);
  labels.push('no.example/address\tother');
  await writeFile(join(folder, 'cheeses.labels.tsv'), labels.join('\n'));
  await writeWarc(join(folder, 'silent', 'part-1.warc'), entries);
  await writeFile(join(folder, 'broken.warc'), 'this is no WARC file\n\n');
  await writeWarc(join(outside, 'cheeses-outside.warc'), entries);
  return folder;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRobots } from '../../../dist/domain/politeness/index.js';
import { decodeRobots } from '../../../dist/modules/fetch/fetching/plain.js';

export const about =
  'robots.txt files, such as src/test/resources/robots of crawler-commons or tests/test_data of protego';

/** Checks that every sitemap and every delay for all robots is read. `npm test` tests the rules (google/robotstxt). */
export async function* run(folder) {
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes === null) continue;
    const text = decodeRobots(bytes);
    const rules = parseRobots(text);
    const sitemaps = [...text.matchAll(/^[ \t\ufeff]*sitemap[ \t]*:[ \t]*(\S+)/gim)].map(([, url]) => url);
    const lost = sitemaps.filter((url) => !rules.sitemaps.some((read) => read.startsWith(url.replace(/#.*/, ''))));
    yield { id: `${name}, sitemaps`, passed: lost.length === 0, reason: `not read: ${lost.slice(0, 3).join(', ')}` };
    const delay =
      /^user-agent[ \t]*:[ \t]*\*[ \t]*\r?\n(?:(?!user-agent).*\r?\n)*?crawl-delay[ \t]*:[ \t]*([\d.,]+)/im.exec(
        text,
      )?.[1];
    if (delay !== undefined)
      yield {
        id: `${name}, delay`,
        passed: rules.crawlDelayMs('no-such-agent') !== null,
        reason: `Crawl-delay ${delay} is not read`,
      };
    yield { id: `${name}, letters`, passed: !text.includes('\0'), reason: 'read in a wrong encoding' };
  }
}

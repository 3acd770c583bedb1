/**
 * Crawlee. usage: node crawlee.mjs http|cheerio memory|disk|dataset ORIGIN PAGES CONCURRENCY
 *
 * `maxRequestsPerCrawl` is not used: the site is finite, and near that limit Crawlee slows down to a few pages a
 * second.
 *
 * `memory`: queue in memory, nothing stored. `disk`: Crawlee's own default, the queue as files. `dataset`: that, and
 * each page's URL, title, text and links pushed to the default dataset.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheerioCrawler } from '@crawlee/cheerio';
import { Configuration, HttpCrawler, log } from '@crawlee/http';
import { measured, readPage } from '../subjects/reading.mjs';

const [kind, storage, origin, , concurrencyText] = process.argv.slice(2);
const concurrency = Number(concurrencyText);
log.setLevel(log.LEVELS.ERROR);
const folder = mkdtempSync(join(tmpdir(), 'bench-crawlee-'));
process.env.CRAWLEE_STORAGE_DIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// Memory is not measured here: without a setting Crawlee slows down at a quarter of the machine's.
const config = new Configuration({ persistStorage: storage !== 'memory', purgeOnStart: true, memoryMbytes: 8_192 });
let done = 0;
const options = { minConcurrency: concurrency, maxConcurrency: concurrency, maxRequestRetries: 0 };

const http = () =>
  new HttpCrawler(
    {
      ...options,
      async requestHandler({ request, body, pushData, addRequests }) {
        const page = readPage(body.toString(), request.loadedUrl ?? request.url);
        if (storage === 'dataset') await pushData(page);
        await addRequests(page.links.map(({ url }) => url));
        done++;
      },
    },
    config,
  );

const cheerio = () =>
  new CheerioCrawler(
    {
      ...options,
      async requestHandler({ request, $, pushData, enqueueLinks }) {
        if (storage === 'dataset') {
          const links = $('a[href]')
            .toArray()
            .map((a) => ({ url: new URL($(a).attr('href'), request.url).href, anchor: $(a).text() }));
          await pushData({ url: request.url, title: $('title').text(), text: $('body').text(), links });
        }
        await enqueueLinks({ strategy: 'same-hostname' });
        done++;
      },
    },
    config,
  );

await measured(async () => {
  await (kind === 'http' ? http() : cheerio()).run([`${origin}/`]);
  return done;
});

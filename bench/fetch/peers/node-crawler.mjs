/**
 * node-crawler (npm `crawler`), pages read with htmlparser2 instead of its slower cheerio, nothing stored.
 *
 * usage: node node-crawler.mjs ORIGIN PAGES CONCURRENCY
 */
import Crawler from 'crawler';
import { measured, readPage } from '../subjects/reading.mjs';

const [origin, pages, concurrency] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

await measured(
  () =>
    new Promise((resolve) => {
      const seen = new Set([`${origin}/`]);
      let done = 0;
      const crawler = new Crawler({
        maxConnections: concurrency,
        jQuery: false,
        retries: 0,
        silence: true,
        callback: (error, response, finished) => {
          if (error) throw error;
          done++;
          for (const { url } of readPage(response.body.toString(), response.options.url).links) {
            if (seen.has(url) || seen.size >= pages) continue;
            seen.add(url);
            crawler.add(url);
          }
          finished();
        },
      });
      crawler.on('drain', () => resolve(done));
      crawler.add(`${origin}/`);
    }),
);

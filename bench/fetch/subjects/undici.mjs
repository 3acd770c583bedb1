/**
 * The bound below all crawlers in Node: undici and htmlparser2, breadth-first, nothing stored. usage: node undici.mjs
 * ORIGIN PAGES CONCURRENCY
 */
import { Pool } from 'undici';
import { measured, readPage } from './reading.mjs';

const [origin, pages, concurrency] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

await measured(
  () =>
    new Promise((resolve, reject) => {
      const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
      const queue = [`${origin}/`];
      const seen = new Set(queue);
      let started = 0;
      let next = 0;
      let done = 0;
      const visit = async (url) => {
        const { body } = await pool.request({ path: url.slice(origin.length), method: 'GET' });
        for (const link of readPage(await body.text(), url).links) {
          if (seen.has(link.url)) continue;
          seen.add(link.url);
          queue.push(link.url);
        }
        done++;
      };
      const fill = () => {
        if (done >= pages || (started === done && next >= queue.length)) resolve(done);
        while (started < pages && started - done < concurrency && next < queue.length) {
          started++;
          visit(queue[next++]).then(fill, reject);
        }
      };
      fill();
    }),
);

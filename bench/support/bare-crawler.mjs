/**
 * The bound for crawl throughput: undici and htmlparser2 alone, breadth-first, links and text, nothing stored.
 *
 * usage: node bench/support/bare-crawler.mjs ORIGIN PAGES; sends `{seconds, cpu, mb}`
 */
import { Parser } from 'htmlparser2';
import { Pool } from 'undici';

const [origin, limit] = [process.argv[2], Number(process.argv[3])];
const pool = new Pool(origin, { connections: 8, pipelining: 1 });
const queue = ['/p0'];
const seen = new Set(queue);
let fetched = 0;
let text = 0;

async function one(path) {
  const { body } = await pool.request({ path, method: 'GET' });
  const html = await body.text();
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name !== 'a' || !attributes.href) return;
      const url = new URL(attributes.href, origin).pathname;
      if (!seen.has(url)) {
        seen.add(url);
        queue.push(url);
      }
    },
    ontext: (data) => (text += data.length),
  });
  parser.end(html);
  fetched++;
}

async function lane() {
  while (fetched < limit) {
    const path = queue.shift();
    if (path === undefined) {
      if (idle.count === 7) return;
      idle.count++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      idle.count--;
      continue;
    }
    await one(path);
  }
}
const idle = { count: 0 };
const began = performance.now();
const cpuBefore = process.cpuUsage();
await Promise.all(Array.from({ length: 8 }, lane));
const cpu = process.cpuUsage(cpuBefore);
process.send?.({
  pages: fetched,
  seconds: (performance.now() - began) / 1000,
  cpu: (cpu.user + cpu.system) / 1e6,
  mb: process.memoryUsage().rss / 1e6,
  text,
});
await pool.close();
process.disconnect?.();

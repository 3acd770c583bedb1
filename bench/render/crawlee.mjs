/**
 * Renders the bench's pages with Crawlee's PlaywrightCrawler in its defaults, except where runs must be comparable: the
 * same Chromium, no images, fixed concurrency from the start, nothing on disk. `until` is the event that page.goto
 * waits for; Crawlee's default is `load`.
 *
 * Started by run.mjs with its task as a message; replies with its measurements.
 */
import { createRequire } from 'node:module';
import { Configuration, PlaywrightCrawler } from '@crawlee/playwright';

const require = createRequire(import.meta.url);

process.once('message', async ({ seeds, until, concurrency, program }) => {
  const { chromium } = require('playwright');
  const links = new Set(seeds);
  let pages = 0;
  const configuration = new Configuration({ persistStorage: false, availableMemoryRatio: 1, logLevel: 2 });
  const crawler = new PlaywrightCrawler(
    {
      launchContext: {
        launcher: chromium,
        launchOptions: {
          executablePath: program.executablePath,
          env: { PATH: process.env.PATH, HOME: process.env.HOME, ...program.env },
          chromiumSandbox: false,
          args: ['--host-resolver-rules=MAP * 127.0.0.1', '--blink-settings=imagesEnabled=false', '--disable-gpu'],
        },
      },
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      preNavigationHooks: [
        (_context, options) => {
          options.waitUntil = until;
        },
      ],
      requestHandler: async ({ page }) => {
        const html = await page.content();
        if (html.length === 0) throw new Error('empty');
        for (const url of await page.$$eval('a[href]', (all) => all.map((one) => one.href))) links.add(url);
        pages++;
      },
    },
    configuration,
  );
  const began = performance.now();
  await crawler.run(seeds);
  process.send({ seconds: (performance.now() - began) / 1_000, pages, links: links.size });
  process.disconnect();
});

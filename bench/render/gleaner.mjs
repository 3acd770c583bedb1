/**
 * Crawls the bench's site with Gleaner's fetcher, breadth first. Links are extracted from every page with the product's
 * parser.
 *
 * Started by run.mjs with its task as a message; replies with its measurements.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderingSchema } from '../../dist/domain/session/reading-config.js';
import { parsePage } from '../../dist/domain/page/index.js';
import { createFetcher, UNPACED } from '../../dist/modules/fetch/fetching/index.js';

const BASE = {
  userAgent: 'bench',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 20_000,
  maxBytes: 1_000_000,
  maxRedirects: 4,
  contentTypes: ['html'],
  sitemaps: false,
  archive: false,
};

process.once('message', async ({ seeds, follow, limit, render, wait, tabs, concurrency }) => {
  const fetcher = createFetcher({
    allowPrivateNetworks: true,
    lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    chromium: {
      cacheDir: join(tmpdir(), `gleaner-bench-${process.getuid?.() ?? 0}`),
      sandbox: 'auto',
      ...(tabs === undefined ? {} : { tabs }),
    },
    perHostConcurrency: concurrency,
    pace: UNPACED,
    warn: () => undefined,
  });
  const settings = { ...BASE, render, rendering: renderingSchema.parse({ wait: { until: wait ?? 'idle' } }) };
  const seen = new Set(seeds);
  const queue = [...seeds];
  const reasons = {};
  let done = 0;
  let rendered = 0;
  let active = 0;
  const signal = new AbortController().signal;
  const began = performance.now();
  await new Promise((resolve) => {
    const next = () => {
      if (active === 0 && (queue.length === 0 || done >= limit)) resolve();
      while (active < concurrency && queue.length > 0 && done + active < limit) {
        active++;
        void visit(queue.shift()).finally(() => {
          active--;
          next();
        });
      }
    };
    const visit = async (url) => {
      const outcome = await fetcher.fetch({ url, settings }, signal);
      done++;
      if (outcome.kind !== 'page') throw new Error(`${outcome.kind} ${outcome.message}`);
      if (outcome.rendered) rendered++;
      reasons[outcome.renderReason ?? 'never'] = (reasons[outcome.renderReason ?? 'never'] ?? 0) + 1;
      for (const link of parsePage(outcome.html, outcome.finalUrl).links) {
        if (seen.has(link.url)) continue;
        seen.add(link.url);
        if (follow) queue.push(link.url);
      }
    };
    next();
  });
  const seconds = (performance.now() - began) / 1_000;
  await fetcher.close();
  process.send({ seconds, pages: done, rendered, links: seen.size, reasons });
  process.disconnect();
});

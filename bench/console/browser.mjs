/** A Chromium for the console, with the browser's own measurements of a page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { locateChromium } from '../../dist/modules/fetch/fetching/chromium/locate-chromium.js';

/** @returns the browser with its own profile, and a function that closes it */
export async function openBrowser() {
  const home = mkdtempSync(join(tmpdir(), 'gleaner-console-'));
  const program = await locateChromium(
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    process.env.CACHE_DIR ?? resolve('data/cache'),
  );
  const browser = await chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env, HOME: home },
    args: ['--no-sandbox', '--disable-gpu'],
    timeout: 120_000,
  });
  return {
    browser,
    version: browser.version(),
    close: async () => {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Records interactions and long tasks in `window.seen` from the start of each page. */
export const observe = (context) =>
  context.addInitScript(() => {
    window.seen = { interactions: [], longTasks: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.interactionId > 0) window.seen.interactions.push([entry.interactionId, entry.duration]);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.seen.longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });

/** Milliseconds from the start of the navigation to the first painted content. */
export const firstContentfulPaint = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const find = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
        if (find() !== undefined) return done(find());
        new PerformanceObserver((_, observer) => {
          if (find() === undefined) return;
          observer.disconnect();
          done(find());
        }).observe({ type: 'paint', buffered: true });
      }),
  );

/** Memory of a page after garbage collection: MB of the JavaScript heap, document nodes, listeners. */
export async function memoryOf(page) {
  const client = await page.context().newCDPSession(page);
  try {
    await client.send('HeapProfiler.enable');
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
    return { mb: usedSize / 1e6, nodes, listeners: jsEventListeners };
  } finally {
    await client.detach();
  }
}

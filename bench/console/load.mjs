/**
 * Load times of the console's screens on a session of 100 000 pages: first contentful paint, and the time until the
 * main content is shown. Each is opened by its address in a browser without a cache.
 *
 * usage: npm run build && node bench/console/load.mjs [--pages 100000] [--times 7] [--only session,domains]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { fillSession } from '../queries/session.mjs';
import { median, report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';
import { firstContentfulPaint, observe, openBrowser } from './browser.mjs';
import { SCREENS } from './screens.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    times: { type: 'string', default: '7' },
    only: { type: 'string' },
  },
});
const pages = Number(values.pages);
const times = Number(values.times);
/** The aim: a screen shows its contents within half a second. */
const BOUND_MS = 500;

async function look(browser, url, shown) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1_280, height: 900 } });
  try {
    await observe(context);
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(shown).first().waitFor({ timeout: 60_000 });
    const ready = performance.now() - began;
    const paint = await firstContentfulPaint(page);
    const { kilobytes, longTasks } = await page.evaluate(() => ({
      kilobytes:
        performance.getEntriesByType('resource').reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000,
      longTasks: window.seen.longTasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    }));
    return { ready, paint, kilobytes, longTasks };
  } finally {
    await context.close();
  }
}

const service = await startService();
const { browser, version, close } = await openBrowser();
const results = [];
try {
  const client = new pg.Client({ connectionString: await service.databaseUrl() });
  await client.connect();
  const sessionId = await fillSession(client, pages);
  const other = await fillSession(client, pages, sessionId);
  await client.end();
  const { topicId, modelId } = await service.call('GET', `/sessions/${sessionId}`);
  // The lists of a topic show its collection, which the service makes after the sessions.
  for (;;) {
    const { behind, pages: collected } = await service.call('GET', `/topics/${topicId}/collection`);
    // Before it has begun nothing is behind. One of forty fetches has no page.
    if (behind === 0 && collected > 0.9 * pages) break;
    await sleep(1_000);
  }
  const wanted = values.only?.split(',');
  const screens = SCREENS.filter(({ name, large }) => large && (wanted === undefined || wanted.includes(name)));
  const ids = {
    sessionId,
    topicId,
    modelId,
    step: Math.floor(pages / 2 / 3) * 3,
    domain: 12,
    sessions: [sessionId, other],
  };
  for (const { name, path, shown } of screens) {
    // The first one fills the caches of the database.
    await look(browser, service.url + path(ids), shown);
    const looks = [];
    for (let i = 0; i < times; i++) looks.push(await look(browser, service.url + path(ids), shown));
    results.push({ name, looks });
  }
} finally {
  await close();
  await service.stop();
}

report(
  'console-load',
  [
    'screen',
    'first contentful paint ms',
    'contents shown ms',
    'slowest ms',
    'of the bound',
    'blocked ms',
    'kB transferred',
  ],
  results.map(({ name, looks }) => {
    const of = (pick) => median(looks.map(pick));
    return [
      name,
      of(({ paint }) => paint).toFixed(0),
      of(({ ready }) => ready).toFixed(0),
      Math.max(...looks.map(({ ready }) => ready)).toFixed(0),
      (of(({ ready }) => ready) / BOUND_MS).toFixed(2),
      of(({ longTasks }) => longTasks).toFixed(0),
      of(({ kilobytes }) => kilobytes).toFixed(0),
    ];
  }),
  { pages, times, bound: BOUND_MS, chromium: version, results },
);

/**
 * Responsiveness of a session's screen: delay between a key or a click and its effect while pages stream in, and memory
 * of the page over time. The same inputs without a stream are the baseline.
 *
 * usage: npm run build && node bench/console/live.mjs [--minutes 60] [--rate 50] [--seconds 60]
 *   --minutes  duration of the session; memory is measured each minute
 *   --rate     target fetches per second
 *   --seconds  duration of the inputs, with and without the stream
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile, report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';
import { memoryOf, observe, openBrowser } from './browser.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
  },
});
const [minutes, rate, seconds] = ['minutes', 'rate', 'seconds'].map((name) => Number(values[name]));
const PAUSE_MS = 150;
// Hosts are asked slightly more often than the target, and an ending session would end the measurement.
const fetches = Math.ceil((minutes * 60 + seconds + 600) * rate * 3);

const site = fork('bench/support/site-server.mjs', [String(fetches * 2)]);
const [{ port }] = await once(site, 'message');
const service = await startService();
const { browser, version, close } = await openBrowser();

async function crawl(topicId, budget, hostDelayMs) {
  return service.call('POST', `/topics/${topicId}/sessions`, {
    policy: 'breadth-first',
    budget: { fetches: budget },
    ...{ concurrency: 8, hostConcurrency: 8, hostDelayMs, robots: false, randomSeed: 1 },
    // In an hour a host has far more pages of one pattern than a real site.
    traps: { detect: false },
  });
}

/**
 * Presses keys and clicks for some time.
 *
 * @returns ms of each interaction from its event to the next paint, and ms of long tasks
 */
async function use(page) {
  await page.evaluate(() => {
    window.seen.interactions.length = 0;
    window.seen.longTasks.length = 0;
  });
  const table = page.getByText('The curve as a table');
  const extend = page.getByLabel('Extend by');
  const canExtend = (await extend.count()) > 0;
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    await table.click();
    await sleep(PAUSE_MS);
    await page.keyboard.press('Tab');
    await sleep(PAUSE_MS);
    if (canExtend) await extend.press('1');
    else await page.keyboard.press('Shift+Tab');
    await sleep(PAUSE_MS);
  }
  const { interactions, longTasks } = await page.evaluate(() => window.seen);
  const longest = new Map();
  for (const [id, duration] of interactions) longest.set(id, Math.max(longest.get(id) ?? 0, duration));
  return { delays: [...longest.values()], blocked: longTasks.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0) };
}

async function fetchedOf(id) {
  const { fetched, state, stateReason } = await service.call('GET', `/sessions/${id}`);
  return { fetched, state, stateReason, at: performance.now() };
}
const speed = (from, to) => (to.fetched - from.fetched) / ((to.at - from.at) / 1_000);

/** Slope in MB per hour by least squares. */
function growth(samples) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ mb }) => mb))];
  const over = samples.reduce((sum, { minute, mb }) => sum + (minute - x) * (mb - y), 0);
  return (over / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)) * 60;
}

const measured = {};
try {
  const topic = await service.call('POST', '/topics', {
    name: 'bench console',
    keywords: ['cheese', 'butter', 'recipe'],
    seeds: [`http://127.0.0.1:${port}/p0`],
  });
  const small = await crawl(topic.id, 300, 0);
  while ((await fetchedOf(small.id)).state !== 'completed') await sleep(200);
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1_280, height: 900 } });
  await observe(context);

  const still = await context.newPage();
  await still.goto(`${service.url}/sessions/${small.id}`);
  await still.locator('.plot canvas').first().waitFor();
  measured.still = { ...(await use(still)), rate: 0 };
  await still.close();

  const long = await crawl(topic.id, fetches, Math.max(1, Math.round(1_000 / rate) - 3));
  const page = await context.newPage();
  await page.goto(`${service.url}/sessions/${long.id}`);
  await page.locator('.plot canvas').first().waitFor();
  while ((await fetchedOf(long.id)).fetched < 200) await sleep(200);
  const from = await fetchedOf(long.id);
  measured.streamed = { ...(await use(page)), rate: speed(from, await fetchedOf(long.id)) };

  measured.memory = [];
  const begin = await fetchedOf(long.id);
  for (let minute = 0; minute <= minutes; minute++) {
    if (minute > 0) await sleep(60_000);
    const at = await fetchedOf(long.id);
    if (at.state !== 'running')
      throw new Error(`the session ended too early, after ${at.fetched} fetches: ${at.state}, ${at.stateReason}`);
    console.error(`minute ${minute}: ${at.fetched} fetches`);
    measured.memory.push({ minute, fetched: at.fetched, ...(await memoryOf(page)) });
  }
  measured.rate = minutes > 0 ? speed(begin, await fetchedOf(long.id)) : null;
  measured.listed = await page.locator('.pages > li').count();
  await service.call('POST', `/sessions/${long.id}/stop`);
} finally {
  await close();
  await service.stop();
  site.disconnect();
}

report(
  'console-live',
  ['screen of a session', 'fetches/s', 'interactions', 'median ms', '98% within ms', 'longest ms', 'blocked ms/s'],
  [
    ['completed', measured.still],
    ['running', measured.streamed],
  ].map(([name, { delays, blocked, rate: measuredRate }]) => [
    name,
    measuredRate.toFixed(0),
    delays.length,
    ...[0.5, 0.98].map((share) => percentile(delays, share)),
    Math.max(...delays),
    (blocked / seconds).toFixed(1),
  ]),
  { minutes, aimedRate: rate, seconds, fetches, chromium: version, ...measured },
);
const settled = measured.memory.filter(({ minute }) => minute >= Math.min(5, minutes / 2));
const last = measured.memory.at(-1);
console.log(
  `memory: ${measured.memory[0].mb.toFixed(1)} MB at first, ${last.mb.toFixed(1)} MB and ${last.nodes} nodes after ${minutes} minutes and ` +
    `${last.fetched} fetches` +
    (settled.length > 2 ? `; ${growth(settled).toFixed(2)} MB an hour since minute ${settled[0].minute}` : ''),
);

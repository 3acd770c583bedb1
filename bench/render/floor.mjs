/**
 * The cost of a page in Chromium itself: one warm tab, controlled directly, without the crawler, its proxy, its waiting
 * and its reading of links. Each row changes one thing.
 *
 * usage: npm run build && node bench/render/floor.mjs [--pages 60]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserArguments } from '../../dist/modules/fetch/fetching/chromium/browser-arguments.js';
import { launchBrowser } from '../../dist/modules/fetch/fetching/chromium/browser-launch.js';
import { locateChromium } from '../../dist/modules/fetch/fetching/chromium/locate-chromium.js';
import { UNSEEN, VIEWPORT } from '../../dist/modules/fetch/fetching/chromium/page-reading.js';
import { browserCpu } from '../support/processes.mjs';
import { report } from '../support/report.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string', default: '60' } } });
const pages = Number(values.pages);
const WARM_UP = 5;
const KINDS = ['browser', 'renderer', 'gpu-process', 'utility', 'zygote'];
const NETWORK = /^--(proxy|host-resolver)/;
const SUBJECTS = [
  ['as Playwright starts it, left after each page', { frames: true, drawn: true, leaves: true }],
  ['small drawing', { frames: true, leaves: true }],
  ['frames kept (RenderDocument off)', { drawn: true, leaves: true }],
  ['both: as the crawler', { leaves: true }],
  ['both, requests told', { leaves: true, network: true }],
  ['both, never left', {}],
];

/** Until the document and the data of its script have loaded. */
const READ = `(async () => {
  const root = document.getElementById('root');
  if (root !== null && root.firstChild === null)
    await new Promise((resolve) => new MutationObserver(resolve).observe(root, { childList: true }));
  return document.documentElement.outerHTML;
})()`;

const cacheDir = join(tmpdir(), `gleaner-bench-${process.getuid?.() ?? 0}`);
const program = await locateChromium(process.env.CHROMIUM_PATH, null, cacheDir);
const site = fork('bench/render/site.mjs', [String(pages + WARM_UP)]);
const [{ port }] = await once(site, 'message');
const rows = [];
for (const [name, change] of SUBJECTS) rows.push([name, ...(await measure(change))]);
site.kill();
report('render-floor', ['one tab', 'ms', 'CPU ms', ...KINDS], rows, { pages: pages * 2, chromium: program.origin });

async function measure({ frames, drawn, leaves, network }) {
  const profile = await mkdtemp(join(tmpdir(), 'gleaner-floor-'));
  const args = browserArguments(profile, false)
    .filter((arg) => !NETWORK.test(arg))
    .map((arg) => (frames ? arg.replace('RenderDocument,RenderDocumentCompositorReuse,', '') : arg));
  const env = { PATH: process.env.PATH, HOME: profile, TMPDIR: profile, ...program.env };
  const browser = await launchBrowser(
    program.executablePath,
    [...args, '--host-resolver-rules=MAP * 127.0.0.1'],
    env,
    60_000,
  );
  const page = await openPage(browser.connection);
  if (!drawn) await page.send('Emulation.setDeviceMetricsOverride', UNSEEN);
  if (network) await page.send('Network.enable');
  const root = await mainPid(browser.connection);
  const cpu = {};
  let seconds = 0;
  for (const host of ['spa-1.test', 'static-1.test']) {
    const urls = Array.from({ length: pages + WARM_UP }, (_, number) => `http://${host}:${port}/item/${number}`);
    for (const url of urls.slice(0, WARM_UP)) await visit(page, url, leaves);
    const before = browserCpu(root);
    const began = performance.now();
    for (const url of urls.slice(WARM_UP)) await visit(page, url, leaves);
    seconds += (performance.now() - began) / 1_000;
    for (const [kind, total] of Object.entries(browserCpu(root)))
      cpu[kind] = (cpu[kind] ?? 0) + total - (before[kind] ?? 0);
  }
  browser.kill();
  await browser.ended;
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  const each = (value) => ((value * 1_000) / (pages * 2)).toFixed(1);
  const all = Object.values(cpu).reduce((sum, one) => sum + one, 0);
  return [each(seconds), each(all), ...KINDS.map((kind) => each(cpu[kind] ?? 0))];
}

async function openPage(connection) {
  const { browserContextId } = await connection.browser.send('Target.createBrowserContext');
  const { targetId } = await connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    ...VIEWPORT,
  });
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
  const page = connection.session(sessionId);
  await page.send('Page.enable');
  let loaded = () => undefined;
  page.on('Page.loadEventFired', () => loaded());
  page.whenLoaded = () => new Promise((resolve) => (loaded = resolve));
  return page;
}

async function mainPid(connection) {
  const { processInfo } = await connection.browser.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type === 'browser').id;
}

async function visit(page, url, leaves) {
  await go(page, url);
  const { result } = await page.send('Runtime.evaluate', {
    expression: READ,
    awaitPromise: true,
    returnByValue: true,
  });
  if (!result.value.includes('<a ')) throw new Error(`${url} has no links`);
  if (leaves) await go(page, 'about:blank');
}

async function go(page, url) {
  const loaded = page.whenLoaded();
  await page.send('Page.navigate', { url });
  await loaded;
}

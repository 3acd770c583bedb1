/**
 * Pages that attack the renderer, each in a new browser: duration, highest memory of its browser and of this process,
 * and outcome of the fetch. Exits with 1 when a bound is exceeded.
 *
 * usage: npm run build && node bench/faults/pages.mjs [--only 'history.pushState,blobs'] [--seconds 10] [--at-once 1]
 */
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PLAIN_FETCH } from '../../dist/engine/ports.js';
import { createFetcher } from '../../dist/modules/fetch/fetching/index.js';
import { machine } from '../../dist/modules/fetch/fetching/pressure.js';
import { report } from '../support/report.mjs';
import { bytesBelow, bytesOf, GREEDY_PAGES } from './greedy-pages.mjs';

const MB = 1024 * 1024;
/** The default of CHROMIUM_MEMORY_MB, and the growth between two measurements. */
const BOUND_MB = 2_048;
const SLACK_MB = 512;
/** Of this process, which receives the page's events. */
const OWN_MB = 512;
/** Time to leave the page after its limit: the browser is asked first, then killed. */
const GRACE_SECONDS = 5;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    'at-once': { type: 'string', default: '1' },
  },
});
const seconds = Number(values.seconds);
const atOnce = Number(values['at-once']);
const chosen = values.only === undefined ? Object.keys(GREEDY_PAGES) : values.only.split(',');
for (const name of chosen) if (!Object.hasOwn(GREEDY_PAGES, name)) throw new Error(`no page ${name}`);

let asked = 0;
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://site.test');
  const name = pathname.startsWith('/page/') ? decodeURIComponent(pathname.slice(6)) : '';
  if (name !== '') asked++;
  response.writeHead(200, { 'content-type': 'text/html' }).end(GREEDY_PAGES[name] ?? 'read');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();

const settings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBench',
  obeyRobots: false,
  render: 'always',
  hostDelayMs: 0,
  timeoutMs: seconds * 1_000,
  maxBytes: 500_000,
  maxRedirects: 4,
};

/** A page that yields to the browser has its full time. */
const patient = { ...settings.rendering, wait: { until: 'time', ms: seconds * 1_000 } };

async function attack(name) {
  const said = [];
  const fetcher = createFetcher({
    allowPrivateNetworks: true,
    chromium: { cacheDir: join(tmpdir(), `gleaner-test-cache-${process.getuid?.() ?? 0}`), sandbox: 'auto' },
    warn: (_, message) => said.push(message),
    lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const ask = (host, page) =>
    fetcher.fetch(
      {
        url: `http://${host}:${port}/page/${encodeURIComponent(page)}`,
        settings: page === '' ? settings : { ...settings, rendering: patient },
      },
      new AbortController().signal,
    );
  const peak = { browser: 0, own: 0 };
  let looking = true;
  const looks = (async () => {
    while (looking) {
      peak.browser = Math.max(peak.browser, bytesBelow(process.pid));
      peak.own = Math.max(peak.own, bytesOf(process.pid));
      await sleep(50);
    }
  })();
  try {
    await ask('plain.test', '');
    asked = 0;
    // Load of other programs extends the limit.
    const limit = machine.stretched(settings.timeoutMs) / 1_000;
    const from = performance.now();
    const outcomes = await Promise.all(Array.from({ length: atOnce }, (_, i) => ask(`greedy-${i}.localhost`, name)));
    const took = (performance.now() - from) / 1_000;
    const next = await ask('plain.test', '');
    return {
      name,
      took,
      limit,
      browserMb: Math.round(peak.browser / MB),
      ownMb: Math.round(peak.own / MB),
      asked,
      ends: [...new Set(outcomes.map(({ kind, message }) => (message ? `${kind}: ${message}` : kind)))].join('; '),
      next: next.kind,
      said: said.filter((message) => !message.includes('SANDBOX')),
    };
  } finally {
    looking = false;
    await looks;
    await fetcher.close();
  }
}

const results = [];
for (const name of chosen) {
  const result = await attack(name);
  const { took, limit, browserMb, ownMb, next } = result;
  result.isBounded =
    took <= limit * atOnce + machine.stretched(GRACE_SECONDS) &&
    browserMb <= BOUND_MB + SLACK_MB &&
    ownMb <= OWN_MB &&
    next === 'page';
  results.push(result);
  console.log(
    `${name}: ${took.toFixed(1)} s, ${browserMb} MB, own ${ownMb} MB, ${result.ends}, next ${next}${result.isBounded ? '' : '  PAST A BOUND'}`,
  );
}
server.close();
server.closeAllConnections();
report(
  'faults-pages',
  ['page', 'took', 'browser', 'crawler', 'asked for', 'ended as', 'next page'],
  results.map(({ name, took, browserMb, ownMb, asked: times, ends, next }) => [
    name,
    `${took.toFixed(1)} s`,
    `${browserMb} MB`,
    `${ownMb} MB`,
    `${times}×`,
    ends,
    next,
  ]),
  { results },
);
if (results.some(({ isBounded }) => !isBounded)) process.exitCode = 1;

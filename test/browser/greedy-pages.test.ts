import { setTimeout as sleep } from 'node:timers/promises';
import { bytesBelow, bytesOf, GREEDY_PAGES } from '../../bench/faults/greedy-pages.mjs';
import type { Fetcher, FetchOutcome, FetchSettings } from '../../src/engine/ports.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { machine } from '../../src/modules/fetch/fetching/pressure.js';
import { someOf } from '../support/thoroughness.js';
import { cacheDir, lookupLoopback, mainPid, never, pageOf, settings, startPageSite, type PageSite } from './support.js';

const MB = 1024 * 1024;
const MAX_BYTES = 320 * MB;
/** A page may allocate this much between two measurements; they are further apart when other programs use the cores. */
const SLACK_BYTES = 384 * MB;
/** This process receives all events of a page. */
const OWN_BYTES = 384 * MB;
const LIMIT_MS = 2_000;
/** After a page's time its browser is asked to leave it, and then killed. */
const GRACE_MS = 5_000;

/** A sample of the long run: pages that cost the browser, that cost its renderer, and that never pause. */
const DAILY = ['location.replace', 'history.pushState without a pause', 'buffers', 'requests'];
const kinds = someOf(Object.keys(GREEDY_PAGES), (kind) => DAILY.includes(kind));

let site: PageSite;
let fetcher: Fetcher;
let warnings: string[];

const pathOf = (kind: string): string => `/${encodeURIComponent(kind)}`;
/** Its renderer stays small: the browser's main process keeps the files. */
const GROWING = pathOf('private files');

/** The browser is killed within seconds. */
const GROWS: Asking = { timeoutMs: 60_000, wait: { until: 'time', ms: 60_000 } };

interface Asking {
  readonly host?: string;
  readonly timeoutMs?: number;
  readonly wait?: FetchSettings['rendering']['wait'];
}
/** Below `localhost` pages may use features of secure origins. */
const ask = (
  path: string,
  { host = 'greedy', timeoutMs = 20_000, wait = { until: 'dom' } }: Asking = {},
): Promise<FetchOutcome> =>
  fetcher.fetch(
    {
      url: site.url(path, `${host}.localhost`),
      settings: { ...settings, timeoutMs, rendering: { ...settings.rendering, wait } },
    },
    never,
  );

/** The highest memory of this process and its browsers during some work, in bytes, measured from outside. */
async function peaksOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly browser: number; readonly own: number }> {
  const [before, peak] = [bytesOf(process.pid), { browser: 0, own: 0 }];
  let looking = true;
  const looks = (async () => {
    while (looking) {
      peak.browser = Math.max(peak.browser, bytesBelow(process.pid));
      peak.own = Math.max(peak.own, bytesOf(process.pid) - before);
      await sleep(50);
    }
  })();
  try {
    return { done: await work(), ...peak };
  } finally {
    looking = false;
    await looks;
  }
}

beforeAll(async () => {
  site = await startPageSite({
    '/plain': '<p id=p>as sent</p><script>p.textContent = "done"</script>',
    '/beside': '<p id=p>as sent</p><script src=/gate.js></script>',
    // Until a browser has been killed.
    '/gate.js': (_request, response) => {
      const open = setInterval(() => {
        if (!warnings.some((message) => message.includes('was killed'))) return;
        clearInterval(open);
        response.end('p.textContent = "ready"');
      }, 20);
      response.on('close', () => clearInterval(open));
    },
    ...Object.fromEntries(Object.entries(GREEDY_PAGES).map(([kind, html]) => [pathOf(kind), html])),
  });
});
afterAll(() => site.close());
beforeEach(() => {
  warnings = [];
  site.requests.length = 0;
  fetcher = createFetcher({
    allowPrivateNetworks: true,
    // A busy machine has an eighth of the tabs, still as many as there are pages here.
    chromium: { cacheDir, sandbox: 'auto', maxBytes: MAX_BYTES, tabs: 32 },
    warn: (fields, message) => warnings.push(`${message} ${JSON.stringify(fields)}`),
    lookup: lookupLoopback,
    pace: UNPACED,
  });
});
afterEach(() => fetcher.close());
/** Since the test began. */
const requestsFor = (path: string): number => site.requests.filter((one) => one === path).length;

describe('a page that takes all it can', () => {
  it.each(kinds)('%s: stays within memory and time, is fetched once, and harms no other page', async (kind) => {
    await ask('/plain', { host: 'plain' });
    // Load of other programs extends it.
    const limitMs = machine.stretched(LIMIT_MS);
    const slackBefore = machine.stretched(SLACK_BYTES);
    const { done, browser, own } = await peaksOf(async () => {
      const from = performance.now();
      // A page that yields to the browser has its full time.
      const outcome = await ask(pathOf(kind), { timeoutMs: LIMIT_MS, wait: { until: 'time', ms: LIMIT_MS } });
      return { outcome, tookMs: performance.now() - from };
    });
    expect(done.outcome.kind).toMatch(/^(?:page|timeout|render-failed|render-killed)$/);
    expect(done.tookMs).toBeLessThan(limitMs + machine.stretched(GRACE_MS));
    expect(browser).toBeLessThan(MAX_BYTES + Math.max(slackBefore, machine.stretched(SLACK_BYTES)));
    expect(own).toBeLessThan(OWN_BYTES);
    expect(requestsFor(pathOf(kind))).toBe(1);
    expect(pageOf(await ask('/plain', { host: 'plain' })).html).toContain('>done</p>');
  });

  it('is not tried again when it was alone in the browser that had to be killed', async () => {
    expect(await ask(GROWING, GROWS)).toMatchObject({
      kind: 'render-killed',
      retryable: false,
      message: expect.stringMatching(/took \d+ MB of memory \(320 MB are allowed\)/),
    });
    expect(warnings).toContainEqual(expect.stringMatching(/^Chromium was killed .*"took .*"urls":\["http/));
  });

  it('costs pages beside it nothing but time: they are rendered again, alone, and fetched once', async () => {
    const beside = ['/beside?1', '/beside?2'];
    const patient = beside.map((path, i) => ask(path, { host: `beside-${i}`, timeoutMs: 60_000 }));
    // Both stay in the browser until it has been killed.
    while (site.requests.filter((path) => path === '/gate.js').length < 2) await sleep(20);
    const greedy = await ask(GROWING, GROWS);
    expect(greedy).toMatchObject({ kind: 'render-killed', message: expect.stringContaining('MB of memory') });
    for (const outcome of await Promise.all(patient)) expect(pageOf(outcome).html).toContain('>ready</p>');
    expect(beside.map(requestsFor)).toEqual([1, 1]);
    // Once together, and once alone.
    expect(warnings.filter((message) => message.includes('was killed'))).toHaveLength(2);
  });

  it('is ended with a browser that does not answer any more', async () => {
    await ask('/plain');
    process.kill(await mainPid(), 'SIGSTOP');
    expect(await ask('/plain', { timeoutMs: 1_000 })).toMatchObject({ kind: 'render-killed', retryable: false });
    expect(pageOf(await ask('/plain')).html).toContain('>done</p>');
  });
});

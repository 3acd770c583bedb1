/**
 * A long crawl of servers, some of which misbehave, through the real engine: is memory flat, does nothing hang, is
 * every failure classified?
 *
 * usage: npm run build && node --expose-gc bench/soak/run.mjs
 *   [--fetches 100000] [--hosts 200] [--share 0.1] [--retries 1] [--timeout 5000] [--minutes 60] [--paced]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRng } from '../../dist/domain/base/rng.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { CrawlState, sessionConfigSchema } from '../../dist/domain/session/index.js';
import { CrawlLoop, MemoryStore, systemClock } from '../../dist/engine/index.js';
import { createFetcher, UNPACED } from '../../dist/modules/fetch/fetching/index.js';
import { percentile, report } from '../support/report.mjs';
import { BEHAVIOURS, behaviourOf } from './behaviours.mjs';

const { values } = parseArgs({
  options: {
    fetches: { type: 'string', default: '100000' },
    hosts: { type: 'string', default: '200' },
    share: { type: 'string', default: '0.1' },
    retries: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '60' },
    paced: { type: 'boolean', default: false },
  },
});
const fetches = Number(values.fetches);
const hosts = Number(values.hosts);
const timeoutMs = Number(values.timeout);
const EVERY = Math.max(500, fetches / 20);
/** Idle connections are kept for five seconds, up to fifteen if the server asks for it. */
const KEPT_MS = 16_000;

let unhandled = 0;
process.on('unhandledRejection', () => {
  unhandled++;
});

const site = fork('bench/soak/site.mjs', [String(hosts), String(fetches), values.share]);
const [{ seeds }] = await once(site, 'message');
const ask = async () => {
  site.send('count');
  return (await once(site, 'message'))[0];
};

const config = sessionConfigSchema.parse({
  budget: { fetches, minutes: Number(values.minutes) },
  concurrency: 64,
  hostConcurrency: 8,
  hostDelayMs: 0,
  robots: false,
  timeoutMs,
  maxBytes: 200_000,
  maxRedirects: 5,
  retries: Number(values.retries),
  hostFailureLimit: 1_000,
  traps: { detect: false },
  grouping: 'host',
  userAgent: 'GleanerBot/0.1',
});
const lookup = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
const fetcher = createFetcher({
  allowPrivateNetworks: true,
  allowedPorts: [],
  lookup,
  maxConnections: 64,
  ...(values.paced ? {} : { pace: UNPACED }),
});
/** Pages with their durations as seen by the caller: the longest shows whether anything hangs. */
const times = [];
const timed = {
  fetch: async (...args) => {
    const began = performance.now();
    const outcome = await fetcher.fetch(...args);
    times.push(performance.now() - began);
    return outcome;
  },
  close: () => fetcher.close(),
};

const rng = createRng(1);
const definition = findPolicy('random');
const policy = definition.create(definition.configSchema.parse({}), {
  rng,
  budget: fetches,
  domainCap: Infinity,
  scoreText: () => 0,
  keywords: { inUrl: () => false, keywordIn: () => false, phraseIn: () => false },
});
const state = new CrawlState(config, policy, rng);

const kinds = {};
const seen = {};
const wrong = [];
let completed = 0;
let mixedUp = 0;
const samples = [];
const sample = () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  samples.push({
    completed,
    rss: rss / 1e6,
    heap: heapUsed / 1e6,
    external: external / 1e6,
    seconds: (performance.now() - began) / 1_000,
  });
};
const onStep = ({ facts, outcome }) => {
  completed++;
  if (outcome === 'deferred') return void (kinds.deferred = (kinds.deferred ?? 0) + 1);
  const { pathname, hostname } = new URL(facts.redirects[0] ?? facts.finalUrl);
  const behaviour = behaviourOf(pathname) ?? 'good';
  const right = behaviour === 'good' ? ['page'] : BEHAVIOURS[behaviour][1];
  kinds[facts.outcome] = (kinds[facts.outcome] ?? 0) + 1;
  seen[behaviour] = (seen[behaviour] ?? 0) + 1;
  if (!right.includes(facts.outcome))
    wrong.push({ behaviour, outcome: facts.outcome, message: facts.message, durationMs: facts.durationMs });
  if (behaviour === 'good' && facts.page && facts.page.title !== `${hostname} ${pathname}`) mixedUp++;
  if (completed % EVERY === 0) sample();
};

const began = performance.now();
sample();
const loop = new CrawlLoop({
  state,
  seeds,
  fetcher: timed,
  store: new MemoryStore(false),
  judge: { judge: () => ({ probability: 0, relevant: false }) },
  clock: systemClock,
  commitIntervalMs: 500,
  maxBatch: 200,
  checkpointIntervalMs: 1e9,
  onStep,
});
const ended = await loop.run();
const seconds = (performance.now() - began) / 1_000;
const unfinished = state.inFlight.size;
sample();
const atEnd = await ask();
await sleep(KEPT_MS);
const idle = await ask();
await fetcher.close();
await sleep(500);
const closed = await ask();
site.disconnect();

/** Growth of resident memory in the second half, bytes per fetch, by least squares. */
const half = samples.filter((one) => one.completed >= completed / 2);
const mean = (pick) => half.reduce((sum, one) => sum + pick(one), 0) / half.length;
const slope = (pick) => {
  const [mx, my] = [mean((one) => one.completed), mean(pick)];
  return (
    (half.reduce((sum, one) => sum + (one.completed - mx) * (pick(one) - my), 0) /
      half.reduce((sum, one) => sum + (one.completed - mx) ** 2, 0)) *
    1e6
  );
};
const sorted = [...times].sort((a, b) => a - b);

console.log(
  samples
    .map(
      (one) =>
        `${String(one.completed).padStart(7)} fetches ${one.seconds.toFixed(0).padStart(5)} s   rss ${one.rss.toFixed(0)} MB   heap ${one.heap.toFixed(1)} MB`,
    )
    .join('\n'),
);
console.log('');
report(
  'soak',
  ['', ''],
  [
    ['ended', `${ended.kind} ${ended.reason ?? ''}`],
    ['fetches', completed],
    ['fetches/s', (completed / seconds).toFixed(0)],
    ['rss at half, at the end, MB', `${half[0].rss.toFixed(0)}, ${half.at(-1).rss.toFixed(0)}`],
    ['rss slope of the second half, bytes/fetch', slope((one) => one.rss).toFixed(0)],
    ['heap slope of the second half, bytes/fetch', slope((one) => one.heap).toFixed(0)],
    ['longest fetch, ms', sorted.at(-1).toFixed(0)],
    ['99th percentile, ms', percentile(sorted, 0.99).toFixed(0)],
    ['unfinished steps', unfinished],
    ['sockets open at the end / idle out / closed', `${atEnd.open} / ${idle.open} / ${closed.open}`],
    ['unhandled rejections', unhandled],
    ['answers mixed up', mixedUp],
    ['classified otherwise than the server misbehaved', wrong.length],
    ...Object.entries(kinds)
      .sort(([, a], [, b]) => b - a)
      .map(([kind, count]) => [`outcome ${kind}`, count]),
  ],
  { values, seconds, samples, kinds, seen, asked: closed.asked, wrong: wrong.slice(0, 200) },
);
console.log('\nbehaviour            requests   steps');
for (const name of ['good', ...Object.keys(BEHAVIOURS)])
  console.log(
    `${name.padEnd(20)} ${String(closed.asked[name] ?? 0).padStart(8)} ${String(seen[name] ?? 0).padStart(7)}`,
  );
const tally = {};
for (const one of wrong) {
  const what = `${one.behaviour} became ${one.outcome}: ${one.message?.replace(/\d+ ms/, '… ms') ?? ''}`.slice(0, 150);
  tally[what] = (tally[what] ?? 0) + 1;
}
if (wrong.length > 0) console.log('\nclassified otherwise', tally);
process.exitCode = unfinished > 0 || unhandled > 0 || mixedUp > 0 || closed.open > 0 ? 1 : 0;

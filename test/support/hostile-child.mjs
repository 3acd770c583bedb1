/**
 * Fetches hostile cases with the real fetcher and digests the results, in its own process, so that memory, unhandled
 * rejections and open sockets are the crawler's and not the test's.
 *
 * usage: node hostile-child.mjs SOURCES AT_ONCE; takes jobs by message, answers each with a report, ends on request
 */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';

const [, , sources, atOnce] = process.argv;
const load = (file) => import(`${sources}/${file}`);
const [{ createFetcher }, { digestStep, sessionConfigSchema }, { outcomeOf, withBytes }, { pack, unpack }] =
  await Promise.all([
    load('modules/fetch/fetching/live-fetcher.js'),
    load('domain/session/index.js'),
    load('modules/fetch/fleet/link/messages.js'),
    load('modules/fetch/fleet/link/wire.js'),
  ]);
const RESOLVES = (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

let unhandled = 0;
process.on('unhandledRejection', () => {
  unhandled++;
});

/** Sockets by remote port: every case has its own server. */
const sockets = new Map();
channel('undici:client:connected').subscribe(({ connectParams, socket }) => {
  const port = Number(connectParams.port);
  sockets.set(port, [...(sockets.get(port) ?? []), socket]);
});

const fetcher = createFetcher({
  allowPrivateNetworks: true,
  lookup: RESOLVES,
  maxConnections: 64,
  perHostConcurrency: 8,
});
const config = sessionConfigSchema.parse({ budget: { fetches: 10 } });
const judge = { judge: () => ({ probability: 0, relevant: false }) };
const plan = {
  step: 0,
  urlNo: 0,
  source: -1,
  chosenAfter: 0,
  explanation: { kind: 'seed', position: 0 },
  as: 'page',
  choice: 0,
  attempt: 0,
  deferrals: 0,
  readLinks: true,
  patient: false,
};
const never = new AbortController().signal;

/**
 * Linux reports a process's peak memory and can reset it; elsewhere the lifetime peak is used, which only shows the
 * largest case.
 */
const statusMb = (field) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
function resetPeak() {
  // With concurrent fetches nobody could attribute the memory, and collecting garbage for each would delay all.
  if (Number(atOnce) > 1) return { before: 0, peak: () => 0 };
  globalThis.gc();
  try {
    writeFileSync('/proc/self/clear_refs', '5');
    return { before: statusMb('VmRSS'), peak: () => statusMb('VmHWM') };
  } catch {
    const peak = () => process.resourceUsage().maxRSS / 1024;
    return { before: peak(), peak };
  }
}

/**
 * Late garbage collection, as on a busy machine and in some versions of V8, is no memory that a fetch needs. During a
 * measurement, garbage is collected each time this much memory was allocated, so at most this much is counted in
 * excess, and nothing is collected while a server is slow.
 */
const COLLECT_BYTES = 4 * 1024 ** 2;
/** Interval of these checks. */
const LOOK_MS = 10;

/** @returns a function that ends it */
function collectOften() {
  const taken = () => {
    const { used_heap_size, external_memory } = getHeapStatistics();
    return used_heap_size + external_memory;
  };
  let left = taken();
  const timer = setInterval(() => {
    const now = taken();
    // V8 also collects by itself.
    left = Math.min(left, now);
    if (now - left < COLLECT_BYTES) return;
    globalThis.gc();
    left = taken();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

const LATE_RESOLUTION_MS = 20;
const delays = monitorEventLoopDelay({ resolution: LATE_RESOLUTION_MS });
delays.enable();
/** Total delay of timers, ms: time that this process did not get. */
const lateMs = () => (delays.count === 0 ? 0 : delays.count * (delays.mean / 1e6 - LATE_RESOLUTION_MS));

async function run({ name, url, settings }) {
  const memory = resetPeak();
  const endCollecting = Number(atOnce) > 1 ? () => undefined : collectOften();
  const began = performance.now();
  const late = lateMs();
  const report = {
    name,
    httpStatus: null,
    truncated: false,
    redirects: 0,
    bytes: 0,
    message: '',
    digestMs: 0,
    html: '',
    title: '',
    links: [],
  };
  try {
    const fetched = await fetcher.fetch({ url, settings }, never);
    report.ms = performance.now() - began;
    // A worker must accept everything here as a fetcher's answer. Copies are not memory that a fetch needs.
    const outcome = Number(atOnce) > 1 ? outcomeOf(unpack(pack(withBytes({ id: {}, outcome: fetched })))) : fetched;
    Object.assign(report, {
      kind: outcome.kind,
      message: outcome.message ?? '',
      httpStatus: outcome.httpStatus,
      redirects: outcome.redirects.length,
      bytes: outcome.bytes,
    });
    const digesting = performance.now();
    const facts = digestStep(plan, outcome, config, judge);
    report.digestMs = performance.now() - digesting;
    report.truncated = facts.truncated && (outcome.truncated ?? false);
    report.html = (outcome.html ?? '').slice(0, 10_000);
    report.title = facts.page?.title ?? '';
    report.links = facts.links.map((link) => link.url);
  } catch (error) {
    Object.assign(report, { kind: 'threw', message: error.stack, ms: performance.now() - began });
  }
  report.lateMs = lateMs() - late;
  endCollecting();
  const port = Number(new URL(url).port);
  report.wire = (sockets.get(port) ?? []).reduce((sum, socket) => sum + socket.bytesRead, 0);
  report.grownMb = memory.peak() - memory.before;
  return report;
}

const [jobs] = await once(process, 'message');
const waiting = [...jobs];
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) process.send({ report: await run(job) });
  }),
);
process.send({ done: true });
await once(process, 'message');
await fetcher.close();
await sleep(200);
process.send(
  { end: { unhandled, left: process.getActiveResourcesInfo().filter((kind) => /TCP|TLS|Timeout/.test(kind)) } },
  () => process.disconnect(),
);

import { setImmediate as turn } from 'node:timers/promises';
import { SnapshotRoom } from '../../dist/domain/base/snapshot.js';
import { sealInPieces } from '../../dist/domain/base/sealed-snapshot.js';
import { learnedStateText } from '../../dist/domain/policies/index.js';
import { crawlWithoutWeb } from './crawl-without-web.mjs';

/**
 * One policy over a frontier of one size, in a process of its own: `node --expose-gc subject.mjs POLICY CANDIDATES
 * [CONFIG [BUSY EAGERNESS]]`. Prints JSON.
 */
const [name, count, configText = '{}', busy = '0', eagerness = '1'] = process.argv.slice(2);
const CANDIDATES = Number(count);
const LINKS_PER_PAGE = 40;
/** Steps before the frontier is filled, in which policies learn. */
const WARM_UP_STEPS = Math.min(600, Math.floor(CANDIDATES / (2 * LINKS_PER_PAGE)));
/** Leaves that the paper reports at 800 000 candidates (TRES 3.6), and steps in which a tree may reach them. */
const LEAVES = CANDIDATES < 1_000_000 ? 0 : 2_500;
const MOST_STEPS = 20_000;
const LINKS_WHILE_FILLING = 5_000;
/** Steps at the full size before the measured ones: they revalue a frontier that was filled at once. */
const SETTLING_STEPS = 1_000;
const MEASURED_STEPS = 3_000;
/** Most time for the steps of each, ms. */
const STEPS_MS = 20_000;

/** Buffers are freed shortly after their collection. */
const memory = async () => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const { policy, view, linksOf, step, stepsDone } = crawlWithoutWeb(
  name,
  JSON.parse(configText),
  CANDIDATES + 4_000_000,
  Number(busy),
  Number(eagerness),
);
let ended = false;
let longestMs = 0;
for (let i = 0; i < WARM_UP_STEPS && !ended; i++) {
  const from = performance.now();
  ended = !step(LINKS_PER_PAGE);
  longestMs = Math.max(longestMs, performance.now() - from);
}
// Trees grow fast on a small frontier. Rewards are coin tosses, so that leaves stay mixed and keep splitting.
while (!ended && policy.stats().leaves < LEAVES && stepsDone() < MOST_STEPS) ended = !step(4, () => 0.5);
const before = await memory();
const sizeBefore = policy.size;
let offered = 0;
while (policy.size < CANDIDATES && offered < 2 * CANDIDATES) {
  policy.offer(linksOf(stepsDone() - 1, Math.min(LINKS_WHILE_FILLING, CANDIDATES - policy.size)), view);
  offered += LINKS_WHILE_FILLING;
  if (offered % (50 * LINKS_WHILE_FILLING) === 0) await turn();
}
const size = policy.size;
const bytesPerCandidate = size > sizeBefore ? ((await memory()) - before) / (size - sizeBefore) : null;

const settledBy = performance.now() + STEPS_MS;
for (let i = 0; i < SETTLING_STEPS && performance.now() < settledBy; i++) {
  const from = performance.now();
  if (!step(LINKS_PER_PAGE)) break;
  longestMs = Math.max(longestMs, performance.now() - from);
}

view.choiceMs.length = 0;
const times = [];
/** Processor time, ms: other processes on the machine do not count. */
const cpuTimes = [];
const until = performance.now() + STEPS_MS;
for (let i = 0; i < MEASURED_STEPS && performance.now() < until; i++) {
  const cpu = process.cpuUsage();
  const from = performance.now();
  if (!step(LINKS_PER_PAGE)) break;
  times.push(performance.now() - from);
  const { user, system } = process.cpuUsage(cpu);
  cpuTimes.push((user + system) / 1_000);
}

// Only the copy delays the crawl; the checksum is computed in pieces beside it. The second time the memory is
// allocated.
const room = new SnapshotRoom();
const copies = [];
let snapshotBytes = 0;
for (let i = 0; i < 3; i++) {
  const from = performance.now();
  const pieces = sealInPieces(policy.save(), room);
  let piece = pieces.next();
  copies.push(performance.now() - from);
  while (piece.done !== true) piece = pieces.next();
  snapshotBytes = piece.value.length;
}

// The learned state, as recorded every few seconds; the first time, words are looked up.
const learnedStates = [];
let learnedStateKb = null;
for (let i = 0; i < 3 && policy.learnedState; i++) {
  const from = performance.now();
  learnedStateKb = Buffer.byteLength(learnedStateText(policy.learnedState(view))) / 1e3;
  learnedStates.push(performance.now() - from);
}

times.sort((a, b) => a - b);
cpuTimes.sort((a, b) => a - b);
const choices = view.choiceMs.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    policy: name,
    candidates: size,
    steps: times.length,
    stepMs: times[times.length >> 1] ?? null,
    // Earlier steps count too: some policies learn once in hundreds of pages.
    stepMaxMs: Math.max(longestMs, times.at(-1) ?? 0),
    stepP95Ms: times[Math.floor(times.length * 0.95)] ?? null,
    cpuMs: cpuTimes[cpuTimes.length >> 1] ?? null,
    cpuP95Ms: cpuTimes[Math.floor(cpuTimes.length * 0.95)] ?? null,
    choiceMs: choices[choices.length >> 1] ?? null,
    choiceP95Ms: choices[Math.floor(choices.length * 0.95)] ?? null,
    bytesPerCandidate,
    copyMs: copies.sort((a, b) => a - b)[1],
    snapshotMb: snapshotBytes / 1e6,
    learnedStateMs: learnedStates.length > 0 ? Math.max(...learnedStates) : null,
    learnedStateKb,
    rssMb: process.memoryUsage().rss / 1e6,
    stats: policy.stats(),
  }),
);

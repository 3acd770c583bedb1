// Compiled code is measured: `npm run build`, then `node bench/policy-step.mjs`.
import { Availability, findPolicy } from '../dist/domain/policies/index.js';
import { DoubleQNetwork } from '../dist/domain/learning/q-network.js';
import { createRng } from '../dist/domain/base/rng.js';

/**
 * One step of `tres` over a large frontier (all leaves sampled and scored, fifty links inserted, one round of learning) beside scoring the whole
 * frontier, which is what the synchronous method does in each step (TRES 2.5).
 */

const CANDIDATES = 800_000;
const LEAVES = 2_500;
const LINKS_PER_PAGE = 50;
const MEASURED_STEPS = 200;
/** Domains the links spread over. */
const DOMAINS = 20_000;
const BUDGET = 20_000;

const rng = createRng(1);
const noKeywords = { inUrl: () => false, keywordIn: () => false, phraseIn: () => false };

/** A crawl without a web: every link leads to a page of its own, rewards follow the features with noise, so that the tree keeps splitting. */
class BenchView {
  budget = BUDGET;
  completed = 0;
  urls = 0;
  fetched = new Uint8Array(4_000_000);
  domains = Array.from({ length: DOMAINS }, () => {
    const fetched = rng.below(12);
    return { fetched, relevant: fetched === 0 ? 0 : rng.below(fetched + 1) };
  });

  availability(urlNo) {
    return this.fetched[urlNo] ? Availability.Gone : Availability.Ready;
  }
  domainOf(urlNo) {
    return urlNo % DOMAINS;
  }
  domain(domainNo) {
    return this.domains[domainNo];
  }
  path(step) {
    const length = 1 + (step % 9);
    const relevant = (step * 7) % (length + 1);
    return { reward: step % 2, depth: length - 1, length, relevant, distanceToRelevant: 1 + (step % 4) };
  }
}

const view = new BenchView();
const deps = {
  rng,
  scoreText: () => rng.next(),
  keywords: noKeywords,
  budget: BUDGET,
  domainCap: Number.POSITIVE_INFINITY,
};
const definition = findPolicy('tres');
if (!definition) throw new Error('tres is not registered');

function linksOf(source, count) {
  return Array.from({ length: count }, (_, position) => {
    const urlNo = view.urls++;
    return {
      urlNo,
      source,
      url: 'http://a.example/',
      anchor: 'link',
      before: '',
      after: '',
      heading: '',
      place: 'main',
      nofollow: false,
      position,
    };
  });
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const policy = definition.create(
  definition.configSchema.parse({ maxLeaves: LEAVES, learningStarts: 0, warmUpRounds: 0 }),
  deps,
);
policy.seed(linksOf(-1, 1), view);

function step(no, links) {
  const choice = policy.choose(no, view);
  if (choice.kind !== 'fetch') throw new Error(`nothing to fetch at step ${no}`);
  view.fetched[choice.urlNo] = 1;
  view.completed++;
  // A coin: leaves stay mixed and go on splitting.
  const good = rng.next() < 0.5;
  policy.observe(
    {
      step: no,
      urlNo: choice.urlNo,
      source: choice.source,
      domainNo: view.domainOf(choice.urlNo),
      ok: true,
      relevant: good,
      probability: good ? 1 : 0,
      reward: good ? 1 : 0,
      links: linksOf(no, links),
    },
    view,
  );
  policy.learn(view);
}

let no = 0;
// The tree grows on a small frontier, which is quick; then the frontier grows to its size over the finished tree.
while (policy.stats().leaves < LEAVES && no < BUDGET) step(no++, 4);
while (policy.size < CANDIDATES) step(no++, 5_000);

const times = [];
for (let i = 0; i < MEASURED_STEPS; i++) {
  const from = performance.now();
  step(no++, LINKS_PER_PAGE);
  times.push(performance.now() - from);
}
const { leaves, frontierBytes } = policy.stats();
const size = policy.size;

const features = 9;
const network = new DoubleQNetwork(
  { features, hidden: [30, 15], discount: 0.3, clip: { by: 'value', limit: 1 } },
  createRng(2),
);
const rows = Float32Array.from({ length: size * features }, () => rng.next());
const synchronous = [];
for (let i = 0; i < 3; i++) {
  const from = performance.now();
  const slice = 2_500;
  for (let at = 0; at < size; at += slice) network.values(rows.subarray(at * features), Math.min(slice, size - at));
  synchronous.push(performance.now() - from);
}
const forLeaves = [];
for (let i = 0; i < 50; i++) {
  const from = performance.now();
  network.values(rows, leaves);
  forLeaves.push(performance.now() - from);
}

const sorted = [...times].sort((a, b) => a - b);
const result = {
  candidates: size,
  leaves,
  stepMs: median(times),
  stepP95Ms: sorted[Math.floor(sorted.length * 0.95)],
  scoreLeavesMs: median(forLeaves),
  scoreFrontierMs: median(synchronous),
  bytesPerCandidate: frontierBytes / size,
  node: process.version,
};
const shown = (value) => value.toFixed(2).padStart(10);
console.log(`frontier                      ${String(size).padStart(10)} candidates, ${leaves} leaves`);
console.log(
  `tres step, median             ${shown(result.stepMs)} ms   (sample and score all leaves, insert ${LINKS_PER_PAGE} links, learn, sweep)`,
);
console.log(`tres step, 95th percentile    ${shown(result.stepP95Ms)} ms`);
console.log(`scoring one row per leaf      ${shown(result.scoreLeavesMs)} ms`);
console.log(
  `scoring the whole frontier    ${shown(result.scoreFrontierMs)} ms   (network alone, vectors ready: the synchronous method's least)`,
);
console.log(`memory                        ${shown(result.bytesPerCandidate)} bytes a candidate`);
console.log(JSON.stringify(result));

import { setImmediate as turn } from 'node:timers/promises';
import { Availability } from '../../dist/domain/frontier/frontier-view.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { SnapshotRoom } from '../../dist/domain/base/snapshot.js';
import { sealInPieces } from '../../dist/domain/base/sealed-snapshot.js';
import { findPolicy } from '../../dist/domain/policies/index.js';

/**
 * One policy over a frontier of one size, in a process of its own: `node --expose-gc subject.mjs POLICY CANDIDATES [CONFIG]`. Prints JSON.
 *
 * A crawl without a web: every link leads to a page of its own on one of 20 000 domains, at one of 200 tag paths, with one of some thousand texts. Rewards are
 * drawn by domain, so that what learns has something to learn and trees keep splitting.
 */
const [name, count, configText = '{}'] = process.argv.slice(2);
const CANDIDATES = Number(count);
const LINKS_PER_PAGE = 40;
/** Steps before the frontier is filled: what learns has learnt by then. */
const WARM_UP_STEPS = Math.min(600, Math.floor(CANDIDATES / (2 * LINKS_PER_PAGE)));
/** Leaves that the paper reports at 800 000 candidates (TRES 3.6), and steps in which a tree may grow so many. */
const LEAVES = CANDIDATES < 1_000_000 ? 0 : 2_500;
const MOST_STEPS = 20_000;
const LINKS_WHILE_FILLING = 5_000;
const DOMAINS = 20_000;
const TAG_PATHS = 200;
const WORDS = 2_000;
/** As long as they fit into this, ms. */
const MEASURED_STEPS = 300;
const MEASURED_MS = 20_000;

const rng = createRng(1);
const chance = createRng(2);
const wordOf = (n) => `w${(n * 7_919) % WORDS}`;
const isGood = (domainNo) => domainNo % 9 === 0;

class View {
  budget = 20_000;
  completed = 0;
  gone = new Uint8Array(CANDIDATES + 4_000_000);
  steps = new Map();

  availability(urlNo) {
    return this.gone[urlNo] ? Availability.Gone : Availability.Ready;
  }
  domainOf = (urlNo) => urlNo % DOMAINS;
  hostOf = (urlNo) => urlNo % DOMAINS;
  domains = Array.from({ length: DOMAINS }, () => {
    const fetched = chance.below(12);
    return { fetched, relevant: fetched === 0 ? 0 : chance.below(fetched + 1) };
  });
  domain = (no) => this.domains[no];
  host = (no) => this.domain(no);
  path(step) {
    const length = 1 + (step % 9);
    const relevant = (step * 7) % (length + 1);
    return { reward: step % 2, depth: length - 1, length, relevant, distanceToRelevant: 1 + (step % 4) };
  }
  tagPath = (no) => (no === 0 ? '' : `html/body/div#box${no % 20}.part/ul.list-${wordOf(no)}/li/a`);
  stepOf = (urlNo) => this.steps.get(urlNo) ?? -1;
  parents = () => [0];
}

let urls = 0;
function linksOf(source, n, fromRelevant = false) {
  return Array.from({ length: n }, (_, position) => {
    const urlNo = urls++;
    const domainNo = urlNo % DOMAINS;
    const tagPathNo = source < 0 ? 0 : 1 + (urlNo % TAG_PATHS);
    return {
      urlNo,
      source,
      url: `http://site${domainNo}.example/${wordOf(urlNo)}/${urlNo}`,
      anchor: `${isGood(domainNo) ? 'topic' : 'other'} ${wordOf(urlNo)}`,
      before: `${wordOf(urlNo + 1)} ${wordOf(urlNo + 2)}`,
      after: wordOf(urlNo + 3),
      heading: wordOf(source + 5),
      place: 'main',
      tagPath: view.tagPath(tagPathNo),
      nofollow: false,
      position,
      tagPathNo,
      alike: 0.1,
      fromRelevant,
    };
  });
}

/** Memory of buffers is given back a little after they were collected. */
const memory = async () => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const definition = findPolicy(name);
const config = definition.configSchema.parse(JSON.parse(configText));
const view = new View();
const policy = definition.create(config, {
  rng,
  scoreText: (text) => (text.includes('topic') ? 0.4 : 0.1) + chance.next() / 2,
  keywords: { inUrl: (url) => url.length % 5 === 0, keywordIn: (text) => text.startsWith('t'), phraseIn: () => false },
  keywordTexts: ['topic', 'w1 w2'],
  budget: view.budget,
  domainCap: Number.POSITIVE_INFINITY,
});
const page = (relevant) => {
  const text = `${relevant ? 'topic words' : 'other words'} ${Array.from({ length: 200 }, () => wordOf(chance.below(WORDS))).join(' ')}`;
  return { title: 'a page', description: '', headings: [], text, mainText: text };
};
const readsPages = definition.needs?.(config).pageTexts === true;

let no = 0;
/** The hits of a search: pages of their own. It counts with the step in which it is made. */
function answer({ limit }) {
  const links = linksOf(-1, limit).map((link) => ({ ...link, source: no }));
  policy.observe(
    {
      step: no,
      choice: no,
      urlNo: -1,
      source: -1,
      domainNo: -1,
      url: 'search:',
      ok: true,
      relevant: false,
      probability: 0,
      reward: 0,
      links,
      known: [],
      page: null,
    },
    view,
  );
  policy.learn(view);
  no++;
}

/** One step: choose, observe with so many links, learn. @returns false when the policy waits or is exhausted */
function step(links, chanceOfReward = (domainNo) => (isGood(domainNo) ? 0.7 : 0.1)) {
  let choice = policy.choose(no, view);
  while (choice.kind === 'search') {
    answer(choice);
    choice = policy.choose(no, view);
  }
  if (choice.kind !== 'fetch') return false;
  view.gone[choice.urlNo] = 1;
  view.completed++;
  const domainNo = view.domainOf(choice.urlNo);
  const relevant = chance.next() < chanceOfReward(domainNo);
  view.steps.set(choice.urlNo, no);
  policy.observe(
    {
      step: no,
      choice: no,
      urlNo: choice.urlNo,
      source: choice.source,
      domainNo,
      url: `http://site${domainNo}.example/${choice.urlNo}`,
      ok: true,
      relevant,
      probability: relevant ? 0.9 : 0.1,
      reward: relevant ? 1 : 0,
      links: linksOf(no, links, relevant),
      known: [],
      page: readsPages ? page(relevant) : null,
    },
    view,
  );
  policy.learn(view);
  no++;
  return true;
}

policy.seed(linksOf(-1, 3), view);
let ended = false;
let longestMs = 0;
for (let i = 0; i < WARM_UP_STEPS && !ended; i++) {
  const from = performance.now();
  ended = !step(LINKS_PER_PAGE);
  longestMs = Math.max(longestMs, performance.now() - from);
}
// Trees grow on a small frontier, which is quick. The rewards are a coin's, so that leaves stay mixed and go on splitting.
while (!ended && policy.stats().leaves < LEAVES && no < MOST_STEPS) ended = !step(4, () => 0.5);
const before = await memory();
const sizeBefore = policy.size;
let offered = 0;
while (policy.size < CANDIDATES && offered < 2 * CANDIDATES) {
  policy.offer(linksOf(no - 1, Math.min(LINKS_WHILE_FILLING, CANDIDATES - policy.size)), view);
  offered += LINKS_WHILE_FILLING;
  if (offered % (50 * LINKS_WHILE_FILLING) === 0) await turn();
}
const size = policy.size;
const bytesPerCandidate = size > sizeBefore ? ((await memory()) - before) / (size - sizeBefore) : null;

const times = [];
const until = performance.now() + MEASURED_MS;
for (let i = 0; i < MEASURED_STEPS && performance.now() < until; i++) {
  const from = performance.now();
  if (!step(LINKS_PER_PAGE)) break;
  times.push(performance.now() - from);
}

// What holds a crawl up is the copy; the checksum is made in pieces beside it. The second time the memory is there.
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

times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    policy: name,
    candidates: size,
    steps: times.length,
    stepMs: times[times.length >> 1] ?? null,
    // Steps on the way to it count too: some policies learn once in hundreds of pages.
    stepMaxMs: Math.max(longestMs, times.at(-1) ?? 0),
    stepP95Ms: times[Math.floor(times.length * 0.95)] ?? null,
    bytesPerCandidate,
    copyMs: copies.sort((a, b) => a - b)[1],
    snapshotMb: snapshotBytes / 1e6,
    rssMb: process.memoryUsage().rss / 1e6,
    stats: policy.stats(),
  }),
);

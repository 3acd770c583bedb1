import { setImmediate as turn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRng } from '../../dist/domain/base/rng.js';
import { SnapshotRoom } from '../../dist/domain/base/snapshot.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { applyStep, chooseStep, CrawlState, seedCrawl, sessionConfigSchema } from '../../dist/domain/session/index.js';
import { bareLink } from '../../dist/domain/page/index.js';
import { checkpointOf, makeRoomFor } from '../../dist/engine/index.js';
import { report } from '../support/report.mjs';

/**
 * Memory of a session at ten million candidates: tables of URLs, hosts, domains and tag paths, and the policy. Pages of
 * 2 000 links are applied until the frontier is full; then steps with 40 links and checkpoints are measured. Bounds: 2
 * GB of memory, 200 ms of delay by a checkpoint.
 *
 * npm run build && node --expose-gc --max-old-space-size=6000 bench/policies/state.mjs [--policy tres]
 *     [--sizes 1000000,10000000]
 */
const { values } = parseArgs({
  options: {
    policy: { type: 'string', default: 'tres' },
    sizes: { type: 'string', default: '1000000,10000000' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const LINKS_WHILE_FILLING = 2_000;
const LINKS = 40;
const SITES = 50_000;
const MEASURED_STEPS = 300;
const BOUND_GB = 2;
const BOUND_MS = 200;

const chance = createRng(2);
const config = sessionConfigSchema.parse({ budget: { fetches: 1_000_000 }, hostDelayMs: 0, traps: { detect: false } });
const definition = findPolicy(values.policy);
const policyConfig = definition.configSchema.parse({});
const rng = createRng(1);
const policy = definition.create(policyConfig, {
  rng,
  scoreText: () => chance.next(),
  keywords: { inUrl: (url) => url.length % 5 === 0, keywordIn: () => chance.next() < 0.1, phraseIn: () => false },
  keywordTexts: ['topic'],
  budget: 20_000,
  domainCap: Number.POSITIVE_INFINITY,
});
const state = new CrawlState(config, policy, rng, { needs: definition.needs?.(policyConfig) ?? {} });

let pages = 0;
const newLink = (position) => ({
  ...bareLink(
    `http://www.site${pages % SITES}.example/folder/page-${pages++}.html`,
    position,
    'main',
    `words ${pages % 977}`,
  ),
  tagPath: `html/body/div.part${pages % 200}/a`,
});
const facts = (plan, links) => ({
  step: plan.step,
  outcome: 'page',
  free: false,
  message: null,
  finalUrl: urls.get(plan.urlNo) ?? `http://www.site${plan.urlNo % SITES}.example/fetched/${plan.urlNo}`,
  redirects: [],
  httpStatus: 200,
  contentType: 'text/html',
  charset: 'utf-8',
  fetchedAt: 0,
  activeMs: 0,
  durationMs: 1,
  bytes: 1_000,
  truncated: false,
  rendered: false,
  renderReason: null,
  retryable: false,
  hostWaitMs: 0,
  contentHash: null,
  simhash: null,
  language: 'en',
  noindex: false,
  sitemaps: [],
  change: null,
  etag: null,
  lastModified: null,
  screenshot: null,
  page: { title: '', description: '', headings: [], text: '', mainText: '', links: [] },
  links: Array.from({ length: links }, (_, position) => newLink(position)),
  probability: 0.5,
  relevant: chance.next() < 0.3,
});
/** The store keeps texts of URLs, so only the seed's own is needed here. */
const urls = new Map([[0, 'http://seed.example/']]);
seedCrawl(state, ['http://seed.example/']);

function step(links) {
  const plan = chooseStep(state);
  if (plan === null) throw new Error('nothing to fetch');
  applyStep(state, plan, facts(plan, links));
}

const rows = [];
const room = new SnapshotRoom();
for (const size of sizes) {
  for (let i = 0; state.policy.size < size; i++) {
    step(LINKS_WHILE_FILLING);
    if (i % 50 === 0) await turn();
  }
  const times = [];
  for (let i = 0; i < MEASURED_STEPS; i++) {
    const from = performance.now();
    step(LINKS);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const holds = [];
  let megabytes = 0;
  // The crawl loop also allocates in pieces before the first checkpoint and before larger ones.
  await makeRoomFor(state, room);
  for (let i = 0; i < 3; i++) {
    const from = performance.now();
    const made = checkpointOf(state, room);
    holds.push(performance.now() - from);
    megabytes = (await made).state.length / 1e6;
  }
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await turn();
  }
  const gb = process.memoryUsage().rss / 1e9;
  const from = performance.now();
  const made = checkpointOf(state, new SnapshotRoom());
  const unprepared = performance.now() - from;
  await made;
  const [first, ...later] = holds;
  rows.push([
    values.policy,
    state.policy.size,
    state.urls.size,
    times[times.length >> 1].toFixed(2),
    times[Math.floor(times.length * 0.95)].toFixed(2),
    `${first.toFixed(0)} of ${BOUND_MS}`,
    Math.max(...later).toFixed(0),
    unprepared.toFixed(0),
    megabytes.toFixed(0),
    `${gb.toFixed(2)} of ${BOUND_GB}`,
  ]);
}
report(
  'policy-state',
  [
    'policy',
    'candidates',
    'URLs',
    'ms/step',
    'p95',
    'first hold ms',
    'later hold ms',
    'hold in new memory ms',
    'checkpoint MB',
    'RSS GB',
  ],
  rows,
);

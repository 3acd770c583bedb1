import { parseArgs } from 'node:util';
import { createRng } from '../../dist/domain/base/rng.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { CrawlState, sessionConfigSchema } from '../../dist/domain/session/index.js';
import { createChangingWeb, DAY_SECONDS, parseSyntheticSettings } from '../../dist/domain/webs/index.js';
import { CrawlLoop, MemoryStore } from '../../dist/engine/index.js';
import { createRecordedFetcher } from '../../dist/modules/recorded-web/index.js';
import { openSyntheticWeb, SYNTHETIC_EPOCH } from '../../dist/modules/synthetic-web/index.js';
import { report } from '../support/report.mjs';

/**
 * Palotai, Farkas, Lőrincz, table 2: foragers with the weblog update (WL) and with reinforcement learning (RL) monitor a changing web and its rewired twin.
 * A page is relevant if it is new or changed and younger than 24 hours. The clock is simulated: all fetches take equally long.
 *
 * npm run build && node bench/papers/foragers.mjs [--runs 3] [--fetches 20000] [--days 9] [--web pages=5000] [--policies forager-weblog,forager-td]
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    fetches: { type: 'string', default: '20000' },
    days: { type: 'string', default: '9' },
    web: { type: 'string', default: 'pages=5000' },
    twins: { type: 'string', default: 'none,rewired' },
    policies: { type: 'string', default: 'forager-td,forager-weblog,forager-hybrid' },
    /** Hours after a visit until a page may be fetched again. */
    revisit: { type: 'string', default: '1' },
  },
});
const [runs, fetches, days] = [values.runs, values.fetches, values.days].map(Number);
/** The web is some days old at first, so that what is there then is no news. */
const STARTS_AT = 2 * DAY_SECONDS;
const SECONDS_PER_FETCH = (days * DAY_SECONDS) / fetches;
const revisitAfterSteps = Math.max(1, Math.round((Number(values.revisit) * 3_600) / SECONDS_PER_FETCH));
const SAMPLES = days * 8;

async function monitor(settings, name, seed) {
  let time = STARTS_AT;
  const source = openSyntheticWeb(settings, () => time);
  const { web } = source;
  const changing = createChangingWeb(web);
  const clock = { now: () => SYNTHETIC_EPOCH + Math.floor(time * 1_000), monotonic: () => time * 1_000 };
  const inner = createRecordedFetcher(source, clock);
  const fetcher = {
    ...inner,
    fetch: (request, signal) => {
      time += SECONDS_PER_FETCH;
      return inner.fetch(request, signal);
    },
  };
  const config = sessionConfigSchema.parse({
    budget: { fetches },
    concurrency: 1,
    hostDelayMs: 0,
    trackChanges: true,
    traps: { detect: false },
    duplicates: { exact: false, nearDistance: 0 },
    monitoring: { revisitAfterSteps, freshHours: 24 },
  });
  const definition = findPolicy(name);
  const policyConfig = definition.configSchema.parse({});
  const stateOf = () => {
    const rng = createRng(seed);
    const policy = definition.create(policyConfig, {
      rng,
      scoreText: () => 0.5,
      budget: fetches,
      domainCap: Infinity,
      keywords: { inUrl: () => false, keywordIn: () => false, phraseIn: () => false },
      keywordTexts: [],
    });
    return new CrawlState(config, policy, rng, { needs: definition.needs?.(policyConfig) });
  };
  /** When each relevant page was fetched last, by page: its copy. */
  const copies = new Map();
  const samples = [];
  const sample = () => {
    let [current, age] = [0, 0];
    for (const [page, fetchedAt] of copies) {
      const modifiedAt = changing.asOf(page, time)?.modifiedAt ?? 0;
      if (modifiedAt <= fetchedAt) current++;
      else age += (time - modifiedAt) / 3_600;
    }
    if (copies.size > 0) samples.push({ freshness: current / copies.size, age: age / copies.size });
  };
  let nextSample = STARTS_AT + (days * DAY_SECONDS) / SAMPLES;
  const state = stateOf();
  const loop = new CrawlLoop({
    state,
    seeds: web.seeds.map((page) => web.urlOf(page)),
    fetcher,
    store: new MemoryStore(false),
    judge: { judge: () => ({ probability: 1, relevant: true }) },
    clock,
    commitIntervalMs: 0,
    maxBatch: 500,
    checkpointIntervalMs: 1e12,
    onStep: ({ outcome, facts, relevant }) => {
      const page = outcome === 'page' ? web.pageOf(facts.finalUrl) : undefined;
      if (page !== undefined && (relevant || copies.has(page))) copies.set(page, time);
      if (time < nextSample) return;
      sample();
      nextSample += (days * DAY_SECONDS) / SAMPLES;
    },
  });
  await loop.run();
  const { sent = 0, sentRelevant = 0, foragers = 0 } = state.policy.stats();
  const mean = (of) => samples.reduce((sum, each) => sum + of(each), 0) / Math.max(1, samples.length);
  return {
    downloaded: state.fetched,
    sent,
    relevant: sentRelevant,
    news: state.relevant,
    'found URLs': state.urls.size,
    'download efficiency': sentRelevant / state.fetched,
    'sent efficiency': sentRelevant / Math.max(1, sent),
    'relative found URL': state.urls.size / state.fetched,
    freshness: mean(({ freshness }) => freshness),
    'age (hours)': mean(({ age }) => age),
    foragers,
  };
}

const rows = [];
for (const twin of values.twins.split(','))
  for (const name of values.policies.split(',')) {
    const found = [];
    for (let run = 1; run <= runs; run++) {
      const text = `${values.web},changing=true,days=${days + 3},twin=${twin}`;
      found.push(await monitor(parseSyntheticSettings(text), name, run));
      console.error(`${twin} ${name} run ${run}: ${JSON.stringify(found.at(-1))}`);
    }
    for (const measure of Object.keys(found[0])) {
      const each = found.map((one) => one[measure]);
      const mean = each.reduce((sum, value) => sum + value, 0) / runs;
      const deviation = Math.sqrt(each.reduce((sum, value) => sum + (value - mean) ** 2, 0) / runs);
      rows.push([twin, name, measure, Number(mean.toPrecision(4)), Number(deviation.toPrecision(2))]);
    }
  }
/** One line a measure, as in the paper. */
const cases = [...new Set(rows.map(([twin, name]) => `${name} ${twin === 'none' ? '' : twin}`.trim()))];
const measures = [...new Set(rows.map(([, , measure]) => measure))];
const cell = (name, measure) => {
  const row = rows.find(
    ([twin, policy, of]) => of === measure && `${policy} ${twin === 'none' ? '' : twin}`.trim() === name,
  );
  return `${row[3]} ±${row[4]}`;
};
report(
  'papers-foragers',
  ['measure', ...cases],
  measures.map((measure) => [measure, ...cases.map((name) => cell(name, measure))]),
  { settings: values },
);

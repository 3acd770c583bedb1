/**
 * Learns the starting weights of `prospector` from crawls of the tuning topics (bench/quality/topics.json), and
 * measures them on webs that they were not learnt from.
 *
 *   npm run build
 *   npm run prior -- --corpora DIR                       samples, fits, measures
 *   npm run prior -- --corpora DIR --check 2             crawls each web as well, with two seeds, by weights learnt
 *                                                        from the other webs
 *   npm run prior -- --corpora DIR --write               writes the weights to prior-weights.ts beside the policy
 *
 * Samples are kept in bench/out/prior-samples.bin: `--from bench/out/prior-samples.bin` fits to them again without a
 * crawl.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { FEATURES } from '../../dist/domain/policies/prospector/features.js';
import { report } from '../support/report.mjs';
import { writeArtefact } from './artefact.mjs';
import { BY_HAND } from './by-hand.mjs';
import { compared } from './compare.mjs';
import { fitHub, fitRelevance } from './fit.mjs';
import { hubCorrelation, measuresOf } from './measures.mjs';
import { inProcesses, tuningWebs } from './processes.mjs';

const SAMPLES = 'bench/out/prior-samples.bin';
const OPTIONS = {
  corpora: { type: 'string' },
  webs: { type: 'string' },
  runs: { type: 'string', default: '1' },
  'random-seed': { type: 'string', default: '1' },
  budget: { type: 'string', default: '1000' },
  processes: { type: 'string', default: String(availableParallelism()) },
  from: { type: 'string' },
  'top-share': { type: 'string', default: '0.5' },
  penalty: { type: 'string', default: '0.03' },
  towards: { type: 'string', default: 'by-hand' },
  check: { type: 'string', default: '0' },
  'check-budgets': { type: 'string', default: '250,500,1000' },
  write: { type: 'boolean', default: false },
};
const { values } = parseArgs({ options: OPTIONS });
if (values.corpora === undefined) throw new Error('--corpora: expected the folder of the recorded webs');
if (!['zero', 'by-hand'].includes(values.towards)) throw new Error('--towards: expected zero or by-hand');
const works = tuningWebs(values.corpora, values.webs?.split(','));
const webs = works.map(({ web }) => web);
const vector = (weights) => Float64Array.from(FEATURES, (name) => weights[name] ?? 0);
const named = (weights) => Object.fromEntries(FEATURES.map((name, i) => [name, Number(weights[i].toFixed(3))]));
const byHand = { relevance: vector(BY_HAND.relevance), hub: vector(BY_HAND.hub) };

/** Samples of each topic and seed. */
async function sampled() {
  if (values.from !== undefined) return deserialize(readFileSync(values.from));
  const common = {
    runs: Number(values.runs),
    randomSeed: Number(values['random-seed']),
    budgets: [Number(values.budget)],
  };
  const crawls = await inProcesses(
    works.map((work) => ({ ...work, ...common })),
    Number(values.processes),
  );
  mkdirSync('bench/out', { recursive: true });
  writeFileSync(SAMPLES, serialize(crawls));
  return crawls;
}

const crawls = await sampled();
const settings = { topShare: Number(values['top-share']), penalty: Number(values.penalty) };
const fitted = (of, towards = values.towards) => ({
  relevance: fitRelevance(of, { ...settings, ...(towards === 'by-hand' && { towards: byHand.relevance }) }),
  hub: fitHub(of, { ...settings, ...(towards === 'by-hand' && { towards: byHand.hub }) }),
});
const all = fitted(crawls);
const withoutWeb = Object.fromEntries(webs.map((web) => [web, fitted(crawls.filter((crawl) => crawl.web !== web))]));
const links = crawls.reduce((sum, { samples }) => sum + samples.count, 0);

const topics = [...new Set(crawls.map(({ web, topic }) => `${web} ${topic}`))];
const byTopic = topics.map((topic) => fitted(crawls.filter((crawl) => `${crawl.web} ${crawl.topic}` === topic)));
const byWeb = webs.map((web) => fitted(crawls.filter((crawl) => crawl.web === web)));
console.log(`${links} links of ${topics.length} topics`);
report(
  'prior-weights',
  [
    'feature',
    'by hand',
    'fitted',
    ...webs,
    'topics > 0',
    'hub by hand',
    'hub fitted',
    ...webs.map((web) => `hub ${web}`),
  ],
  FEATURES.map((name, i) => [
    name,
    byHand.relevance[i],
    all.relevance[i].toFixed(2),
    ...byWeb.map(({ relevance }) => relevance[i].toFixed(2)),
    `${byTopic.filter(({ relevance }) => relevance[i] > 0).length}/${topics.length}`,
    byHand.hub[i],
    all.hub[i].toFixed(2),
    ...byWeb.map(({ hub }) => hub[i].toFixed(2)),
  ]),
);

/** On each topic, weights learnt from the other webs. */
const rows = [];
const sums = new Map();
const MEASURES = ['lossTop', 'lossAny', 'aucTop', 'aucAny', 'best1', 'best5'];
for (const crawl of crawls) {
  const held = withoutWeb[crawl.web];
  for (const [name, weights] of [
    ['by hand', byHand],
    ['other webs', held],
    ['all webs', all],
  ]) {
    const measures = { ...measuresOf(crawl, weights.relevance), hub: hubCorrelation(crawl, weights.hub) };
    const shown = [...MEASURES, 'hub'].map((measure) => measures[measure]);
    rows.push([`${crawl.web} ${crawl.topic}`, name, ...shown.map((value) => value?.toFixed(3) ?? '-')]);
    sums.set(name, [...(sums.get(name) ?? []), shown]);
  }
}
for (const [name, shown] of sums)
  rows.push([
    'mean',
    name,
    ...shown[0].map((_, column) => {
      const known = shown.map((values) => values[column]).filter((value) => value !== null);
      return (known.reduce((sum, value) => sum + value, 0) / known.length).toFixed(3);
    }),
  ]);
console.log();
report('prior-measures', ['topic', 'weights', ...MEASURES, 'hub corr.'], rows, { values });

if (Number(values.check) > 0) {
  const variantsOf = (web) => {
    const free = fitted(
      crawls.filter((crawl) => crawl.web !== web),
      'zero',
    );
    return {
      'by hand': BY_HAND,
      fitted: { relevance: named(withoutWeb[web].relevance), hub: BY_HAND.hub },
      'fitted, hub too': { relevance: named(withoutWeb[web].relevance), hub: named(withoutWeb[web].hub) },
      'drawn to 0': { relevance: named(free.relevance), hub: BY_HAND.hub },
    };
  };
  const budgets = values['check-budgets'].split(',').map(Number);
  const runs = await inProcesses(
    works.map((work) => ({
      ...work,
      runs: Number(values.check),
      // Judges other than those of the samples.
      randomSeed: Number(values['random-seed']) + Number(values.runs),
      budgets,
      variants: variantsOf(work.web),
    })),
    Number(values.processes),
  );
  console.log();
  compared(runs, budgets, values);
}

if (values.write)
  await writeArtefact({ relevance: named(all.relevance), hub: named(all.hub) }, { topics, links, settings, values });

import { parseArgs } from 'node:util';
import { openSyntheticLab } from '../../dist/modules/research/lab/lab-synthetic.js';
import { readLabTopic } from '../../dist/modules/research/lab/lab-topic.js';
import { openLabWeb } from '../../dist/modules/research/lab/lab-web.js';
import { runLab } from '../../dist/modules/research/lab/run-lab.js';
import { runPolicy } from '../../dist/modules/research/lab/run-policy.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { iteratePolicy } from '../../dist/domain/policies/skip-parse/policy-iteration.js';
import { Action, nameOf, STATES } from '../../dist/domain/policies/skip-parse/states.js';
import { sessionConfigSchema } from '../../dist/domain/session/index.js';
import { parseSyntheticSettings } from '../../dist/domain/webs/index.js';
import { report } from '../support/report.mjs';

/**
 * Lim 2016, section 7.3: sizes of queue and stack (7.3.1), the result of policy iteration (7.3.2), and whether
 * Q-learning (9.1) decides sensibly.
 *
 * npm run build && node bench/papers/lim.mjs [--warc F --labels F --topic F] [--synthetic pages=20000]
 *     [--budget 500,2000] [--runs 3]
 */
const { values } = parseArgs({
  options: {
    warc: { type: 'string' },
    labels: { type: 'string' },
    topic: { type: 'string' },
    synthetic: { type: 'string', default: 'pages=20000' },
    budget: { type: 'string', default: '500,2000' },
    runs: { type: 'string', default: '3' },
  },
});
/** Section 7.3.1: size of queue and stack after so many steps. */
const PAPER = { 5: [1_205, 923], 50: [9_522, 6_096], 500: [68_615, 26_864] };

const { web, topic } =
  values.warc === undefined
    ? openSyntheticLab(parseSyntheticSettings(values.synthetic))
    : { web: await openLabWeb(values.warc, values.labels), topic: await readLabTopic(values.topic) };
console.log(`${topic.name}\n`);

/** Number of links that a policy holds after so many fetches. */
async function sizesOf(name, fetches, config = {}) {
  const definition = findPolicy(name);
  let policy;
  await runPolicy({
    policy: { ...definition, create: (...given) => (policy = definition.create(...given)) },
    policyConfig: config,
    config: sessionConfigSchema.parse({ ...topic.session, concurrency: 1, budget: { fetches } }),
    randomSeed: 1,
    seeds: topic.seeds,
    fetcher: web.fetcher,
    cache: web.cache,
    model: { scoreText: () => 0 },
    keywords: [],
    isRelevant: () => false,
    reward: 'labels',
    isOpen: (url) => web.isRecorded(url),
  });
  return { size: policy.size, ...policy.stats() };
}

const sizeRows = [];
for (const [steps, paper] of Object.entries(PAPER)) {
  const queue = await sizesOf('breadth-first', Number(steps));
  const depthFirst = await sizesOf('depth-first', Number(steps));
  for (const [rule, config] of [
    ['any', {}],
    ['all', { hostRule: 'all' }],
  ]) {
    const stack = await sizesOf('modified-dfs', Number(steps), config);
    const share = (stack.stack / queue.size).toFixed(2);
    sizeRows.push([
      steps,
      rule,
      queue.size,
      depthFirst.size,
      stack.stack,
      stack.reserve,
      share,
      ...paper,
      (paper[1] / paper[0]).toFixed(2),
    ]);
  }
}
console.log('Candidates held after a number of steps (7.3.1)');
report(
  'papers-lim-sizes',
  [
    'steps',
    'hostRule',
    'queue',
    'depth-first',
    'stack',
    'reserve',
    'stack/queue',
    'paper: queue',
    'stack',
    'stack/queue',
  ],
  sizeRows,
  { topic: topic.name },
);

const iterated = [
  ['γ .5', { discount: 0.5 }],
  ['γ .999', { discount: 0.999 }],
  ['γ .999, skips cost .2', { discount: 0.999, skipPenalty: 0.2 }],
].map(([name, model]) => [name, iteratePolicy(model)]);
console.log('\nWhat policy iteration does in each state (7.3.2): True parses, False skips');
report(
  'papers-lim-policy-iteration',
  ['features that are true', ...iterated.map(([name]) => name)],
  Array.from({ length: STATES }, (_, state) => [
    nameOf(state),
    ...iterated.map(([, { actions }]) => (actions[state] === Action.Parse ? 'True' : 'False')),
  ]),
);

const names = ['skip-parse', 'modified-dfs', 'best-first', 'breadth-first'];
const lab = await runLab({
  web,
  topic,
  policies: names.map(findPolicy),
  budgets: values.budget.split(',').map(Number),
  runs: Number(values.runs),
  randomSeed: 1,
  unrecorded: 'skip',
});
const mean = (runs, pick) => runs.reduce((sum, run) => sum + pick(run), 0) / runs.length;
console.log('\nQ-learning (9.1) beside policies that read the links of every page; means of the runs');
report(
  'papers-lim-q-learning',
  ['policy', 'budget', 'relevant', '±', 'domains', 'links read', 'relevant per page read', 'held at the end'],
  lab.results
    .filter(({ policy }) => policy !== 'oracle')
    .map(({ policy, budget, runs, relevant, domains }) => {
      const pages = ({ fetched, stats }) => stats.parsed ?? fetched;
      const share = mean(runs, (run) => pages(run) / run.fetched);
      const held = mean(runs, ({ stats }) => (stats.stack ?? Number.NaN) + (stats.reserve ?? Number.NaN));
      return [
        policy,
        budget,
        relevant.mean.toFixed(1),
        relevant.deviation.toFixed(1),
        domains.mean.toFixed(1),
        `${(100 * share).toFixed(0)}%`,
        mean(runs, (run) => run.relevant / pages(run)).toFixed(3),
        Number.isNaN(held) ? '' : held.toFixed(0),
      ];
    }),
  { topic: topic.name, results: lab.results },
);

import { parseArgs } from 'node:util';
import { meanAndDeviation } from '../../dist/domain/experiments/index.js';
import { readLabTopic } from '../../dist/modules/research/lab/lab-topic.js';
import { openSyntheticLab } from '../../dist/modules/research/lab/lab-synthetic.js';
import { openLabWeb } from '../../dist/modules/research/lab/lab-web.js';
import { runLab } from '../../dist/modules/research/lab/run-lab.js';
import { domainCapSchema } from '../../dist/domain/session/session-config.js';
import { parseSyntheticSettings } from '../../dist/domain/webs/index.js';
import { report } from '../support/report.mjs';
import { withSettings } from './with-settings.mjs';

/**
 * TRES, tables 3 and 4: harvest rate and relevant domains of each policy at each MAX; figure 4: URLs evaluated in a
 * step by `tres` and `synchronous` as the frontier grows. Scored by the labels of a recorded web.
 *
 * npm run build && node bench/papers/tres.mjs --warc W --labels L --topic bench/topics/webkb-project.json
 *     [--max unlimited,100,10,5,5->2] [--budget 500] [--runs 2] [--model linear-svm] [--policies tres,tres-nh]
 *     [--figure] (figure 4 instead of the tables)
 *     [--sizes 10000,100000] (its rows: frontier sizes of `tres`; without `synchronous`)
 * `--synthetic pages=200000` replaces --warc, --labels and --topic.
 */
const { values } = parseArgs({
  options: {
    warc: { type: 'string' },
    labels: { type: 'string' },
    topic: { type: 'string' },
    max: { type: 'string', default: 'unlimited,100,10,5,5->2' },
    budget: { type: 'string' },
    runs: { type: 'string', default: '2' },
    model: { type: 'string' },
    policies: { type: 'string' },
    figure: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    synthetic: { type: 'string' },
  },
});
if (values.synthetic === undefined && (!values.warc || !values.labels || !values.topic))
  throw new Error('--warc, --labels and --topic are needed, or --synthetic');

/** The paper's method: without the prior that the default preset adds. */
const AS_PUBLISHED = { priorSteps: 0, minSamples: 1 };
/** Policies of the tables: a name, the policy, its settings. */
const SUBJECTS = [
  ['random', 'random', {}],
  ['tree-random', 'tree-random', {}],
  ['best-first', 'best-first', {}],
  ['ache', 'ache', {}],
  ['ache-hard', 'ache', { focus: 'hard' }],
  ['seedfinder', 'seedfinder', {}],
  ['seedfinder-ache', 'seedfinder', { crawler: 'ache' }],
  ['async', 'async', {}],
  ['tres-async', 'tres-async', {}],
  ['synchronous', 'synchronous', {}],
  ['tres-nh', 'tres', { ...AS_PUBLISHED, domainFeatures: false }],
  ['tres', 'tres', AS_PUBLISHED],
];
const wanted = values.policies?.split(',');
/** Rows of the figure. */
const FIGURE_POINTS = 10;

const { web, topic: given } =
  values.synthetic === undefined
    ? { web: await openLabWeb(values.warc, values.labels), topic: await readLabTopic(values.topic) }
    : openSyntheticLab(parseSyntheticSettings(values.synthetic));
const topic = values.model ? { ...given, model: { kind: values.model, config: {} } } : given;
const run = (policies, budget, runs, domainCap) =>
  runLab({
    web,
    topic: { ...topic, policyConfig: {}, session: { ...topic.session, domainCap: domainCapSchema.parse(domainCap) } },
    policies,
    budgets: [budget],
    runs,
    randomSeed: 1,
    unrecorded: 'skip',
  });
const round = (value, digits) => value.toFixed(digits);

async function tables() {
  const rows = [];
  for (const max of values.max.split(',')) {
    const policies = SUBJECTS.filter(([name]) => wanted === undefined || wanted.includes(name)).map((one) =>
      withSettings(...one),
    );
    const { results } = await run(policies, Number(values.budget ?? 500), Number(values.runs), max);
    for (const { policy, runs, relevant, domains } of results) {
      // Of fetched pages: at a small MAX a web of this size has fewer than the budget.
      const rate = meanAndDeviation(runs.map((one) => (100 * one.relevant) / Math.max(1, one.fetched)));
      rows.push([
        max,
        policy,
        round(meanAndDeviation(runs.map(({ fetched }) => fetched)).mean, 0),
        round(relevant.mean, 1),
        `${round(rate.mean, 1)} ±${round(rate.deviation, 1)}`,
        `${round(domains.mean, 1)} ±${round(domains.deviation, 1)}`,
      ]);
    }
  }
  report(`tres-tables-${topic.label}`, ['MAX', 'policy', 'fetched', 'relevant', 'harvest rate %', 'domains'], rows);
}

/** A policy that reports the size of its frontier and the values computed by each choice. */
const watched = (name, onChoice) =>
  withSettings(name, name, name === 'tres' ? AS_PUBLISHED : {}, (policy) => {
    const choose = policy.choose.bind(policy);
    policy.choose = (step, ...rest) => {
      const choice = choose(step, ...rest);
      if (choice.kind === 'fetch') onChoice(step + 1, policy);
      return choice;
    };
  });

/** Figure 4 by step, both policies. */
async function figure() {
  const budget = Number(values.budget ?? 2_000);
  const every = Math.floor(budget / FIGURE_POINTS);
  const seen = new Map();
  const names = ['synchronous', 'tres'];
  const policies = names.map((name) =>
    watched(name, (step, policy) => {
      if (step % every !== 0) return;
      const { evaluated, leaves = 0 } = policy.stats();
      seen.set(`${name} ${step}`, { evaluated, leaves, size: policy.size });
    }),
  );
  await run(policies, budget, 1, 'unlimited');
  const rows = [];
  for (let step = every; step <= budget; step += every) {
    const [all, tree] = names.map((name) => seen.get(`${name} ${step}`));
    if (all && tree)
      rows.push([
        step,
        all.size,
        all.evaluated,
        tree.size,
        tree.leaves,
        tree.evaluated,
        round(tree.size / tree.evaluated, 0),
      ]);
  }
  const header = ['step', 'synchronous: frontier', 'evaluated', 'tres: frontier', 'leaves', 'evaluated', 'factor'];
  report(`tres-figure-4-${topic.label}`, header, rows);
}

/**
 * Figure 4 by size of the frontier: `tres` only, since `synchronous` computes as many values as there are candidates.
 * The last row is the last step.
 */
async function figureBySize(sizes) {
  const budget = Number(values.budget ?? 20_000);
  const rows = [];
  const policy = watched('tres', (step, policy) => {
    const { size } = policy;
    const next = sizes[rows.length] ?? Number.POSITIVE_INFINITY;
    if (size < next && step !== budget) return;
    const { evaluated, leaves } = policy.stats();
    rows.push([step, size, size + 1, leaves, round(size / leaves, 0), evaluated, round(size / evaluated, 0)]);
    console.error(rows.at(-1).join(' '));
  });
  await run([policy], budget, 1, 'unlimited');
  const header = ['step', 'frontier', 'synchronous', 'leaves', 'factor by leaves', 'tres', 'factor'];
  report('tres-figure-4-by-size', header, rows, { web: values.synthetic ?? values.warc });
}

if (!values.figure) await tables();
else if (values.sizes === undefined) await figure();
else await figureBySize(values.sizes.split(',').map(Number));

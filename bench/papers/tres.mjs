import { parseArgs } from 'node:util';
import { meanAndDeviation } from '../../dist/cli/lab/harvest-curve.js';
import { readLabTopic } from '../../dist/cli/lab/lab-topic.js';
import { openLabWeb } from '../../dist/cli/lab/lab-web.js';
import { runLab } from '../../dist/cli/lab/run-lab.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { domainCapSchema } from '../../dist/domain/session/session-config.js';
import { report } from '../support/report.mjs';

/**
 * TRES, tables 3 and 4: harvest rate and relevant domains of each policy at each MAX; figure 4: URLs evaluated in a step, `tres` against `synchronous`, while the
 * frontier grows. Judged by the labels of a recorded web.
 *
 * npm run build && node bench/papers/tres.mjs --warc W --labels L --topic bench/topics/webkb-project.json [--max unlimited,100,10,5,5->2] [--budget 500] [--runs 2]
 *   [--model linear-svm] [--figure] (figure 4 instead of the tables)
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
    figure: { type: 'boolean', default: false },
  },
});
if (!values.warc || !values.labels || !values.topic) throw new Error('--warc, --labels and --topic are needed');

/** Policies of the tables: a name, the policy, its settings. */
const SUBJECTS = [
  ['random', 'random', {}],
  ['tree-random', 'tree-random', {}],
  ['best-first', 'best-first', {}],
  ['ache', 'ache', {}],
  ['ache-hard', 'ache', { focus: 'hard' }],
  ['async', 'async', {}],
  ['tres-async', 'tres-async', {}],
  ['synchronous', 'synchronous', {}],
  ['tres-nh', 'tres', { domainFeatures: false }],
  ['tres', 'tres', {}],
];
/** Rows of the figure. */
const FIGURE_POINTS = 10;

function subject([name, of, settings], onChoice = () => {}) {
  const definition = findPolicy(of);
  const config = definition.configSchema.parse(settings);
  return {
    ...definition,
    name,
    needs: () => definition.needs?.(config) ?? {},
    create: (_, deps) => {
      const policy = definition.create(config, deps);
      const choose = policy.choose.bind(policy);
      policy.choose = (step, ...rest) => {
        const choice = choose(step, ...rest);
        if (choice.kind === 'fetch') onChoice(step, policy);
        return choice;
      };
      return policy;
    },
  };
}

const web = await openLabWeb(values.warc, values.labels);
const given = await readLabTopic(values.topic);
const topic = values.model ? { ...given, model: { kind: values.model, config: {} } } : given;
const run = (policies, budget, runs, domainCap) =>
  runLab({
    web,
    topic: { ...topic, policyConfig: {}, session: { ...topic.session, domainCap: domainCapSchema.parse(domainCap) } },
    policies,
    budgets: [budget],
    runs,
    randomSeed: 1,
    cacheDir: 'data/cache',
    unrecorded: 'skip',
  });
const round = (value, digits) => value.toFixed(digits);

async function tables() {
  const rows = [];
  for (const max of values.max.split(',')) {
    const policies = SUBJECTS.map((one) => subject(one));
    const { results } = await run(policies, Number(values.budget ?? 500), Number(values.runs), max);
    for (const { policy, runs, relevant, domains } of results) {
      // Of the pages that were fetched: at a small MAX a web of this size has fewer than the budget.
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

async function figure() {
  const budget = Number(values.budget ?? 2_000);
  const every = Math.floor(budget / FIGURE_POINTS);
  const seen = new Map();
  const names = ['synchronous', 'tres'];
  const policies = names.map((name) =>
    subject([name, name, {}], (step, policy) => {
      if ((step + 1) % every !== 0) return;
      const { evaluated, leaves = 0 } = policy.stats();
      seen.set(`${name} ${step + 1}`, { evaluated, leaves, size: policy.size });
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

await (values.figure ? figure() : tables());

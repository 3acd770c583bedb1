import { parseArgs } from 'node:util';
import { readLabTopic } from '../../dist/modules/research/lab/lab-topic.js';
import { openLabWeb } from '../../dist/modules/research/lab/lab-web.js';
import { openSyntheticLab } from '../../dist/modules/research/lab/lab-synthetic.js';
import { runLab } from '../../dist/modules/research/lab/run-lab.js';
import { policies } from '../../dist/domain/policies/index.js';
import { parseSyntheticSettings } from '../../dist/domain/webs/index.js';
import { report } from '../support/report.mjs';
import { withSettings } from './with-settings.mjs';

/**
 * The tag-path bandit against all policies on each web: relevant pages and domains by labels, and the rank of each
 * policy. All policies have their default settings. Variants of the bandit, such as `paper`, are shown without a rank.
 *
 * npm run build && node bench/papers/bandit.mjs NAME=WARC,LABELS,TOPIC.json[,TOPIC.json …] … [--synthetic pages=20000]
 *   [--budgets 500,1000] [--runs 3] [--policies tres,tag-path-bandit] [--no-variants]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    synthetic: { type: 'string' },
    budgets: { type: 'string', default: '500,1000' },
    runs: { type: 'string', default: '3' },
    policies: { type: 'string' },
    variants: { type: 'boolean', default: true },
  },
});
const BANDIT = 'tag-path-bandit';
const VARIANTS = [
  ['random link', { link: 'random' }],
  ['linked', { reward: 'linked' }],
  ['paper', { link: 'random', exploration: 2 * Math.SQRT2, reward: 'linked' }],
];
/** These know the web, or a search engine finds unlinked pages for them. */
const NOT_RANKED = ['optimal', 'seedfinder'];
/** These neither learn nor draw: one run equals many. */
const ALWAYS_ALIKE = ['breadth-first', 'depth-first', 'modified-dfs', 'iterative-deepening', 'optimal'];

const budgets = values.budgets.split(',').map(Number);
const names = values.policies?.split(',') ?? policies.map(({ name }) => name);
const variants = values.variants ? VARIANTS.map(([key, settings]) => [`${BANDIT}: ${key}`, BANDIT, settings]) : [];
const subjects = [...names.map((name) => [name, name]), ...variants];

/** A web that caches expensive reads: responses, texts of pages, and the graph of a topic. */
function kept(web) {
  const answers = new Map();
  const texts = new Map();
  const graphs = new Map();
  const once = (map, key, make) => {
    if (!map.has(key)) map.set(key, make());
    return map.get(key);
  };
  return {
    ...web,
    fetcher: {
      ...web.fetcher,
      fetch: (request, signal) =>
        once(answers, `${request.as} ${request.url}`, () => web.fetcher.fetch(request, signal)),
    },
    document: (url) => once(texts, url, () => web.document(url)),
    graphFrom: (seeds) => once(graphs, seeds.join(' '), () => web.graphFrom(seeds)),
  };
}

/** Web and topic of each column. */
const tasks = [];
for (const text of positionals) {
  const [name, rest] = text.split(/=(.*)/s);
  const [warc, labels, ...topics] = (rest ?? '').split(',');
  if (topics.length === 0) throw new Error(`${text}: expected NAME=WARC,LABELS,TOPIC.json`);
  const web = kept(await openLabWeb(warc, labels));
  for (const file of topics) {
    const topic = await readLabTopic(file);
    tasks.push({ column: `${name} ${topic.label.replace(/^topic:/, '')}`, web, topic });
  }
}
if (values.synthetic !== undefined) {
  const { web, topic } = openSyntheticLab(parseSyntheticSettings(values.synthetic));
  tasks.push({ column: 'synthetic', web: kept(web), topic });
}
const all = tasks.map(({ column }) => column);

/** Results of a budget by column and policy. */
async function measure(budget) {
  const columns = new Map();
  for (const { column, web, topic } of tasks) {
    const run = (some, runs) =>
      runLab({
        web,
        topic: { ...topic, policyConfig: {} },
        policies: some.map((one) => withSettings(...one)),
        budgets: [budget],
        runs,
        randomSeed: 1,
        unrecorded: 'skip',
        onProgress: (line) => console.error(`${column}: ${line}`),
      });
    const isFixed = ([name]) => ALWAYS_ALIKE.includes(name);
    const learnt = await run(
      subjects.filter((one) => !isFixed(one)),
      Number(values.runs),
    );
    const fixed = await run(subjects.filter(isFixed), 1);
    columns.set(column, new Map([...learnt.results, ...fixed.results].map((result) => [result.policy, result])));
  }
  return columns;
}

const shown = ({ mean, deviation }) =>
  deviation > 0 ? `${mean.toFixed(1)} ±${deviation.toFixed(1)}` : mean.toFixed(0);
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const rows = [...subjects.map(([name]) => name), 'oracle'];

/** Rank by relevant pages among the policies that crawl; policies that are level share the mean of their ranks. */
function rank(results, policy) {
  const ranked = names.filter((name) => !NOT_RANKED.includes(name));
  const found = results.get(policy).relevant.mean;
  const ahead = ranked.filter((name) => results.get(name).relevant.mean > found).length;
  const level = ranked.filter((name) => results.get(name).relevant.mean === found).length;
  return ahead + (level + 1) / 2;
}

for (const budget of budgets) {
  const columns = await measure(budget);
  const table = (title, cells) => {
    console.log(`\n${title}, ${budget} fetches, ${values.runs} runs`);
    report(`bandit-${title.replaceAll(' ', '-')}-${budget}`, ['policy', ...all, 'mean'], cells);
  };
  const byMeasure = (measureOf) =>
    rows.map((policy) => {
      const measured = all.map((column) => measureOf(columns.get(column).get(policy)));
      return [policy, ...measured.map(shown), mean(measured.map((one) => one.mean)).toFixed(1)];
    });
  table(
    'relevant pages',
    byMeasure(({ relevant }) => relevant),
  );
  table(
    'relevant domains',
    byMeasure(({ domains }) => domains),
  );
  const ranks = names
    .filter((name) => !NOT_RANKED.includes(name))
    .map((name) => [name, ...all.map((column) => rank(columns.get(column), name))])
    .map((row) => [...row, mean(row.slice(1)).toFixed(1)])
    .sort((a, b) => a.at(-1) - b.at(-1));
  table('ranks', ranks);
}

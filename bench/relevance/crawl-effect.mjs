/**
 * The gain of a model for a crawl: the lab's policies under each kind of model on recorded webs, scored by the true
 * labels.
 *
 * usage: npm run build && node bench/relevance/crawl-effect.mjs --corpora FOLDER
 *     [--topics webkb-course,webkb-project,davis-food] [--policies tres,best-first] [--kinds naive-bayes,linear-svm]
 *     [--positives 20,100] [--budgets 1000,2000] [--runs 3] [--random-seed 1] [--cache data/cache]
 *     [--out bench/out/relevance-crawl-effect.json]
 *
 * FOLDER holds `webkb.warc.gz`, `webkb.labels.tsv.gz` and the same for davis; topics are files of bench/topics. Each
 * run draws its own examples by its seed from the hosts that the topic file allows, twice as many irrelevant as
 * relevant ones, plus general texts as in the service. All models and policies of a run share the examples, and a model
 * is trained once for all policies and budgets. Examples of webkb are from universities that are not crawled; davis is
 * one site, so its crawls meet some examples, under every model alike.
 *
 * A crawl has the largest budget; smaller ones are read from its course. `labels` instead of a model judges each
 * fetched page by the truth, and an anchor by the share of relevant pages behind links with its words; it knows nothing
 * beyond that. Links without a recorded response are no candidates. Policies without a model are included for
 * comparison.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { meanAndDeviation } from '../../dist/domain/experiments/index.js';
import { readLabTopic } from '../../dist/modules/research/lab/lab-topic.js';
import { openLabWeb } from '../../dist/modules/research/lab/lab-web.js';
import { drawExamples } from '../../dist/modules/research/lab/lab-model.js';
import { runPolicy } from '../../dist/modules/research/lab/run-policy.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { sessionConfigSchema } from '../../dist/domain/session/index.js';
import { urlWords } from '../../dist/domain/url/index.js';
import { backgroundSample, loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { saveRows } from '../support/report.mjs';
import { configOf, keyword, subjects } from './kinds.mjs';
import { labelledPages } from './labelled-web.mjs';
import { remembering } from './remembering.mjs';

const KINDS = [
  'keyword-vectors',
  'keyword-vectors (band)',
  'naive-bayes',
  'linear-svm',
  'linear-svm (ACHE)',
  'logistic',
  'ensemble (probability)',
  'ensemble (rank)',
  'kw-bilstm',
  'labels',
];
const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    topics: { type: 'string', default: 'webkb-course,webkb-project,davis-food' },
    policies: { type: 'string', default: 'tres,best-first' },
    kinds: { type: 'string', default: KINDS.join(',') },
    positives: { type: 'string', default: '20,100' },
    budgets: { type: 'string', default: '1000,2000' },
    runs: { type: 'string', default: '3' },
    'random-seed': { type: 'string', default: '1' },
    out: { type: 'string', default: 'bench/out/relevance-crawl-effect.json' },
  },
});
if (!values.corpora) throw new Error('--corpora is missing: the folder of the recorded webs');
const kinds = values.kinds.split(',');
const numbers = (list) => list.split(',').map(Number);
const budgets = numbers(values.budgets).sort((a, b) => a - b);
const policies = values.policies.split(',');
const BACKGROUND = 1_000;
const WITHOUT_MODEL = ['breadth-first', 'random'];
/** Policies that use a model only for links: if two models agree on links, one crawl serves both. */
const BY_LINKS_ALONE = new Set(['best-first']);
const LINKS_COMPARED = 500;
const vectors = await loadWordVectors();
const rows = [];

const save = () => saveRows(values, { rows });

function trained(name, topic, examples, seed) {
  const rng = createRng(seed);
  const config = configOf(name, topic.keywords);
  const input = {
    config,
    keywords: topic.keywords.map(keyword),
    ...examples,
    background: backgroundSample(BACKGROUND, rng),
    vectors,
    rng,
  };
  const cpu = process.cpuUsage();
  const { model } = trainAndEvaluate(subjects[name].kind, input);
  const { user, system } = process.cpuUsage(cpu);
  return { model, trainingCpuS: (user + system) / 1e6 };
}

/** Texts of links with the share of relevant pages behind them. */
function trueAnchors(pages, label) {
  const texts = new Map();
  for (const { labels, anchors } of pages) {
    for (const text of anchors) {
      const counts = texts.get(text) ?? texts.set(text, { pages: 0, relevant: 0 }).get(text);
      counts.pages++;
      if (labels.has(label)) counts.relevant++;
    }
  }
  return {
    scoreText: (text) => {
      const counts = texts.get(text);
      return counts === undefined ? 0 : counts.relevant / counts.pages;
    },
  };
}

const filesOf = (web) => [`${web}.warc.gz`, `${web}.labels.tsv.gz`].map((file) => join(values.corpora, file));

async function openTopic(name) {
  const topic = await readLabTopic(`bench/topics/${name}.json`);
  const files = filesOf(name.split('-')[0]);
  const web = await openLabWeb(...files);
  const fetcher = remembering(web.fetcher);
  const pages = kinds.includes('labels') ? await labelledPages(...files, Infinity) : [];
  return {
    name,
    topic,
    web: { ...web, fetcher },
    isRelevant: (url) => web.labels.get(url)?.has(topic.label) ?? false,
    truth: trueAnchors(pages, topic.label),
  };
}

const crawls = new Map();

/** One policy under one model: relevant pages found by each budget. */
async function crawl(subject, policy, judge, seed, details) {
  const { web, topic, isRelevant, name } = subject;
  const links = [...web.labels.keys()].slice(0, LINKS_COMPARED);
  const key = BY_LINKS_ALONE.has(policy)
    ? [name, policy, seed, ...links.map((url) => judge.model.scoreText(urlWords(url)))].join()
    : crawls.size;
  const run =
    crawls.get(key) ??
    (await runPolicy({
      policy,
      policyConfig: topic.policyConfig[policy] ?? {},
      randomSeed: seed,
      seeds: topic.seeds,
      fetcher: web.fetcher,
      cache: web.cache,
      isRelevant,
      ...judge,
      config: sessionConfigSchema.parse({ ...topic.session, concurrency: 1, budget: { fetches: budgets.at(-1) } }),
      keywords: topic.keywords.map(keyword),
      isOpen: (url) => web.isRecorded(url),
    }));
  crawls.set(key, run);
  const { curve, end } = run;
  // A failure costs a fetch and is no point of the curve; with recorded links only there are few.
  const pages = curve.relevant.length;
  const foundBy = (budget) => curve.relevant[Math.min(budget, pages) - 1] ?? 0;
  for (const budget of budgets)
    rows.push({ topic: name, policy, seed, budget, relevant: foundBy(budget), pages, end, ...details });
}

async function measure(subject, seed) {
  const { topic, web, isRelevant, name, truth } = subject;
  for (const positives of numbers(values.positives)) {
    const rng = createRng(seed);
    const examples = {
      positives: await drawExamples(web, topic, positives, isRelevant, rng),
      negatives: await drawExamples(web, topic, 2 * positives, (url) => !isRelevant(url), rng),
    };
    for (const kind of kinds) {
      const { model, trainingCpuS } =
        kind === 'labels' ? { model: truth, trainingCpuS: 0 } : trained(kind, topic, examples, seed);
      const judge = { model, reward: kind === 'labels' ? 'labels' : 'model' };
      for (const policy of policies)
        await crawl(subject, policy, judge, seed, { model: kind, positives, trainingCpuS });
      process.stderr.write(`${name} seed ${seed}, ${positives} relevant examples, ${kind}\n`);
      save();
    }
  }
  for (const policy of WITHOUT_MODEL)
    await crawl(subject, policy, { model: { scoreText: () => 0 }, reward: 'labels' }, seed, {
      model: 'none',
      positives: 0,
    });
}

const cell = (of) => {
  if (of.length === 0) return '';
  const { mean, deviation } = meanAndDeviation(of.map(({ relevant }) => relevant));
  return `${mean.toFixed(0)} ±${deviation.toFixed(0)}`;
};

/** Relevant pages found, mean and deviation over the runs; one table per topic and number of examples. */
function print() {
  for (const topic of values.topics.split(',')) {
    const of = rows.filter((row) => row.topic === topic);
    const bare = WITHOUT_MODEL.map(
      (policy) =>
        `${policy} ${budgets.map((at) => cell(of.filter((row) => row.policy === policy && row.budget === at))).join(', ')}`,
    );
    console.log(
      `\n### ${topic}: relevant pages found at ${budgets.join(', ')} fetches; without a model: ${bare.join('; ')}\n`,
    );
    const columns = numbers(values.positives).flatMap((positives) =>
      policies.flatMap((policy) => budgets.map((budget) => ({ positives, policy, budget }))),
    );
    console.log(
      `| model | ${columns.map(({ positives, policy, budget }) => `${positives} examples, ${policy}, ${budget}`).join(' | ')} |`,
    );
    console.log(`|---|${columns.map(() => '---|').join('')}`);
    for (const kind of kinds) {
      const cells = columns.map(({ positives, policy, budget }) =>
        cell(
          of.filter(
            (row) =>
              row.model === kind && row.positives === positives && row.policy === policy && row.budget === budget,
          ),
        ),
      );
      console.log(`| ${kind} | ${cells.join(' | ')} |`);
    }
  }
  printShares();
}

/** Over all topics: pages found under a model relative to those found under the labels. */
function printShares() {
  const key = ({ topic, policy, positives, budget, seed }) => [topic, policy, positives, budget, seed].join('\t');
  const ceiling = new Map(rows.filter(({ model }) => model === 'labels').map((row) => [key(row), row.relevant]));
  if (ceiling.size === 0) return;
  console.log('\n### All topics and budgets: share of what is found under the labels\n');
  const columns = numbers(values.positives).flatMap((positives) => policies.map((policy) => ({ positives, policy })));
  console.log(
    `| model | ${columns.map(({ positives, policy }) => `${positives} examples, ${policy}`).join(' | ')} | training, CPU s |`,
  );
  console.log(`|---|${columns.map(() => '---|').join('')}---|`);
  for (const kind of kinds) {
    const of = rows.filter(({ model }) => model === kind);
    const cells = columns.map(({ positives, policy }) => {
      const shares = of
        .filter((row) => row.positives === positives && row.policy === policy)
        .map((row) => row.relevant / ceiling.get(key(row)));
      return `${(100 * meanAndDeviation(shares).mean).toFixed(0)}%`;
    });
    console.log(
      `| ${kind} | ${cells.join(' | ')} | ${meanAndDeviation(of.map(({ trainingCpuS }) => trainingCpuS)).mean.toFixed(1)} |`,
    );
  }
}

const subjectsOfCrawls = [];
for (const name of values.topics.split(',')) subjectsOfCrawls.push(await openTopic(name));
// Seed by seed, so that an interrupted run has saved balanced results.
for (let run = 0; run < Number(values.runs); run++)
  for (const subject of subjectsOfCrawls) await measure(subject, Number(values['random-seed']) + run);
save();
print();
console.log(`\n${values.out}`);

/**
 * The gain of labels given during a crawl, requested by the label queue or for random pages.
 *
 * usage: npm run build && node bench/relevance/active-labels.mjs --corpora FOLDER
 *     [--topics webkb-course,webkb-project,davis-food] [--policies best-first]
 *     [--strategies random,mixed,uncertain,influential,newest-domain,blend] [--kinds default] [--labels 10,30,100]
 *     [--pause-at 300] [--budget 1000] [--runs 3] [--random-seed 1] [--judged 1000] [--cache data/cache]
 *     [--out bench/out/relevance-active-labels.json] [--unrecorded skip|fetch] [--check-api]
 *
 * A session begins with a random two thirds of the topic's keywords, different in each run. It pauses at `--pause-at`
 * completed fetches and requests labels in rounds that end at 10, 30 and 100; the answers are the true labels. After
 * each round the next model is trained as in the service and judges all pages again, so that the next round uses it.
 * From the same point the crawl continues to its budget under the model of 10, 30 and 100 labels, and with none.
 * Harvest counts found pages by true labels; average precision is over unlabelled recorded pages. `random` draws from
 * all fetched pages; `blend` mixes it half and half with the most uncertain ones. All runs are in process, with the
 * service's engine, queue, training and `relearnCrawl`.
 *
 * `--check-api` runs the first topic, policy, strategy and seed through the whole service (API, worker, proxy,
 * PostgreSQL), then in process from the same pause, and compares labels and harvest. It takes links as they come
 * (`--unrecorded fetch`).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { meanAndDeviation } from '../../dist/domain/experiments/index.js';
import { averagePrecision, confusionAt, f1Of } from '../../dist/domain/learning/calibration-measures.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { saveRows } from '../support/report.mjs';
import { checkThroughApi } from './active-api.mjs';
import { labelRounds, openTopic, trainAsService } from './active-crawl.mjs';
import { labelledPages } from './labelled-web.mjs';

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    topics: { type: 'string', default: 'webkb-course,webkb-project,davis-food' },
    policies: { type: 'string', default: 'best-first' },
    strategies: { type: 'string', default: 'random,mixed,uncertain,influential,newest-domain,blend' },
    kinds: { type: 'string', default: 'default' },
    labels: { type: 'string', default: '10,30,100' },
    'pause-at': { type: 'string', default: '300' },
    budget: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    'random-seed': { type: 'string', default: '1' },
    judged: { type: 'string', default: '1000' },
    out: { type: 'string', default: 'bench/out/relevance-active-labels.json' },
    unrecorded: { type: 'string', default: 'skip' },
    'check-api': { type: 'boolean', default: false },
  },
});
if (!values.corpora) throw new Error('--corpora is missing: the folder of the recorded webs');
const list = (text) => text.split(',');
const counts = list(values.labels).map(Number);
const vectors = await loadWordVectors();
const rows = [];

const save = () => saveRows(values, { rows });

/** How well a model ranks and classifies held-out recorded pages. */
function qualityOf(model, pages, label, labelled) {
  const given = new Set(labelled.map(({ url }) => url));
  const rest = pages.filter(({ url }) => !given.has(url));
  const truth = rest.map((page) => (page.labels.has(label) ? 1 : 0));
  const scores = rest.map(({ document }) => model.score(document));
  const links = rest.flatMap((page, i) =>
    page.anchors.slice(0, 1).map((text) => ({ score: model.scoreText(text), truth: truth[i] })),
  );
  return {
    AP: averagePrecision(scores, truth),
    F1: f1Of(confusionAt(scores, truth, model.threshold)),
    anchorsAP: averagePrecision(
      links.map(({ score }) => score),
      links.map((link) => link.truth),
    ),
  };
}

async function measure(subject, judged, policy, seed) {
  const { topic } = subject;
  const keywords = subject.someKeywords(seed);
  const train = (kind, positives, negatives) => trainAsService(kind, keywords, positives, negatives, vectors);
  const first = train('keyword-vectors', [], []);
  const held = await subject.hold({
    policy,
    seed,
    keywords,
    first,
    pauseAt: Number(values['pause-at']),
    budget: Number(values.budget),
  });
  const foundBefore = subject.harvest(held.records);
  const note = async (details, model, labelled) => {
    const harvest = subject.harvest(await held.goOn(model));
    rows.push({
      topic: subject.name,
      policy,
      seed,
      ...details,
      given: labelled.length,
      relevantLabels: labelled.filter(({ relevant }) => relevant).length,
      foundBefore,
      harvest,
      foundAfter: harvest - foundBefore,
      ...qualityOf(model, judged, topic.label, labelled),
    });
  };
  await note({ strategy: 'none', kind: 'keyword-vectors', labels: 0 }, first, []);
  for (const kind of list(values.kinds)) {
    for (const strategy of list(values.strategies)) {
      for (const { wanted, labelled, model } of labelRounds({
        pages: held.pages,
        strategy,
        first,
        counts,
        seed,
        train: (p, n) => train(kind, p, n),
      })) {
        await note({ strategy, kind, labels: wanted, trained: model !== first }, model, labelled);
      }
      process.stderr.write(`${subject.name} ${policy} seed ${seed} ${kind} ${strategy}\n`);
      save();
    }
  }
}

/** Means over topics, policies and runs; differences from random labels are paired by run. */
function table(title, of) {
  const key = ({ topic, policy, seed, kind, labels }) => [topic, policy, seed, kind, labels].join('\t');
  const random = new Map(of.filter(({ strategy }) => strategy === 'random').map((row) => [key(row), row.harvest]));
  const groups = new Map();
  for (const row of of) {
    const group = `${row.kind}\t${String(row.labels).padStart(4)}\t${row.strategy}`;
    (groups.get(group) ?? groups.set(group, []).get(group)).push(row);
  }
  console.log(`\n### ${title}\n`);
  const harvest = ['relevant pages at the end', 'of them after', 'more than at random'];
  const header = [
    'model',
    'labels',
    'chosen',
    'given',
    'of them relevant',
    'enough to train',
    ...harvest,
    'average precision',
    'F1',
    "anchors' AP",
  ];
  console.log(`| ${header.join(' | ')} |\n|${header.map(() => '---|').join('')}`);
  for (const [group, list] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [kind, labels, strategy] = group.split('\t');
    const mean = (name, digits) => meanAndDeviation(list.map((row) => row[name])).mean.toFixed(digits);
    const gains = list.filter((row) => random.has(key(row))).map((row) => row.harvest - random.get(key(row)));
    const gain = meanAndDeviation(gains);
    const more =
      strategy === 'random' || gains.length === 0 ? '' : `${gain.mean.toFixed(1)} ±${gain.deviation.toFixed(1)}`;
    const trained = `${list.filter((row) => row.trained).length} of ${list.length}`;
    const found = [mean('harvest', 1), mean('foundAfter', 1), more];
    const cells = [
      kind,
      Number(labels),
      strategy,
      mean('given', 0),
      mean('relevantLabels', 1),
      trained,
      ...found,
      mean('AP', 3),
      mean('F1', 3),
      mean('anchorsAP', 3),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

const names = list(values.topics);
const open = (name) => openTopic(values.corpora, name, values['check-api'] ? 'fetch' : values.unrecorded);
if (values['check-api']) {
  const options = {
    policy: list(values.policies)[0],
    strategy: list(values.strategies)[0],
    counts,
    seed: Number(values['random-seed']),
    vectors,
  };
  await checkThroughApi(await open(names[0]), {
    ...options,
    pauseAt: Number(values['pause-at']),
    budget: Number(values.budget),
  });
} else {
  const webs = new Map();
  const subjects = [];
  for (const name of names) {
    const subject = await open(name);
    const [web] = subject.files;
    if (!webs.has(web))
      webs.set(web, shuffle(await labelledPages(...subject.files), createRng(5)).slice(0, Number(values.judged)));
    subjects.push({ subject, judged: webs.get(web) });
  }
  // Run by run, so that an interrupted benchmark has saved balanced results.
  for (let run = 0; run < Number(values.runs); run++) {
    for (const { subject, judged } of subjects)
      for (const policy of list(values.policies))
        await measure(subject, judged, policy, Number(values['random-seed']) + run);
  }
  for (const name of names)
    table(
      name,
      rows.filter(({ topic }) => topic === name),
    );
  table('All topics', rows);
  console.log(`\n${values.out}`);
}

/**
 * Quality of the relevance models on recorded webs with labels: each label against the rest, with few and with many
 * examples.
 *
 * usage: npm run build && node bench/relevance/quality.mjs --corpora FOLDER [--webs webkb,davis] [--labels course,food]
 *     [--kinds naive-bayes,linear-svm] [--positives 5,20,100,all] [--judged 1000] [--splits 4] [--anchors]
 *     [--cache data/cache] [--out bench/out/relevance-quality.json]
 *
 * FOLDER holds `webkb.warc.gz`, `webkb.labels.tsv.gz` and the same for davis. There are twice as many irrelevant as
 * relevant examples, with `all` all of them (at most 2 000 of each); below 200, general texts are added as in the
 * service. `--splits` limits the splits of one method; with `--anchors`, examples include the texts of links to them,
 * as pages labelled in a crawl do. At most `--judged` random held-out pages are judged. Reported: average precision,
 * precision, recall and F1 at the model's own threshold, the best F1 of any threshold, and the average precision of
 * link texts (anchor and URL words) for the label of the target page; means over labels and splits.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRng } from '../../dist/domain/base/rng.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';
import {
  averagePrecision,
  bestF1Threshold,
  confusionAt,
  f1Of,
  precisionOf,
  recallOf,
} from '../../dist/domain/learning/calibration-measures.js';
import { trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { backgroundSample, loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { saveRows } from '../support/report.mjs';
import { configOf, keyword, subjects } from './kinds.mjs';
import { labelledPages } from './labelled-web.mjs';
import { webs } from './webs.mjs';

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    webs: { type: 'string', default: 'webkb,davis' },
    labels: { type: 'string' },
    kinds: {
      type: 'string',
      default: Object.keys(subjects)
        .filter((name) => name !== 'kw-bilstm')
        .join(','),
    },
    positives: { type: 'string', default: '5,20,100,all' },
    judged: { type: 'string', default: '1000' },
    splits: { type: 'string', default: '4' },
    anchors: { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench/out/relevance-quality.json' },
  },
});
if (!values.corpora) throw new Error('--corpora is missing: the folder of the recorded webs');
const kinds = values.kinds.split(',');
const sizes = values.positives.split(',');
const MOST_EXAMPLES = 2_000;
const BACKGROUND = 1_000;
const MAX_LINKS = 2_000;
const vectors = await loadWordVectors();
const rows = [];

function drawExamples(pages, label, split, size, seed) {
  const rng = createRng(seed);
  const of = (relevant) => pages.filter((page) => split.gives(page) && page.labels.has(label) === relevant);
  const draw = (relevant, n) =>
    shuffle(of(relevant), rng)
      .slice(0, n)
      .map(({ document, anchors }) => (values.anchors ? { ...document, anchors } : document));
  const n = size === 'all' ? MOST_EXAMPLES : Number(size);
  return { positives: draw(true, n), negatives: draw(false, size === 'all' ? MOST_EXAMPLES : 2 * n) };
}

/** Pages to judge and the links to them, the same for all models. */
function judgedOf(pages, label, split, seed) {
  const chosen = shuffle(pages.filter(split.judged), createRng(seed)).slice(0, Number(values.judged));
  const truth = (page) => (page.labels.has(label) ? 1 : 0);
  const links = shuffle(
    chosen.flatMap((page) => page.anchors.map((text) => ({ text, label: truth(page) }))),
    createRng(seed + 1),
  ).slice(0, MAX_LINKS);
  return { documents: chosen.map(({ document }) => document), labels: chosen.map(truth), links };
}

function measure(name, keywords, examples, judged, seed) {
  const rng = createRng(seed);
  const background = backgroundSample(BACKGROUND, rng);
  const input = {
    config: configOf(name, keywords),
    keywords: keywords.map(keyword),
    ...examples,
    background,
    vectors,
    rng,
  };
  const start = performance.now();
  const { model, metrics } = trainAndEvaluate(subjects[name].kind, input);
  const trainMs = performance.now() - start;
  const scores = judged.documents.map((document) => model.score(document));
  const linkScores = judged.links.map(({ text }) => model.scoreText(text));
  const confusion = confusionAt(scores, judged.labels, model.threshold);
  return {
    AP: averagePrecision(scores, judged.labels),
    precision: precisionOf(confusion),
    recall: recallOf(confusion),
    F1: f1Of(confusion),
    bestF1: f1Of(confusionAt(scores, judged.labels, bestF1Threshold(scores, judged.labels))),
    anchorsAP: averagePrecision(
      linkScores,
      judged.links.map((link) => link.label),
    ),
    promisedAP: metrics.averagePrecision,
    trainMs,
  };
}

const FIGURES = ['AP', 'precision', 'recall', 'F1', 'bestF1', 'anchorsAP'];
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const item of list) (groups.get(keyOf(item)) ?? groups.set(keyOf(item), []).get(keyOf(item))).push(item);
  return groups;
}

/** Means over labels and splits, one line per web, split method, number of examples and model. */
function summary() {
  const groups = groupBy(rows, ({ web, way, positives, model }) => [web, way, positives, model].join('\t'));
  return [...groups].map(([key, of]) => {
    const [web, way, positives, model] = key.split('\t');
    const figure = (name) => Math.round(mean(of.map((row) => row[name])) * 1_000) / 1_000;
    return {
      web,
      way,
      positives,
      model,
      runs: of.length,
      ...Object.fromEntries(FIGURES.map((name) => [name, figure(name)])),
    };
  });
}

const save = () => saveRows(values, { summary: summary(), rows });

for (const web of values.webs.split(',')) {
  const pages = await labelledPages(
    join(values.corpora, `${web}.warc.gz`),
    join(values.corpora, `${web}.labels.tsv.gz`),
  );
  console.log(`${web}: ${pages.length} pages with text`);
  const labels = Object.entries(webs[web].labels).filter(
    ([label]) => !values.labels || values.labels.split(',').includes(label),
  );
  for (const [way, makers] of Object.entries(webs[web].splits)) {
    for (const [at, make] of makers.slice(0, Number(values.splits)).entries()) {
      const split = make(pages, createRng(10 + at));
      for (const [label, keywords] of labels) {
        const judged = judgedOf(pages, label, split, 100 + at);
        if (!judged.labels.includes(1)) continue;
        for (const size of sizes) {
          const examples = drawExamples(pages, label, split, size, 200 + at);
          if (examples.positives.length < 2) continue;
          for (const model of kinds) {
            rows.push({
              web,
              way,
              split: split.name,
              label,
              positives: size,
              model,
              ...measure(model, keywords, examples, judged, 300 + at),
            });
          }
        }
        save();
      }
    }
  }
}
for (const [title, of] of groupBy(summary(), ({ web, way }) => `${web}: ${way}`)) {
  console.log(`\n${title}`);
  console.table(of.map(({ web: _, way: __, ...row }) => row));
}
console.log(values.out);

/**
 * The gain of learning from unlabelled pages: each label of recorded webs against the rest, with and without pages
 * about which a first model is certain.
 *
 * usage: npm run build && node bench/relevance/self-training.mjs --corpora FOLDER [--webs webkb,davis]
 *     [--labels course,student,project,food,sports,health] [--kinds naive-bayes,linear-svm,logistic,ensemble]
 *     [--positives 5,20,100] [--pages 100,400] [--share 0.1] [--splits 2] [--unlabelled 1500] [--judged 600]
 *     [--cache data/cache] [--out bench/out/self-training.json]
 *
 * FOLDER and splits as for `quality.mjs`. One half of a side gives examples, twice as many irrelevant as relevant ones,
 * the other half unlabelled pages, at most `--unlabelled`; pages of the other side are judged. A first model judges the
 * unlabelled pages, and a second learns from the examples and up to `--pages` of the most certain pages, `--share` of
 * them relevant. Reported: average precision, F1 at the model's own threshold, the same without such pages, and the
 * share of used pages that were judged correctly; means over labels and splits.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { averagePrecision, confusionAt, f1Of } from '../../dist/domain/learning/calibration-measures.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { confidentPages, trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { backgroundSample, loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { saveRows } from '../support/report.mjs';
import { keyword } from './kinds.mjs';
import { labelledPages } from './labelled-web.mjs';
import { webs } from './webs.mjs';

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    webs: { type: 'string', default: 'webkb,davis' },
    labels: { type: 'string', default: 'course,student,project,food,sports,health' },
    kinds: { type: 'string', default: 'naive-bayes,linear-svm,logistic,ensemble' },
    positives: { type: 'string', default: '5,20,100' },
    pages: { type: 'string', default: '100,400' },
    share: { type: 'string', default: '0.1' },
    splits: { type: 'string', default: '2' },
    unlabelled: { type: 'string', default: '1500' },
    judged: { type: 'string', default: '600' },
    out: { type: 'string', default: 'bench/out/self-training.json' },
  },
});
if (!values.corpora) throw new Error('--corpora is missing: the folder of the recorded webs');
const list = (text) => text.split(',');
const numbers = (text) => list(text).map(Number);
const BACKGROUND = 1_000;
const vectors = await loadWordVectors();
const rows = [];
const mean = (of) => of.reduce((sum, x) => sum + x, 0) / of.length;

/** Examples from one half of a side, unlabelled pages from the other, independent of the number of examples. */
function draw(pages, label, split, size, seed) {
  const side = shuffle(pages.filter(split.gives), createRng(seed));
  const half = Math.ceil(side.length / 2);
  const some = (relevant, n) =>
    side
      .slice(0, half)
      .filter((page) => page.labels.has(label) === relevant)
      .slice(0, n)
      .map(({ document }) => document);
  return {
    positives: some(true, size),
    negatives: some(false, 2 * size),
    unlabelled: side.slice(half, half + Number(values.unlabelled)),
  };
}

function train(kind, keywords, { positives, negatives }, seed, selfTrained) {
  const rng = createRng(seed);
  const background = backgroundSample(BACKGROUND, rng);
  const config = kind === 'ensemble' ? {} : { learningCurve: false };
  return trainAndEvaluate(kind, {
    config,
    keywords: keywords.map(keyword),
    positives,
    negatives,
    background,
    vectors,
    rng,
    selfTrained,
  }).model;
}

function quality(model, judged, label) {
  const scores = judged.map(({ document }) => model.score(document));
  const labels = judged.map((page) => (page.labels.has(label) ? 1 : 0));
  return { AP: averagePrecision(scores, labels), F1: f1Of(confusionAt(scores, labels, model.threshold)) };
}

/** One kind with one set of examples: without and with pages about which it is certain. */
function compare(kind, keywords, label, examples, judged, seed) {
  const first = train(kind, keywords, examples, seed);
  const without = quality(first, judged, label);
  const scored = examples.unlabelled.map((page) => ({ ...page, probability: first.score(page.document) }));
  return numbers(values.pages).map((pages) => {
    const { positives, negatives } = confidentPages(scored, first.threshold, pages, new Set(), Number(values.share));
    const right = (of, relevant) =>
      of.length === 0 ? null : mean(of.map((page) => (page.labels.has(label) === relevant ? 1 : 0)));
    const documents = (of) => of.map(({ document }) => document);
    const second = train(kind, keywords, examples, seed, {
      positives: documents(positives),
      negatives: documents(negatives),
    });
    const withThem = positives.length === 0 ? without : quality(second, judged, label);
    return {
      pages,
      taken: positives.length + negatives.length,
      relevant: positives.length,
      rightPositives: right(positives, true),
      rightNegatives: right(negatives, false),
      AP: without.AP,
      APwith: withThem.AP,
      F1: without.F1,
      F1with: withThem.F1,
    };
  });
}

function groupBy(of, keyOf) {
  const groups = new Map();
  for (const item of of) (groups.get(keyOf(item)) ?? groups.set(keyOf(item), []).get(keyOf(item))).push(item);
  return groups;
}

/** Means over labels and splits, one line per web, number of examples, kind and number of pages. */
function summary() {
  return [...groupBy(rows, ({ web, positives, kind, pages }) => [web, positives, kind, pages].join('\t')).values()].map(
    (of) => {
      const round = (x) => Math.round(x * 1_000) / 1_000;
      const figure = (name) => round(mean(of.map((row) => row[name])));
      const known = (name) => round(mean(of.map((row) => row[name]).filter((x) => x !== null)));
      const [{ web, positives, kind, pages }] = of;
      return {
        web,
        positives,
        kind,
        pages,
        runs: of.length,
        taken: figure('taken'),
        rightPositives: known('rightPositives'),
        rightNegatives: known('rightNegatives'),
        AP: figure('AP'),
        APwith: figure('APwith'),
        F1: figure('F1'),
        F1with: figure('F1with'),
        betterAP: of.filter((row) => row.APwith > row.AP).length,
      };
    },
  );
}

const save = () => saveRows(values, { summary: summary(), rows });

for (const web of list(values.webs)) {
  const pages = await labelledPages(
    join(values.corpora, `${web}.warc.gz`),
    join(values.corpora, `${web}.labels.tsv.gz`),
  );
  console.log(`${web}: ${pages.length} pages with text`);
  const labels = Object.entries(webs[web].labels).filter(([label]) => list(values.labels).includes(label));
  for (const [way, makers] of Object.entries(webs[web].splits)) {
    for (const [at, make] of makers.slice(0, Number(values.splits)).entries()) {
      const split = make(pages, createRng(10 + at));
      const judged = shuffle(pages.filter(split.judged), createRng(100 + at)).slice(0, Number(values.judged));
      for (const [label, keywords] of labels) {
        if (!judged.some((page) => page.labels.has(label))) continue;
        for (const positives of numbers(values.positives)) {
          const examples = draw(pages, label, split, positives, 200 + at);
          if (examples.positives.length < 2) continue;
          for (const kind of list(values.kinds)) {
            const compared = compare(kind, keywords, label, examples, judged, 300 + at);
            rows.push(...compared.map((row) => ({ web, way, split: split.name, label, positives, kind, ...row })));
          }
        }
        save();
      }
    }
  }
}
for (const [web, of] of groupBy(summary(), (row) => row.web)) {
  console.log(`\n${web}`);
  console.table(of.map(({ web: _, ...row }) => row));
}
console.log(values.out);

/**
 * Keyword sets on recorded webs with labels: expansion, phrases, harmful keywords, suggestions from seeds; time and
 * memory.
 *
 * usage: npm run build && node bench/relevance/keywords.mjs --corpora FOLDER
 *     [--topics webkb:course,webkb:project,davis:food] [--relevant 100] [--others 200]
 *          [--draws 3] [--sizes 5000,20000] [--cache data/cache] [--out bench/out/relevance-keywords.json]
 *
 * FOLDER holds `webkb.warc.gz`, `webkb.labels.tsv.gz` and the same for davis. Keywords are those of webs.mjs. Each draw
 * takes `--relevant` relevant and `--others` other pages at random for the expansion; everything is measured on at most
 * 1 500 other pages (webkb: of other universities; davis: of the other half). An empty `--topics` or `--sizes` skips
 * that part.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { averagePrecision } from '../../dist/domain/learning/calibration-measures.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { asKeyword, findCandidates, keywordStatistics, suggestKeywords } from '../../dist/domain/topic/index.js';
import { backgroundSample, loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { saveRows } from '../support/report.mjs';
import { generatedDocuments, TOPIC_WORDS } from './generated-documents.mjs';
import { keyword } from './kinds.mjs';
import { labelledPages } from './labelled-web.mjs';
import { webs } from './webs.mjs';

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    topics: { type: 'string', default: 'webkb:course,webkb:project,davis:food' },
    relevant: { type: 'string', default: '100' },
    others: { type: 'string', default: '200' },
    draws: { type: 'string', default: '3' },
    sizes: { type: 'string', default: '5000,20000' },
    out: { type: 'string', default: 'bench/out/relevance-keywords.json' },
  },
});
if (!values.corpora) throw new Error('--corpora is missing: the folder of the recorded webs');
const JUDGED = 1_500;
const vectors = await loadWordVectors();
/** Common words that any page of these webs may contain. */
const BAD = {
  webkb: ['page', 'university', 'computer', 'home', 'department'],
  davis: ['page', 'davis', 'town', 'university', 'comments'],
};
/** Expansion methods by their names in the tables. */
const WAYS = {
  given: null,
  'words (TRES)': { methods: ['tres'], accept: {} },
  'words, lift 1': { methods: ['tres'], accept: { minLift: 1 } },
  'words, lift 2': { methods: ['tres'], accept: { minLift: 2 } },
  'words, lift 3': { methods: ['tres'], accept: { minLift: 3 } },
  'rake, lift 1': { methods: ['rake'], accept: {} },
  'collocations, lift 1': { methods: ['collocation'], accept: {} },
  'phrases, lift 1': { methods: ['rake', 'collocation'], accept: {} },
  'phrases, lift 3': { methods: ['rake', 'collocation'] },
  'words and phrases, lift 2': { accept: { minLift: 2 } },
  'words and phrases, lift 3 (default)': {},
};
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
const round = (x, digits = 3) => (typeof x === 'number' ? Math.round(x * 10 ** digits) / 10 ** digits : x);

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const item of list) (groups.get(keyOf(item)) ?? groups.set(keyOf(item), []).get(keyOf(item))).push(item);
  return groups;
}

/** Averages the figures of rows that agree in the given columns. */
function means(rows, columns) {
  return [...groupBy(rows, (row) => columns.map((name) => row[name]).join('\t')).values()].map((of) => {
    const numbers = Object.keys(of[0]).filter((name) => typeof of[0][name] === 'number');
    const figures = numbers.map((name) => [name, round(mean(of.map((row) => row[name])))]);
    return { ...Object.fromEntries(columns.map((name) => [name, of[0][name]])), ...Object.fromEntries(figures) };
  });
}

/** The models that use keywords: without examples, and with those of the expansion. */
function modelFigures(set, examples, judged) {
  const general = backgroundSample(1_000, createRng(5));
  const apOf = (given, kind, config) => {
    const { model } = trainAndEvaluate(kind, {
      config,
      keywords: set,
      ...given,
      background: general,
      vectors,
      rng: createRng(6),
    });
    const documents = [...judged.relevant, ...judged.others];
    const labels = documents.map((_, i) => (i < judged.relevant.length ? 1 : 0));
    return averagePrecision(
      documents.map((document) => model.score(document)),
      labels,
    );
  };
  const none = { positives: [], negatives: [] };
  const given = { positives: examples.relevant, negatives: examples.others };
  return {
    apWithoutExamples: apOf(none, 'keyword-vectors', { learningCurve: false }),
    apWithExamples: apOf(given, 'keyword-vectors', { learningCurve: false }),
  };
}

function expansions(topic, given, examples, judged, background) {
  return Object.entries(WAYS).map(([way, options]) => {
    const found =
      options &&
      findCandidates({ seeds: given, current: given, rejected: [], background, ...examples }, vectors, options);
    const candidates = found?.candidates ?? [];
    const accepted = candidates.filter(({ acceptable }) => acceptable);
    const set = [...given, ...accepted.map(asKeyword)];
    const { relevant, others, averagePrecision: apOfCounts } = keywordStatistics(set, judged.relevant, judged.others);
    return {
      topic,
      way,
      words: accepted.filter(({ kind }) => kind === 'keyword').length,
      phrases: accepted.filter(({ kind }) => kind === 'phrase').length,
      hurting: candidates.filter(({ verdict }) => verdict === 'hurts').length,
      countRelevant: relevant.meanCount,
      countOthers: others.meanCount,
      ratio: relevant.meanCount / others.meanCount,
      shareRelevant: relevant.share,
      shareOthers: others.share,
      apOfCounts,
      ...modelFigures(set, examples, judged),
      examples: accepted
        .filter(({ kind }) => kind === 'phrase')
        .slice(0, 12)
        .map(({ text }) => text),
    };
  });
}

/** Verdicts on examples against the effect of leaving the keyword out on held-out pages. */
function harm(topic, given, web, examples, judged, background) {
  const bad = BAD[web].filter((text) => !given.some((one) => one.text === text));
  const sets = { given, 'given and bad': [...given, ...bad.map(keyword)] };
  const { candidates } = findCandidates(
    { seeds: given, current: given, rejected: [], background, ...examples },
    vectors,
    { accept: { minSimilarity: 2 } },
  );
  // All of them, including harmful ones.
  sets.expanded = [...given, ...candidates.map(asKeyword)];
  const apOf = (set) => keywordStatistics(set, judged.relevant, judged.others).averagePrecision;
  return Object.entries(sets).map(([set, keywords]) => {
    const here = keywordStatistics(keywords, examples.relevant, examples.others);
    const there = new Map(
      keywordStatistics(keywords, judged.relevant, judged.others).keywords.map((one) => [one.text, one]),
    );
    const called = here.keywords.filter(({ verdict }) => verdict === 'hurts');
    const right = called.filter(({ text }) => there.get(text).effect < 0);
    const kept = keywords.filter(({ text }) => !called.some((one) => one.text === text));
    return {
      topic,
      set,
      keywords: keywords.length,
      called: called.length,
      calledRightly: right.length,
      badCalled: called.filter(({ text }) => bad.includes(text)).length,
      badThere: keywords.filter(({ text }) => bad.includes(text) && there.get(text).effect < 0).length,
      apBefore: apOf(keywords),
      apAfter: apOf(kept),
      harmful: called.map(({ text, reason }) => `${text}: ${reason}`),
    };
  });
}

/** Keywords suggested from a few relevant seed pages, against the given keywords. */
function suggestions(topic, given, examples, judged, background) {
  return [1, 3, 10, 30].map((seeds) => {
    const pages = examples.relevant.slice(0, seeds);
    const { candidates } = suggestKeywords(
      { current: [], rejected: [], relevant: pages, others: [], background },
      vectors,
    );
    const set = candidates.map(asKeyword);
    const none = { relevant: [], others: [] };
    const { keywords, averagePrecision: apOfCounts } = keywordStatistics(set, judged.relevant, judged.others);
    const telling = keywords.filter(
      (one) => one.relevantDocuments / judged.relevant.length > one.otherDocuments / judged.others.length,
    );
    return {
      topic,
      seeds,
      suggested: set.length,
      phrases: set.filter(({ kind }) => kind === 'phrase').length,
      telling: telling.length / Math.max(1, set.length),
      helpful: keywords.filter(({ verdict }) => verdict === 'helps').length / Math.max(1, set.length),
      apOfCounts,
      apWithoutExamples: set.length > 0 ? modelFigures(set, none, judged).apWithoutExamples : 0,
      apGiven: modelFigures(given, none, judged).apWithoutExamples,
      suggestions: set.slice(0, 15).map(({ text }) => text),
    };
  });
}

function draw(pages, label, split, seed) {
  const rng = createRng(seed);
  const given = (relevant) =>
    shuffle(
      pages.filter((page) => split.gives(page) && page.labels.has(label) === relevant),
      rng,
    ).map(({ document }) => document);
  const examples = {
    relevant: given(true).slice(0, Number(values.relevant)),
    others: given(false).slice(0, Number(values.others)),
  };
  const judged = shuffle(pages.filter(split.judged), rng).slice(0, JUDGED);
  const documents = (relevant) =>
    judged.filter((page) => page.labels.has(label) === relevant).map(({ document }) => document);
  return { examples, judged: { relevant: documents(true), others: documents(false) } };
}

function timeAndMemory(size) {
  const documents = generatedDocuments(size, vectors, createRng(3));
  // A twentieth of the documents is relevant; here half are to be read as relevant, because those cost most.
  const half = documents.length / 2;
  const input = {
    relevant: documents.slice(0, half),
    others: documents.slice(half),
    background: backgroundSample(1_000, createRng(4)),
  };
  const given = TOPIC_WORDS.map(keyword);
  const cpuSeconds = (since) => round(Object.values(process.cpuUsage(since)).reduce((a, b) => a + b) / 1e6, 1);
  let start = process.cpuUsage();
  const { candidates } = findCandidates({ seeds: given, current: given, rejected: [], ...input }, vectors);
  const seconds = cpuSeconds(start);
  // Memory of the whole process, including the texts and 48 MB of word vectors.
  const peakMegabytes = process.resourceUsage().maxRSS / 1_000;
  start = process.cpuUsage();
  keywordStatistics(
    [...given, ...candidates.map(asKeyword)],
    input.relevant.slice(0, 1_000),
    input.others.slice(0, 1_000),
  );
  const statisticsSeconds = cpuSeconds(start);
  const cost = { cpuSeconds: seconds, peakMegabytes: round(peakMegabytes, 0), statisticsCpuSeconds: statisticsSeconds };
  return { documents: size, candidates: candidates.length, ...cost };
}

// First, while nothing else is in memory.
const cost = values.sizes === '' ? [] : values.sizes.split(',').map((size) => timeAndMemory(Number(size)));
const rows = { expansion: [], harm: [], suggestion: [] };
const background = backgroundSample(1_000, createRng(1));
for (const [web, topics] of groupBy(
  values.topics
    .split(',')
    .filter(Boolean)
    .map((name) => name.split(':')),
  ([name]) => name,
)) {
  const pages = await labelledPages(
    join(values.corpora, `${web}.warc.gz`),
    join(values.corpora, `${web}.labels.tsv.gz`),
  );
  for (const [, label] of topics) {
    const given = webs[web].labels[label].map(keyword);
    // webkb: some universities give examples, the others are judged, and vice versa; davis: halves.
    const makers = Object.values(webs[web].splits).flatMap((list) => (web === 'webkb' && list.length > 1 ? [] : list));
    for (let at = 0; at < Number(values.draws); at++) {
      const split = makers[at % makers.length](pages, createRng(10 + at));
      const { examples, judged } = draw(pages, label, split, 20 + at);
      const topic = `${web} ${label}`;
      rows.expansion.push(...expansions(topic, given, examples, judged, background));
      rows.harm.push(...harm(topic, given, web, examples, judged, background));
      rows.suggestion.push(...suggestions(topic, given, examples, judged, background));
      console.log(
        `${topic}: ${split.name}, judged by ${judged.relevant.length} relevant and ${judged.others.length} other pages`,
      );
    }
  }
}
const summary = {
  expansion: means(rows.expansion, ['topic', 'way']),
  harm: means(rows.harm, ['topic', 'set']),
  suggestion: means(rows.suggestion, ['topic', 'seeds']),
  cost,
};
for (const [name, table] of Object.entries(summary)) {
  console.log(`\n${name}`);
  console.table(table);
}
saveRows(values, { summary, rows });
console.log(values.out);

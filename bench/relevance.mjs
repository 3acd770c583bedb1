/**
 * Relevance models: speed on generated documents, and quality on a recorded web whose pages carry labels.
 *
 * usage: npm run build && node bench/relevance.mjs [--documents 2000] [--kinds naive-bayes,linear-svm] [--out FILE]
 *          [--warc FILE --labels FILE --label food --keywords food,restaurant [--positives 0,5,20,100] [--negatives 0,100] [--runs 3] [--split host|page]
 *           [--text main|all]]
 *
 * Quality: half of the web's sites (or pages, for a web of one site) give the examples, the other half is judged. Reported are average precision and F1 of
 * pages at the model's own threshold, the best F1 any threshold would give, average precision of link texts (anchor and URL words) for the label of the page
 * behind the link, and what cross-validation on the examples had promised.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRng } from '../dist/domain/learning/rng.js';
import { shuffle } from '../dist/domain/learning/cross-validation.js';
import { averagePrecision, bestF1Threshold, confusionAt, f1Of, precisionOf, recallOf } from '../dist/domain/learning/calibration-measures.js';
import { relevanceModels, trainAndEvaluate } from '../dist/domain/relevance/index.js';
import { backgroundSample, loadWordVectors } from '../dist/modules/word-vectors/index.js';
import { generatedDocuments } from './relevance/generated-documents.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    // Those that need no settings.
    kinds: { type: 'string', default: relevanceModels.filter(({ configSchema }) => configSchema.safeParse({}).success).map(({ kind }) => kind).join(',') },
    out: { type: 'string' },
    warc: { type: 'string' },
    labels: { type: 'string' },
    label: { type: 'string' },
    keywords: { type: 'string' },
    positives: { type: 'string', default: '0,5,20,100' },
    negatives: { type: 'string', default: '0,100' },
    background: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    split: { type: 'string', default: 'host' },
    text: { type: 'string', default: 'main' },
    cache: { type: 'string', default: 'data/cache' },
  },
});
const kinds = values.kinds.split(',');
const numbers = (list) => list.split(',').map(Number);
const vectors = await loadWordVectors(values.cache);
const keyword = (text) => ({ text, kind: text.includes(' ') ? 'phrase' : 'keyword', origin: 'user', score: 1 });
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;

function table(title, rows) {
  console.log(`\n${title}`);
  console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, x]) => [key, typeof x === 'number' ? Math.round(x * 1_000) / 1_000 : x]))));
}

function speedOf(kind, documents, held) {
  const positives = documents.filter(({ relevant }) => relevant);
  const negatives = documents.filter(({ relevant }) => !relevant);
  const input = { config: {}, keywords: ['food', 'recipe', 'cuisine'].map(keyword), positives, negatives, background: [], vectors };
  const train = () => {
    const start = performance.now();
    const cpu = process.cpuUsage();
    const trained = trainAndEvaluate(kind, { ...input, rng: createRng(1) });
    const { user, system } = process.cpuUsage(cpu);
    return { ...trained, ms: performance.now() - start, cpuMs: (user + system) / 1_000 };
  };
  const cold = train();
  const { model, metrics, ms, cpuMs } = train();
  const rate = (items, judge) => {
    let rounds = 0;
    const start = performance.now();
    while (performance.now() - start < 1_000) {
      for (const item of items) judge(item);
      rounds++;
    }
    return Math.round((rounds * items.length) / ((performance.now() - start) / 1_000));
  };
  for (const document of held) model.score(document);
  return {
    kind,
    documents: documents.length,
    'train and cross-validate ms': Math.round(ms),
    'CPU ms': Math.round(cpuMs),
    'first time ms': Math.round(cold.ms),
    'pages/s': rate(held, (document) => model.score(document)),
    'anchors/s': rate(held, ({ title }) => model.scoreText(title)),
    AP: averagePrecision(held.map((d) => model.score(d)), held.map(({ relevant }) => (relevant ? 1 : 0))),
    'cross-validated F1': metrics.f1,
  };
}

async function labelledWeb() {
  const { openLabWeb } = await import('../dist/cli/lab/lab-web.js');
  const { parsePage } = await import('../dist/domain/page/index.js');
  const { hostOf, registrableDomain, urlWords } = await import('../dist/domain/url/index.js');
  const { createRecordedFetcher, openRecordedWeb } = await import('../dist/modules/recorded-web/index.js');
  const lab = await openLabWeb(values.warc, values.labels);
  const web = await openRecordedWeb(values.warc);
  const fetcher = createRecordedFetcher(web);
  const settings = { userAgent: 'bench', obeyRobots: false, render: 'never', hostDelayMs: 0, timeoutMs: 10_000, maxBytes: 5e6, maxRedirects: 5 };
  const pages = [];
  for (const url of web.urls()) {
    const outcome = await fetcher.fetch({ url, settings }, new AbortController().signal);
    // A redirect's target comes on its own; labels say which pages count, unlabelled ones are irrelevant.
    if (outcome.kind !== 'page' || outcome.redirects.length > 0) continue;
    const page = parsePage(outcome.html, url);
    if (page.text === '') continue;
    const site = values.split === 'host' ? registrableDomain(hostOf(url)) : url;
    pages.push({
      site,
      relevant: lab.labels.get(url)?.has(values.label) ?? false,
      document: { url, title: page.title, description: page.description, text: values.text === 'all' ? page.text : page.mainText },
      links: page.links.map((link) => ({ url: link.url, text: `${link.anchor} ${urlWords(link.url)}` })),
    });
  }
  return pages;
}

function qualityOf(kind, pages, positives, negatives) {
  const runs = Array.from({ length: Number(values.runs) }, (_, run) => {
    const rng = createRng(100 + run);
    const sides = new Map();
    const givesExamples = ({ site }) => sides.get(site) ?? sides.set(site, rng.next() < 0.5).get(site);
    const examples = pages.filter(givesExamples);
    const judged = pages.filter((page) => !givesExamples(page));
    const draw = (relevant, n) => shuffle(examples.filter((page) => page.relevant === relevant), rng).slice(0, n).map(({ document }) => document);
    const keywords = (values.keywords ?? values.label).split(',').map(keyword);
    const background = backgroundSample(Number(values.background), rng);
    const drawn = { positives: draw(true, positives), negatives: draw(false, negatives) };
    const { model, metrics } = trainAndEvaluate(kind, { config: {}, keywords, ...drawn, background, vectors, rng });
    const scores = judged.map(({ document }) => model.score(document));
    const labels = judged.map(({ relevant }) => (relevant ? 1 : 0));
    const confusion = confusionAt(scores, labels, model.threshold);
    const relevantUrls = new Map(pages.map(({ document, relevant }) => [document.url, relevant ? 1 : 0]));
    const links = new Map();
    for (const link of judged.flatMap((page) => page.links)) if (relevantUrls.has(link.url) && !links.has(link.url)) links.set(link.url, link);
    const linkScores = [...links.values()].map(({ text }) => model.scoreText(text));
    return {
      AP: averagePrecision(scores, labels),
      precision: precisionOf(confusion),
      recall: recallOf(confusion),
      F1: f1Of(confusion),
      'best F1': f1Of(confusionAt(scores, labels, bestF1Threshold(scores, labels))),
      'links AP': averagePrecision(linkScores, [...links.keys()].map((url) => relevantUrls.get(url))),
      'promised F1': metrics.f1 ?? NaN,
    };
  });
  const row = { kind, positives, negatives };
  for (const figure of Object.keys(runs[0])) row[figure] = mean(runs.map((run) => run[figure]));
  return row;
}

const rng = createRng(7);
const generated = generatedDocuments(Number(values.documents), vectors, rng);
const held = generatedDocuments(1_000, vectors, rng);
const speed = kinds.map((kind) => speedOf(kind, generated, held));
table(`Speed on generated documents of 300 words, node ${process.version}`, speed);

const quality = [];
if (values.warc && values.labels && values.label) {
  const pages = await labelledWeb();
  console.log(`${pages.length} pages, ${pages.filter(({ relevant }) => relevant).length} of them ${values.label}`);
  for (const kind of kinds) {
    const definition = relevanceModels.find((candidate) => candidate.kind === kind);
    for (const negatives of numbers(values.negatives)) {
      for (const positives of numbers(values.positives)) {
        // Without relevant examples, irrelevant ones change nothing.
        if (positives < 2 && (definition.needsExamples || negatives > 0)) continue;
        quality.push(qualityOf(kind, pages, positives, negatives));
      }
    }
  }
  table(`Quality for ${values.label}, means over ${values.runs} runs`, quality);
}
if (values.out) writeFileSync(values.out, `${JSON.stringify({ date: new Date().toISOString(), node: process.version, options: values, speed, quality }, null, 2)}\n`);

/** Judges cached crawls by models trained on the examples of the crawl's own judge. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRng } from '../../dist/domain/base/rng.js';
import {
  averagePrecision,
  bestF1Threshold,
  confusionAt,
  f1Of,
  precisionOf,
  recallOf,
} from '../../dist/domain/learning/calibration-measures.js';
import { findRelevanceModel, trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { UnitEvidence } from '../../dist/domain/relevance/evidence/unit-evidence.js';
import { hostOf } from '../../dist/domain/url/index.js';
import { auditsOf } from './audits.mjs';
import { labelled } from './labelling.mjs';
import { BACKGROUND_DOCUMENTS, backgroundSample, loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';

/** Numbers of labels of an audit. */
const AUDIT_LABELS = [0, 10, 20, 40];
/** Parts of a crawl, by the order of its fetches. */
const STAGES = 4;

export function readDocuments(folder, web) {
  const file = join(folder, `${web}.documents.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Map(
    lines.filter(Boolean).map((line) => {
      const document = JSON.parse(line);
      return [document.url, document];
    }),
  );
}

const keyword = (text) => ({
  text: text.toLowerCase().trim(),
  kind: /\s/.test(text.trim()) ? 'phrase' : 'keyword',
  origin: 'user',
  similarity: 1,
});

/**
 * Precision, recall and F1 of decisions, average precision of scores, and the best F1 of any threshold in hindsight;
 * null without relevant pages.
 */
export function figuresOf(judged, threshold) {
  const labels = judged.map(({ relevant }) => (relevant ? 1 : 0));
  const scores = judged.map(({ score }) => score);
  const confusion = confusionAt(scores, labels, threshold);
  const positives = labels.reduce((sum, label) => sum + label, 0);
  const share = labels.length === 0 ? null : positives / labels.length;
  if (positives === 0) return { precision: null, recall: null, f1: null, averagePrecision: null, bestF1: null, share };
  return {
    precision: precisionOf(confusion),
    recall: recallOf(confusion),
    f1: f1Of(confusion),
    averagePrecision: averagePrecision(scores, labels),
    bestF1: f1Of(confusionAt(scores, labels, bestF1Threshold(scores, labels))),
    share,
  };
}

/** Trains as the service does. */
export function trainFor(crawl, documents, { kind, config = {}, background = BACKGROUND_DOCUMENTS }, vectors) {
  const rng = createRng(crawl.seed);
  const of = (urls) => urls.map((url) => documents.get(url)).filter(Boolean);
  return trainAndEvaluate(kind, {
    config: findRelevanceModel(kind).configSchema.parse(config),
    keywords: crawl.keywords.map(keyword),
    positives: of(crawl.positives),
    negatives: of(crawl.negatives),
    background: backgroundSample(background, rng),
    vectors,
    rng,
  }).model;
}

/** Each page with the evidence of its host's earlier pages. */
function weighedByHosts(judged, threshold) {
  const evidence = new UnitEvidence(threshold);
  const hosts = new Map();
  return judged.map((page) => {
    const host = hostOf(page.url);
    const hostNo = hosts.get(host) ?? hosts.set(host, hosts.size).size - 1;
    const score = evidence.weigh(hostNo, page.score);
    evidence.add(hostNo, page.score);
    return { ...page, score };
  });
}

/** @returns a row for each crawl and compared model */
export async function judgeCrawls(web, folder, files, models, labels = [], [most, mostOthers] = [Infinity, Infinity]) {
  const documents = readDocuments(folder, web);
  const vectors = await loadWordVectors();
  const rows = [];
  for (const file of files) {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    const seen = new Set([...kept.positives, ...kept.negatives]);
    const crawl = {
      ...kept,
      positives: kept.positives.slice(0, most),
      negatives: kept.negatives.slice(0, mostOthers),
    };
    const pages = crawl.pages.filter(({ url }) => !seen.has(url) && documents.has(url));
    for (const [name, settings] of Object.entries(models[crawl.judge] ?? {})) {
      const model = trainFor(crawl, documents, settings, vectors);
      const judged = pages.map(({ url, relevant }) => ({ url, relevant, score: model.score(documents.get(url)) }));
      const weighed = weighedByHosts(judged, model.threshold);
      const part = (stage) =>
        judged.slice(Math.round((judged.length * stage) / STAGES), Math.round((judged.length * (stage + 1)) / STAGES));
      rows.push({
        web,
        topic: `${web} ${crawl.topic}`,
        judge: crawl.judge,
        model: name,
        seed: crawl.seed,
        threshold: model.threshold,
        pages: judged.length,
        relevant: judged.filter((page) => page.relevant).length,
        ...figuresOf(judged, model.threshold),
        byHosts: figuresOf(weighed, model.threshold),
        labelled: labels.map((wanted) =>
          labelled(crawl, documents, judged, settings, model.threshold, wanted, vectors),
        ),
        // Of the pages that a session reports as relevant.
        audits: AUDIT_LABELS.map((labels) => auditsOf(weighed, model.threshold, labels)),
        stages: Array.from({ length: STAGES }, (_, stage) => figuresOf(part(stage), model.threshold)),
      });
    }
  }
  return rows;
}

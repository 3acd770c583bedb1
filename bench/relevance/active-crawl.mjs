/**
 * Parts of the active-labelling benchmark besides measuring: topics, a paused session, labels in rounds, training as in
 * the service.
 */
import { join } from 'node:path';
import { readLabTopic } from '../../dist/modules/research/lab/lab-topic.js';
import { openLabWeb } from '../../dist/modules/research/lab/lab-web.js';
import { rankForLabels } from '../../dist/domain/labels/index.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { defaultKind, trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { documentOf, sessionConfigSchema } from '../../dist/domain/session/index.js';
import { TRAINING_SEED } from '../../dist/modules/topics/models/training/training-task.js';
import { BACKGROUND_DOCUMENTS, backgroundSample } from '../../dist/modules/base/word-vectors/index.js';
import { heldCrawl } from './held-crawl.mjs';
import { keyword } from './kinds.mjs';
import { remembering } from './remembering.mjs';

/** Cumulative numbers of labels before each training. */
const ROUNDS = [10, 30, 100];
/** With fewer relevant labels the service trains nothing. */
export const LEAST_RELEVANT = 2;
const KNOWN_KEYWORDS = 2 / 3;

/** As the service trains from labels: newest first, without descriptions. */
export function trainAsService(kind, keywords, positives, negatives, vectors) {
  const rng = createRng(TRAINING_SEED);
  const named = kind === 'default' ? defaultKind({ relevant: positives.length }) : kind;
  // The learning curve follows the training and does not change the model.
  const config = named === 'ensemble' ? {} : { learningCurve: false };
  const background = backgroundSample(BACKGROUND_DOCUMENTS, rng);
  const examples = { positives: [...positives].reverse(), negatives: [...negatives].reverse() };
  return trainAndEvaluate(named, { config, keywords, ...examples, background, vectors, rng }).model;
}

/** Links to a page inspected for distinct texts, and texts kept per example, as in `ResultsService.anchorsTo`. */
const LINKS_READ = 50;
const ANCHORS_TOLD = 5;

/** Texts of links by the number of their target URL, in log order. */
function anchorsOf(steps) {
  const texts = new Map();
  for (const { links } of steps) {
    const inOrder = [...links].sort((a, b) => a.link.position - b.link.position);
    for (const { urlNo, link } of inOrder) (texts.get(urlNo) ?? texts.set(urlNo, []).get(urlNo)).push(link.anchor);
  }
  return texts;
}

/** Pages that the queue may ask about, as its query selects them; the newest of each address. */
function askable(records, isRelevant) {
  const firstSteps = new Map();
  for (const { plan, domainNo } of records)
    firstSteps.set(domainNo, Math.min(plan.step, firstSteps.get(domainNo) ?? Infinity));
  const steps = [...records].sort((a, b) => a.plan.step - b.plan.step);
  const texts = anchorsOf(steps);
  const pages = new Map();
  for (const { plan, facts, outcome, domainNo, duplicateOf, finalUrlNo } of steps) {
    if (outcome !== 'page' || duplicateOf !== null || facts.noindex || facts.page === null) continue;
    const read = documentOf(facts.page, facts.finalUrl);
    const found = [...new Set([plan.urlNo, finalUrlNo])]
      .flatMap((urlNo) => texts.get(urlNo) ?? [])
      .slice(0, LINKS_READ);
    const anchors = [...new Set(found.map((text) => text.trim()).filter((text) => text !== ''))].slice(0, ANCHORS_TOLD);
    pages.set(facts.finalUrl, {
      step: plan.step,
      url: facts.finalUrl,
      read,
      document: { ...read, description: '', anchors },
      linkCount: facts.links.length,
      fetchedAt: facts.fetchedAt,
      domain: domainNo,
      isFirst: firstSteps.get(domainNo) === plan.step,
      relevant: isRelevant(facts.finalUrl),
    });
  }
  return [...pages.values()];
}

/** @param unrecorded as in `gleaner lab` */
export async function openTopic(corpora, name, unrecorded) {
  const topic = await readLabTopic(`bench/topics/${name}.json`);
  const files = [`${name.split('-')[0]}.warc.gz`, `${name.split('-')[0]}.labels.tsv.gz`].map((file) =>
    join(corpora, file),
  );
  const web = await openLabWeb(...files);
  const fetcher = remembering(web.fetcher);
  const isRelevant = (url) => web.labels.get(url)?.has(topic.label) ?? false;
  return {
    name,
    topic,
    files,
    isRelevant,
    someKeywords: (seed) =>
      shuffle([...topic.keywords], createRng(seed))
        .slice(0, Math.round(topic.keywords.length * KNOWN_KEYWORDS))
        .map(keyword),
    /** Fetched relevant pages, without repeats. */
    harvest: (records) =>
      new Set(
        records
          .filter(({ outcome, facts }) => outcome === 'page' && isRelevant(facts.finalUrl))
          .map(({ facts }) => facts.finalUrl),
      ).size,
    hold: async ({ policy, seed, keywords, first, pauseAt, budget }) => {
      const config = sessionConfigSchema.parse({ ...topic.session, concurrency: 1, budget: { fetches: budget } });
      const isOpen = unrecorded === 'fetch' ? () => true : (url) => web.isRecorded(url);
      const held = await heldCrawl(
        { policy, config, randomSeed: seed, seeds: topic.seeds, keywords, fetcher, isOpen },
        first,
        pauseAt,
      );
      return { ...held, pages: askable(held.records, isRelevant) };
    },
  };
}

function chosen(strategy, pages, model, count, rng, relevantLabels) {
  const drawn = shuffle([...pages], rng);
  if (strategy === 'random') return drawn.slice(0, count);
  const judged = drawn.map((page, draw) => ({
    ...page,
    draw,
    probability: model.score(page.read),
    threshold: model.threshold,
  }));
  // Ties in step order, as in the queue's query.
  judged.sort((a, b) => a.step - b.step);
  if (strategy === 'blend') {
    const uncertain = rankForLabels('uncertain', judged, Math.floor(count / 2), relevantLabels);
    const taken = new Set(uncertain.map(({ url }) => url));
    return [...uncertain, ...drawn.filter(({ url }) => !taken.has(url))].slice(0, count);
  }
  return rankForLabels(
    strategy,
    judged.filter((page) => (strategy === 'newest-domain' ? page.isFirst : page.probability > 0)),
    count,
    relevantLabels,
  );
}

/**
 * Labels in rounds, each requested by the model of the round before.
 *
 * @yields after each of `counts`: the wanted number of labels, the actual one (fewer if the queue was empty) and the
 * trained model
 */
export function* labelRounds({ pages, strategy, first, counts, seed, train, rounds = ROUNDS }) {
  const rng = createRng(seed);
  const labelled = [];
  let model = first;
  for (const goal of rounds.filter((round) => round <= Math.max(...counts))) {
    const given = new Set(labelled.map(({ url }) => url));
    const relevantLabels = labelled.filter(({ relevant }) => relevant).length;
    labelled.push(
      ...chosen(
        strategy,
        pages.filter(({ url }) => !given.has(url)),
        model,
        goal - labelled.length,
        rng,
        relevantLabels,
      ),
    );
    const of = (relevant) => labelled.filter((page) => page.relevant === relevant).map(({ document }) => document);
    if (of(true).length >= LEAST_RELEVANT) model = train(of(true), of(false));
    if (counts.includes(goal)) yield { wanted: goal, labelled: [...labelled], model };
  }
}

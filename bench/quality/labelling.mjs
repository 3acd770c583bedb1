/** Labels that a user gives after a crawl, and the quality of the judge trained with them on unlabelled pages. */
import { rankForLabels } from '../../dist/domain/labels/index.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { figuresOf, trainFor } from './judging.mjs';

/** Pages that a strategy requests, of those a model judged. `reported`: drawn at random among pages judged relevant. */
function asked(strategy, judged, threshold, count, relevantLabels) {
  const rng = createRng(count);
  if (strategy === 'reported')
    return shuffle(
      judged.filter(({ score }) => score >= threshold),
      rng,
    ).slice(0, count);
  if (strategy === 'random') return shuffle([...judged], rng).slice(0, count);
  const pages = judged.map((page, step) => ({
    page,
    probability: page.score,
    threshold,
    linkCount: 0,
    fetchedAt: step,
    domain: new URL(page.url).host,
    draw: rng.next(),
  }));
  return rankForLabels(strategy, pages, count, relevantLabels).map(({ page }) => page);
}

/** @returns figures of the judge before and after the labels, on unlabelled pages; null if it cannot be trained */
export function labelled(crawl, documents, judged, settings, threshold, { strategy, count }, vectors) {
  const given = asked(strategy, judged, threshold, count, crawl.positives.length);
  const urls = new Set(given.map(({ url }) => url));
  const of = (relevant) => given.filter((page) => page.relevant === relevant).map(({ url }) => url);
  const more = {
    ...crawl,
    positives: [...crawl.positives, ...of(true)],
    negatives: [...crawl.negatives, ...of(false)],
  };
  const rest = judged.filter(({ url }) => !urls.has(url));
  const before = figuresOf(rest, threshold);
  // As in the service: a keyword model is followed by the kind that learns from labels.
  if (more.positives.length < 2) return { strategy, count, before, after: before, relevant: of(true).length };
  const kind = settings.kind === 'keyword-vectors' ? { ...settings, kind: 'ensemble', config: {} } : settings;
  const model = trainFor(more, documents, kind, vectors);
  const rejudged = rest.map((page) => ({ ...page, score: model.score(documents.get(page.url)) }));
  return { strategy, count, before, after: figuresOf(rejudged, model.threshold), relevant: of(true).length };
}

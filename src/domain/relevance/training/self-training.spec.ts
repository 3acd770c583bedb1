import fc from 'fast-check';
import type { DocumentText } from '../../text/document-text.js';
import { createRng } from '../../base/rng.js';
import type { FittedLearner, Learner } from './learner.js';
import type { TrainedModel } from '../model-definition.js';
import { naiveBayes } from '../naive-bayes/index.js';
import { confidentPages, confidentScores, withSelfTrained } from './self-training.js';
import { gatherTrainingSet, withoutSelfTrained } from './training-set.js';

const page = (site: number, at: number, probability: number) => ({ url: `http://s${site}.example/${at}`, probability });
const documentOf = (site: string, text: string): DocumentText => ({
  url: `http://${site}.example/`,
  title: '',
  description: '',
  text,
});

describe('the pages a model is sure of', () => {
  it('are the surest of either class, in the share assumed, and none that is labelled', () => {
    const pages = Array.from({ length: 200 }, (_, i) => page(i, 0, i / 200));
    const { positives, negatives } = confidentPages(pages, 0.6, 50, new Set([pages[199].url]), 0.2);
    expect(positives.map(({ url }) => url)).toEqual(
      [198, 197, 196, 195, 194, 193, 192, 191, 190, 189].map((i) => pages[i].url),
    );
    expect(negatives.map(({ url }) => url)).toEqual(pages.slice(0, 40).map(({ url }) => url));
  });

  it('are no negatives alone', () => {
    expect(confidentPages([page(1, 1, 0), page(2, 1, 0.7)], 0.5, 100)).toEqual({ positives: [], negatives: [] });
  });

  it('keep to their bounds, whatever there is', () => {
    const some = fc.array(
      fc.record({ site: fc.nat(12), at: fc.nat(30), probability: fc.double({ min: 0, max: 1, noNaN: true }) }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(some, fc.double({ min: 0.05, max: 0.95, noNaN: true }), fc.nat(80), (found, threshold, most) => {
        const candidates = found.map(({ site, at, probability }) => page(site, at, probability));
        const { positives, negatives } = confidentPages(candidates, threshold, most);
        const { atLeast, atMost } = confidentScores(threshold);
        const urls = [...positives, ...negatives].map(({ url }) => url);
        expect(new Set(urls).size).toBe(urls.length);
        expect(urls.length).toBeLessThanOrEqual(most);
        expect(negatives.length).toBeLessThanOrEqual(9 * positives.length);
        for (const { probability } of positives) expect(probability).toBeGreaterThanOrEqual(atLeast);
        for (const { probability } of negatives) expect(probability).toBeLessThanOrEqual(atMost);
        const sites = new Set(
          candidates.filter(({ probability }) => probability >= atLeast).map(({ url }) => new URL(url).host),
        );
        const counts = new Map<string, number>();
        for (const { url } of positives) counts.set(new URL(url).host, (counts.get(new URL(url).host) ?? 0) + 1);
        const largest = Math.max(0, ...counts.values());
        expect(largest).toBeLessThanOrEqual(
          Math.max(5, Math.ceil((2 * Math.round(most * 0.1)) / Math.max(1, sites.size))),
        );
      }),
    );
  });
});

describe('what an earlier model labelled', () => {
  const positives = Array.from({ length: 12 }, (_, i) => documentOf(`cheese${i}`, `brie cheddar milk rind word${i}`));
  const negatives = Array.from({ length: 12 }, (_, i) => documentOf(`car${i}`, `engine brake motor wheel word${i}`));
  const selfTrained = {
    positives: [documentOf('cheese1', 'gouda brie'), documentOf('other', 'gouda edam brie')],
    negatives: [documentOf('garage', 'diesel engine'), documentOf('car3', 'diesel clutch')],
  };
  const input = { config: {}, keywords: [], positives, negatives, background: [], vectors: null, rng: createRng(1) };

  it('stands last in the set, and not in what is measured', () => {
    const set = gatherTrainingSet({ ...input, selfTrained });
    expect([...set.labels.slice(-4)]).toEqual([1, 1, 0, 0]);
    expect([set.documents.length, set.positives, set.negatives, set.selfTrained, set.positiveSites]).toEqual([
      28, 12, 12, 4, 12,
    ]);
    const measured = withoutSelfTrained(set);
    const plain = gatherTrainingSet(input);
    expect({ ...measured, words: [], numbered: [] }).toEqual({ ...plain, words: [], numbered: [] });
  });

  it('is learnt from but for pages of sites that are held out', () => {
    const fitted: number[][] = [];
    const learner: Learner = { fit: (train) => (fitted.push([...train]), {}) as FittedLearner };
    const set = gatherTrainingSet({ ...input, selfTrained });
    const wrapped = withSelfTrained(learner, set);
    const everyone = Array.from({ length: 24 }, (_, i) => i);
    wrapped.fit(everyone);
    wrapped.fit(everyone.filter((i) => i !== 1));
    wrapped.fit(everyone.filter((i) => i !== 15 && i !== 0));
    expect(fitted.map((train) => train.filter((i) => i >= 24))).toEqual([
      [24, 25, 26, 27],
      [25, 26, 27],
      [24, 25, 26],
    ]);
    expect(withSelfTrained(learner, withoutSelfTrained(set))).toBe(learner);
  });

  const trained = (more: object): TrainedModel => {
    const config = naiveBayes.configSchema.parse({ textModel: 'own', termBounds: 'never' });
    return naiveBayes.trainAndEvaluate({ ...input, rng: createRng(1), config, ...more });
  };

  it('teaches words that no example has, and is counted apart', () => {
    const plain = trained({});
    const taught = trained({ selfTrained });
    const gouda = documentOf('x', 'gouda edam');
    expect(taught.model.score(gouda)).toBeGreaterThan(plain.model.score(gouda));
    expect(taught.metrics.report.classes).toContainEqual(
      expect.objectContaining({ name: 'self-trained', documents: 4, domains: 4 }),
    );
    expect(plain.metrics.report.classes.map(({ name }) => name)).not.toContain('self-trained');
    expect(taught.metrics).toMatchObject({ positives: 12, negatives: 12, background: 0, positiveSites: 12 });
    expect(taught.heldOut?.map(({ document }) => document.url).sort()).toEqual(
      [...positives, ...negatives].map(({ url }) => url).sort(),
    );
  });
});

import { toyDocuments, toyKeywords, toyVectors } from './relevance-toy-topic.js';
import { createRng } from '../../src/domain/base/rng.js';
import {
  trainAndEvaluate,
  type ModelMetrics,
  type TrainedModel,
  type TrainingInput,
} from '../../src/domain/relevance/index.js';

const vectors = toyVectors();
const positives = toyDocuments('topic', 60, 1);
const negatives = toyDocuments('other', 120, 2);
const train = (kind: string, config: object, more: Partial<TrainingInput> = {}): TrainedModel =>
  trainAndEvaluate(kind, {
    config,
    keywords: toyKeywords(),
    positives,
    negatives,
    background: [],
    vectors,
    rng: createRng(1),
    ...more,
  });
const metricsOf = (...args: Parameters<typeof train>): ModelMetrics => train(...args).metrics;

describe('the goal of a threshold', () => {
  // Half of the words are noise, so that classes overlap.
  const mixed = [
    ...toyDocuments('other', 15, 8).map((document, i) => ({
      ...document,
      text: `${document.text} ${positives[i].title}`,
    })),
    ...negatives,
  ];

  it('trades precision for recall', () => {
    const [precise, usual, complete] = [
      { measure: 'precision', atLeast: 0.95 },
      { measure: 'f1' },
      { measure: 'recall', atLeast: 0.99 },
    ].map((goal) =>
      train(
        'naive-bayes',
        { goal, termBounds: 'never' },
        { negatives: mixed, positives: [...positives, ...mixed.slice(0, 4)] },
      ),
    );
    expect(complete.model.threshold).toBeLessThan(usual.model.threshold);
    expect(precise.model.threshold).toBeGreaterThanOrEqual(usual.model.threshold);
    expect(complete.metrics.recall).toBeGreaterThan(Number(precise.metrics.recall));
    expect(complete.metrics.report.goal).toEqual({ measure: 'recall', atLeast: 0.99 });
  });

  it('is reported as missed where held-out examples fall short of it', () => {
    const same = [...positives, ...mixed.slice(0, 30)];
    const { warnings } = metricsOf(
      'naive-bayes',
      { goal: { measure: 'precision', atLeast: 1 } },
      { negatives: mixed, positives: same },
    );
    expect(warnings).toContain('goal-missed');
    expect(metricsOf('naive-bayes', { goal: { measure: 'recall', atLeast: 0.5 } }).warnings).not.toContain(
      'goal-missed',
    );
  });
});

describe('the model for anchors', () => {
  it('is whichever orders short texts better when left to measurement', () => {
    const each = (['own', 'naive-bayes', 'short-texts'] as const).map((textModel) =>
      metricsOf('linear-svm', { textModel }),
    );
    const auto = metricsOf('linear-svm', { textModel: 'auto' });
    const best = each.reduce((a, b) => (Number(b.textAveragePrecision) > Number(a.textAveragePrecision) ? b : a));
    expect(auto.textAveragePrecision).toBe(best.textAveragePrecision);
    expect(auto.report.textModel).toBe(best.report.textModel);
    for (const { averagePrecision } of each) expect(averagePrecision).toBe(auto.averagePrecision);
  });

  it('leaves the pages to the page model', () => {
    const [own, bayes] = ['own', 'naive-bayes'].map((textModel) => train('logistic', { textModel }).model);
    const unseen = toyDocuments('topic', 20, 9);
    expect(unseen.map((document) => bayes.score(document))).toEqual(unseen.map((document) => own.score(document)));
    expect(unseen.map(({ title }) => bayes.scoreText(title))).not.toEqual(
      unseen.map(({ title }) => own.scoreText(title)),
    );
  });
});

describe('negatives of other topics', () => {
  it('are learnt from without those that look like the topic', () => {
    const others = [...toyDocuments('other', 40, 5), ...toyDocuments('topic', 40, 6)];
    const { otherTopics, report, negatives: given, warnings } = metricsOf('linear-svm', {}, { negatives: [], others });
    expect(given).toBe(0);
    // Most topic pages contain a keyword, and a twentieth of the rest is left out as closest to it.
    expect(otherTopics).toBeGreaterThan(20);
    expect(otherTopics).toBeLessThanOrEqual(50);
    expect(report.classes[2]).toMatchObject({ name: 'other-topics', documents: otherTopics });
    expect(warnings).toContain('background-as-negatives');
  });
});

describe('the report of a model', () => {
  it('reports the quality with fewer examples', () => {
    const curve = metricsOf('naive-bayes', {}).report.learningCurve ?? [];
    expect(curve.slice(0, -1).map(({ examples }) => examples)).toEqual([10, 30, 100]);
    expect(curve.at(-1)?.examples).toBeGreaterThan(100);
    for (const { averagePrecision, bestF1 } of curve)
      for (const figure of [averagePrecision, bestF1]) expect(figure).toBeGreaterThan(0.3);
    expect(curve.at(-1)?.averagePrecision).toBeGreaterThanOrEqual(curve[0].averagePrecision - 0.05);
  });

  it('measures no curve unless asked to, and the model is the same', () => {
    const [without, withCurve] = [false, true].map((learningCurve) => train('linear-svm', { learningCurve }));
    expect(without.metrics.report.learningCurve).toBeNull();
    expect(without.model.save()).toEqual(withCurve.model.save());
  });

  it.each(['naive-bayes', 'linear-svm', 'logistic'])('names the words that tell most in %s', (kind) => {
    const words = metricsOf(kind, {}).report.tellingWords;
    expect(words?.relevant.slice(0, 10).filter(({ word }) => word.startsWith('top')).length).toBeGreaterThan(7);
    expect(words?.irrelevant.filter(({ word }) => word.startsWith('top'))).toEqual([]);
    expect(words?.relevant.length).toBeLessThanOrEqual(20);
    expect(words?.relevant[0].weight).toBeGreaterThanOrEqual(Number(words?.relevant[1].weight));
  });
});

describe('progress', () => {
  it.each([
    ['naive-bayes', {}],
    ['ensemble', {}],
    ['ensemble', { members: [{ kind: 'kw-bilstm', config: { rounds: 2, units: 8 } }, { kind: 'logistic' }] }],
  ])('of %s %j rises to its end', (kind, config) => {
    const shares: number[] = [];
    train(kind, config, { onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThanOrEqual(3);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
    expect(shares.at(-1)).toBeGreaterThan(0.6);
  });

  it('ends a training with its error', () => {
    const onProgress = (): void => {
      throw new Error('enough');
    };
    for (const kind of ['naive-bayes', 'ensemble']) expect(() => train(kind, {}, { onProgress })).toThrow('enough');
  });
});

describe('ensembles', () => {
  it('order pages better than their worst member, on the same folds', () => {
    const members = ['naive-bayes', 'keyword-vectors'].map(
      (kind) => metricsOf(kind, { learningCurve: false }).averagePrecision ?? 0,
    );
    for (const voting of ['probability', 'rank']) {
      const { averagePrecision, folds } = metricsOf('ensemble', {
        voting,
        members: [{ kind: 'naive-bayes' }, { kind: 'keyword-vectors' }],
      });
      expect(averagePrecision).toBeGreaterThan(Math.min(...members) - 0.01);
      expect(folds).toBe(4);
    }
  });

  it.each([
    [{ members: [{ kind: 'naive-bayes' }] }, 'members'],
    [{ members: [{ kind: 'naive-bayes' }, { kind: 'rules' }] }, 'members.1.kind'],
    [
      { members: [{ kind: 'naive-bayes', config: { titleWeight: -1 } }, { kind: 'linear-svm' }] },
      'members.0.config.titleWeight',
    ],
    [
      { members: [{ kind: 'naive-bayes', config: { goal: { measure: 'f1' } } }, { kind: 'linear-svm' }] },
      'members.0.config',
    ],
    [{ voting: 'loudest' }, 'voting'],
  ])('refuse %j, naming the field', (config, path) => {
    expect(() => train('ensemble', config)).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({ path: path.split('.').map((part) => (/^\d$/.test(part) ? Number(part) : part)) }),
        ],
      }),
    );
  });
});

describe('keyword-vectors with a band', () => {
  it("is LIM's relevance: what lies above the band is as irrelevant as what lies below", () => {
    const document = {
      url: '',
      title: '',
      description: '',
      text: toyKeywords()
        .map(({ text }) => text)
        .join('. '),
    };
    const scoreWith = (band: object): number =>
      train('keyword-vectors', { measure: 'band', band, similarity: 0.6 }).model.score(document);
    expect(scoreWith({ from: 0.6, to: 1 })).toBeCloseTo(1, 5);
    expect(scoreWith({ from: 0.6, to: 0.8 })).toBeLessThan(0.5);
    expect(scoreWith({ from: 0, to: 0.1 })).toBeLessThan(0.5);
  });

  it('uses the best keyword of a page instead of the mean, if set', () => {
    const document = {
      url: '',
      title: '',
      description: '',
      text: `${toyKeywords()[0].text}. othaaum. othabum. othacum`,
    };
    const [mean, best] = ['mean', 'best'].map((over) =>
      train('keyword-vectors', { measure: 'band', over }).model.score(document),
    );
    expect(mean).toBeLessThan(0.5);
    expect(best).toBeCloseTo(1, 5);
  });
});

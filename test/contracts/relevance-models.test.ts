import {
  ACHE_FEATURES,
  findRelevanceModel,
  type RelevanceModel,
  relevanceModels,
  restoreRelevanceModel,
  trainAndEvaluate,
} from '../../src/domain/relevance/index.js';
import { createRng } from '../../src/domain/base/rng.js';
import { encodeSnapshot, type Snapshot } from '../../src/domain/base/snapshot.js';
import { describeRelevanceModelContract } from './relevance-model.contract.js';
import { isThorough } from '../support/thoroughness.js';
import { toyDocuments, toyKeywords, toyVectors } from './relevance-toy-topic.js';

/** Settings that some kinds need, or that make them faster. */
const CONFIGS: Readonly<Record<string, object>> = {
  rules: { rule: { field: 'any', pattern: 'top\\w+um', atLeast: 8 } },
  'kw-bilstm': { units: 8, words: 90, trainingWords: 30, rounds: 3, folds: 5 },
};

/** Settings that change the model of a kind. */
const VARIANTS: readonly [kind: string, as: string, config: object][] = [
  ['linear-svm', 'with the features of ACHE', { ...ACHE_FEATURES, minDocuments: 2, textModel: 'own' }],
  ['linear-svm', 'with isotonic probabilities', { calibration: 'isotonic', textModel: 'auto' }],
  ['logistic', 'with naive Bayes for anchors', { textModel: 'naive-bayes' }],
  [
    'ensemble',
    'voting by rank',
    {
      voting: 'rank',
      members: [{ kind: 'keyword-vectors' }, { kind: 'naive-bayes', config: { bigrams: true }, weight: 2 }],
    },
  ],
];

for (const definition of relevanceModels) {
  describeRelevanceModelContract(definition, {
    config: CONFIGS[definition.kind] ?? {},
    learns: definition.kind !== 'rules',
  });
}
for (const [kind, as, config] of isThorough ? VARIANTS : []) {
  const definition = findRelevanceModel(kind);
  if (definition !== undefined) describeRelevanceModelContract(definition, { config, as });
}

describe('models of an earlier version', () => {
  const vectors = toyVectors();
  const train = (kind: string, config: object): RelevanceModel =>
    trainAndEvaluate(kind, {
      config,
      keywords: toyKeywords(),
      positives: toyDocuments('topic', 20, 1),
      negatives: toyDocuments('other', 40, 2),
      background: [],
      vectors,
      rng: createRng(1),
    }).model;
  const unseen = [...toyDocuments('topic', 10, 7), ...toyDocuments('other', 10, 8)];
  const scores = (model: RelevanceModel): number[] => unseen.map((document) => model.score(document));

  it('an ensemble of version 1 states neither voting nor reading of members, and judges as before', () => {
    const members = [{ kind: 'linear-svm' }, { kind: 'naive-bayes' }];
    const model = train('ensemble', { voting: 'probability', members });
    const saved = model.save() as Record<string, Record<string, Record<string, Record<string, unknown>>>>;
    const { voting: _voting, members: _members, voters, ...scorer } = saved.scorer;
    const old = Object.entries(voters).map(([at, { reads: _reads, ...voter }]) => [at, voter]);
    const snapshot = { ...saved, version: 1, scorer: { ...scorer, voters: Object.fromEntries(old) } } as Snapshot;
    const restored = restoreRelevanceModel(snapshot, { vectors });
    expect(scores(restored)).toEqual(scores(model));
    expect(encodeSnapshot(restored.save())).toEqual(encodeSnapshot(snapshot));
  });

  it('keywords of version 1 are weighted, without BM25', () => {
    const model = train('keyword-vectors', { measure: 'learned' });
    const snapshot = { ...model.save(), version: 1 };
    expect(scores(restoreRelevanceModel(snapshot, { vectors }))).toEqual(scores(model));
  });

  it('refuses versions that there have never been', () => {
    for (const version of [0, 99])
      expect(() => restoreRelevanceModel({ ...train('ensemble', {}).save(), version }, { vectors })).toThrow(/version/);
  });
});

describe('the registry of relevance models', () => {
  it('holds each kind once', () => {
    const kinds = relevanceModels.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'keyword-vectors',
        'naive-bayes',
        'linear-svm',
        'logistic',
        'kw-bilstm',
        'ensemble',
        'rules',
      ]),
    );
    expect(kinds.map((kind) => findRelevanceModel(kind)?.kind)).toEqual(kinds);
    expect(findRelevanceModel('none')).toBeUndefined();
  });

  it('completes the configuration, trains by kind and restores whatever was saved', () => {
    const vectors = toyVectors();
    const input = {
      keywords: toyKeywords(),
      positives: toyDocuments('topic', 10, 1),
      negatives: toyDocuments('other', 10, 2),
      background: [],
      vectors,
    };
    for (const { kind } of relevanceModels) {
      const { model } = trainAndEvaluate(kind, { ...input, config: CONFIGS[kind] ?? {}, rng: createRng(1) });
      const restored = restoreRelevanceModel(model.save(), { vectors });
      expect(restored.kind).toBe(kind);
      expect(restored.score(input.positives[0])).toBe(model.score(input.positives[0]));
    }
    expect(() => trainAndEvaluate('none', { ...input, config: {}, rng: createRng(1) })).toThrow(RangeError);
    expect(() =>
      trainAndEvaluate('naive-bayes', { ...input, config: { titleWeight: -1 }, rng: createRng(1) }),
    ).toThrow();
  });
});

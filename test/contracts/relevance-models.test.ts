import { findRelevanceModel, relevanceModels, restoreRelevanceModel, trainAndEvaluate } from '../../src/domain/relevance/index.js';
import { createRng } from '../../src/domain/learning/rng.js';
import { describeRelevanceModelContract } from './relevance-model.contract.js';
import { toyDocuments, toyKeywords, toyVectors } from './relevance-toy-topic.js';

for (const definition of relevanceModels) describeRelevanceModelContract(definition);

describe('the registry of relevance models', () => {
  it('holds each kind once', () => {
    const kinds = relevanceModels.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds).toEqual(expect.arrayContaining(['keyword-vectors', 'naive-bayes', 'linear-svm']));
    expect(kinds.map((kind) => findRelevanceModel(kind)?.kind)).toEqual(kinds);
    expect(findRelevanceModel('none')).toBeUndefined();
  });

  it('completes the configuration, trains by kind and restores whatever was saved', () => {
    const vectors = toyVectors();
    const input = {
      config: { titleWeight: 5 },
      keywords: toyKeywords(),
      positives: toyDocuments('topic', 10, 1),
      negatives: toyDocuments('other', 10, 2),
      background: [],
      vectors,
    };
    for (const { kind } of relevanceModels) {
      const { model } = trainAndEvaluate(kind, { ...input, rng: createRng(1) });
      const restored = restoreRelevanceModel(model.save(), { vectors });
      expect(restored.kind).toBe(kind);
      expect(restored.score(input.positives[0])).toBe(model.score(input.positives[0]));
    }
    expect(() => trainAndEvaluate('none', { ...input, rng: createRng(1) })).toThrow(RangeError);
    expect(() => trainAndEvaluate('naive-bayes', { ...input, config: { titleWeight: -1 }, rng: createRng(1) })).toThrow();
  });
});

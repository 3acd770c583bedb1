import { chanceOf, logOdds } from '../../learning/log-odds.js';
import type { RelevanceModel } from '../relevance-model.js';
import { BesideKeywords, keywordShare, mixed } from './keyword-judge.js';

const judge = (probability: number, threshold: number): RelevanceModel => ({
  kind: 'fixed',
  threshold,
  score: () => probability,
  scoreText: () => probability,
  save: () => ({ kind: 'fixed', probability }),
});
const page = { url: '', title: '', description: '', text: '' };

describe('the say of the keywords', () => {
  it('falls with each relevant example, and ends where there are enough', () => {
    const shares = [2, 5, 10, 19].map(keywordShare);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(shares[1]).toBe(0.5);
    expect([20, 1_000].map(keywordShare)).toEqual([0, 0]);
  });

  it.each([0.001, 0.5, 0.92, 0.999])(
    'puts what both judges have at their thresholds at the threshold %p',
    (threshold) => {
      const at = { probability: threshold, threshold };
      expect(mixed(at, { probability: 0.5, threshold: 0.5 }, 0.4)).toBeCloseTo(threshold, 12);
      expect(mixed(at, { probability: 0.6, threshold: 0.5 }, 0.4)).toBeGreaterThan(threshold);
      expect(
        mixed({ probability: threshold * 0.9, threshold }, { probability: 0.5, threshold: 0.5 }, 0.4),
      ).toBeLessThan(threshold);
    },
  );

  it('decides where the examples say little, by its share', () => {
    const model = (share: number): RelevanceModel => new BesideKeywords(judge(0.7, 0.9), judge(0.95, 0.5), share);
    const [none, some, most] = [0, 0.2, 0.7].map((share) => model(share).score(page));
    expect(none).toBeCloseTo(0.7, 12);
    expect(none).toBeLessThan(some);
    expect([some, most].map((score) => score >= 0.9)).toEqual([false, true]);
    // Links are judged by the learned part.
    expect(model(0.7).scoreText('')).toBe(0.7);
    expect(model(0.7).save()).toEqual({
      kind: 'fixed',
      probability: 0.7,
      keywordJudge: expect.anything(),
      keywordShare: 0.7,
    });
  });

  it('keeps probabilities within bounds', () => {
    for (const [a, b] of [
      [0, 0],
      [1, 1],
      [0, 1],
    ]) {
      const p = mixed({ probability: a, threshold: 0.999 }, { probability: b, threshold: 0.001 }, 0.5);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
    }
    expect([0.01, 0.3, 0.99].map((p) => chanceOf(logOdds(p)))).toEqual(
      [0.01, 0.3, 0.99].map((p) => expect.closeTo(p, 10)),
    );
  });
});

import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { PrTfidf, type TermCounts } from './pr-tfidf.js';

const counts = (...pairs: [term: number, count: number][]): TermCounts => ({
  terms: Int32Array.from(pairs, ([term]) => term),
  counts: Float32Array.from(pairs, ([, count]) => count),
});

/** Two documents about term 0, one about term 1, and a word common to both classes. */
const trained = (): PrTfidf =>
  PrTfidf.train([counts([0, 3], [2, 1]), counts([0, 1], [2, 1]), counts([1, 2], [2, 2])], [0, 0, 1], 2, 4);

describe('PrTfidf', () => {
  it('gives each class the share of its words, as the formula says', () => {
    const classifier = trained();
    // P(C | w) of the shared word: (1/4 + 1/2) of class 0 against 1/2 of class 1.
    expect([...classifier.classify(counts([2, 5]))]).toEqual([expect.closeTo(0.6, 5), expect.closeTo(0.4, 5)]);
    expect([...classifier.classify(counts([0, 1]))]).toEqual([1, 0]);
    expect([...classifier.classify(counts([0, 1], [1, 1]))]).toEqual([0.5, 0.5]);
  });

  it('says nothing of words it has never seen', () => {
    expect([...trained().classify(counts([3, 2]))]).toEqual([0, 0]);
    expect([...trained().classify(counts([9, 2]))]).toEqual([0, 0]);
    expect([...trained().classify(counts())]).toEqual([0, 0]);
  });

  it('is the same after it was saved and restored, and refuses what is damaged', () => {
    const classifier = trained();
    const restored = PrTfidf.restored(decodeSnapshot(encodeSnapshot(classifier.save())));
    const document = counts([0, 2], [1, 1], [2, 4]);
    expect(restored.classify(document)).toEqual(classifier.classify(document));
    expect(() => PrTfidf.restored({ ...classifier.save(), shares: new Float32Array(3) })).toThrow(/shares/);
  });
});

import type { DocumentText } from '../text/document-text.js';
import { openWordVectors, WordVectorsBuilder } from '../learning/word-vectors.js';
import type { CandidateInput } from './keyword-candidate.js';
import { stemsKey } from './phrase-candidates.js';
import { suggestKeywords } from './suggest-keywords.js';

/** Words by descending frequency, with their directions in degrees. */
const ANGLES = {
  people: 90,
  time: 95,
  page: 60,
  water: 80,
  oven: 10,
  cheese: 15,
  dough: 5,
  pizza: 0,
  basil: 20,
  tax: 130,
};
const filler = Array.from({ length: 5_000 }, (_, i) => `filler${i}`);
const words = [...Object.keys(ANGLES).slice(0, 4), ...filler, ...Object.keys(ANGLES).slice(4)];
const builder = new WordVectorsBuilder(words, 2);
words.forEach((word, row) => {
  const degrees = word in ANGLES ? ANGLES[word as keyof typeof ANGLES] : 270;
  builder.setRow(row, [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);
});
const vectors = openWordVectors(builder.finish());

const doc = (text: string): DocumentText => ({ url: '', title: '', description: '', text });
const SEEDS = [
  'Pizza with dough and cheese, basil from the oven. People say page time. Pizza oven.',
  'The dough: cheese, basil, pizza; a pizza oven has water. People of page time and tax.',
  'A pizza oven bakes dough with cheese and basil. Time, page, people.',
].map(doc);
const input: CandidateInput = {
  current: [],
  rejected: [],
  language: 'en',
  relevant: SEEDS,
  others: [],
  background: [doc('people and time of water'), doc('people at page')],
};
const texts = (changes: Partial<CandidateInput> = {}): string[] =>
  suggestKeywords({ ...input, ...changes }, vectors).candidates.map(({ text }) => text);

describe('keywords from seed pages', () => {
  it('are what the pages say more than usual, words and phrases', () => {
    const found = texts();
    expect(found).toEqual(expect.arrayContaining(['pizza', 'oven', 'dough', 'cheese', 'basil', 'pizza oven']));
    for (const usual of ['people', 'time', 'water', 'page', 'tax']) expect(found).not.toContain(usual);
    for (const { method, relevantDocuments, similarity } of suggestKeywords(input, vectors).candidates) {
      expect(method).toBe('seed');
      expect(relevantDocuments).toBeGreaterThanOrEqual(2);
      expect(similarity).not.toBeNull();
    }
  });

  it('are found in a single page too', () => {
    expect(texts({ relevant: SEEDS.slice(0, 1) })).toContain('pizza');
  });

  it('start from the keywords there are, and leave these and the rejected out', () => {
    const pizza = { text: 'pizza', kind: 'keyword', origin: 'user', similarity: 1 } as const;
    const found = texts({ current: [pizza], rejected: [stemsKey('cheeses')] });
    expect(found).toContain('dough');
    expect(found).not.toEqual(expect.arrayContaining(['pizza']));
    expect(found).not.toEqual(expect.arrayContaining(['cheese']));
  });

  it('leave out what irrelevant examples say as well', () => {
    expect(texts({ others: Array.from({ length: 500 }, () => doc('basil and basil')) })).not.toContain('basil');
  });

  it('keep within their number, and are none for pages without words', () => {
    const some = suggestKeywords(input, vectors, { maxKeywords: 2, maxPhrases: 0 }).candidates;
    expect(some.map(({ kind }) => kind)).toEqual(['keyword', 'keyword']);
    expect(texts({ relevant: [doc(''), doc('12 34')] })).toEqual([]);
  });
});

import type { DocumentText } from '../text/document-text.js';
import { openWordVectors, WordVectorsBuilder } from '../learning/word-vectors.js';
import { expandKeywords } from './expand-keywords.js';
import type { Keyword } from './keyword-set.js';

/** Directions in degrees: cosines are those of the angles between words. */
const ANGLES = {
  pizza: 0,
  pasta: 40,
  lasagna: 20,
  lasagnas: 21,
  noodle: 30,
  bread: 45,
  engine: 90,
  pizzas: 2,
  recipe: 60,
};
const builder = new WordVectorsBuilder(Object.keys(ANGLES), 2);
Object.values(ANGLES).forEach((angle, row) =>
  builder.setRow(row, [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]),
);
const vectors = openWordVectors(builder.finish());
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);

const keyword = (text: string): Keyword => ({
  text,
  kind: text.includes(' ') ? 'phrase' : 'keyword',
  origin: 'user',
  similarity: 1,
});
const doc = (text: string): DocumentText => ({ url: '', title: '', description: '', text });
const documents = [
  doc('Lasagna and noodle, pizzas, engine, bread, recipe. Unheard-of lasagnas!'),
  doc('noodle lasagna engine bread recipe pizzas the lasagnas'),
];
const texts = (seeds: string[], options = {}): string[] =>
  expandKeywords(seeds.map(keyword), documents, vectors, options).keywords.map(({ text }) => text);

describe('keyword expansion', () => {
  it('accepts words as near to the keywords on average as these are to one another', () => {
    const { keywords, threshold, unknown } = expandKeywords(
      ['pizza', 'pasta', 'focaccia'].map(keyword),
      documents,
      vectors,
    );
    expect(threshold).toBeCloseTo(cos(40), 2);
    expect(unknown).toEqual(['focaccia']);
    expect(keywords.map(({ text }) => text)).toEqual(['lasagna', 'noodle', 'bread']);
    expect(keywords[0]).toMatchObject({ kind: 'keyword', origin: 'expanded' });
    expect(keywords[0].similarity).toBeCloseTo((cos(20) + cos(20)) / 2, 2);
    expect(keywords[2].similarity).toBeCloseTo((cos(45) + cos(5)) / 2, 2);
  });

  it('averages over all pairs of keywords', () => {
    expect(expandKeywords(['pizza', 'pasta', 'recipe'].map(keyword), documents, vectors).threshold).toBeCloseTo(
      (cos(40) + cos(60) + cos(20)) / 3,
      2,
    );
  });

  it('leaves nothing but the paper when the options are off', () => {
    const all = texts(['pizza', 'pasta'], { mergeInflections: false, minDocuments: 1, maxKeywords: 100 });
    expect(all.slice().sort()).toEqual(['bread', 'lasagna', 'lasagnas', 'noodle', 'pizzas']);
  });

  it('keeps within its limits', () => {
    expect(texts(['pizza', 'pasta'], { maxKeywords: 1 })).toEqual(['lasagna']);
    expect(texts(['pizza', 'pasta'], { minSimilarity: 0.92 })).toEqual(['lasagna', 'noodle']);
    expect(texts(['pizza', 'pasta'], { minDocuments: 3 })).toEqual([]);
  });

  it('takes two thirds for a single keyword, and a phrase by the mean of its words', () => {
    const single = expandKeywords([keyword('pizza')], documents, vectors);
    expect(single.threshold).toBeCloseTo(2 / 3, 10);
    expect(single.keywords.map(({ text }) => text)).toEqual(['lasagna', 'noodle', 'bread']);
    expect(expandKeywords([keyword('pizza pasta')], documents, vectors).keywords[0].similarity).toBeCloseTo(1, 2);
  });

  it('finds nothing without a keyword that has a vector', () => {
    expect(expandKeywords([keyword('focaccia')], documents, vectors)).toMatchObject({
      keywords: [],
      unknown: ['focaccia'],
    });
    expect(expandKeywords([], documents, vectors).keywords).toEqual([]);
  });
});

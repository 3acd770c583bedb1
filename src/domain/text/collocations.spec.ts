import fc from 'fast-check';
import { collocations, logLikelihoodRatio } from './collocations.js';
import { NgramCounts } from './ngram-counts.js';

const texts = (collocated: readonly string[], options = {}): string[] =>
  collocations(collocated, { minLogLikelihood: 0, ...options }).map(({ text }) => text);

describe('collocations', () => {
  it('finds words that stand together, inflections as one, named by the most frequent form', () => {
    const found = collocations(
      ['Ice cream here. Vanilla tastes.', 'The ice creams melt.', 'ice cream again; melted vanilla'],
      { minLogLikelihood: 0 },
    );
    expect(found[0]).toMatchObject({ text: 'ice cream', documents: 3, occurrences: 3 });
  });

  it('ends at stop words, marks and numbers', () => {
    expect(texts(['cream of ice, cream. ice; cream 3 ice', 'cream of ice, cream. ice; cream 3 ice'])).toEqual([]);
  });

  it('takes three words when both joints hold', () => {
    const corpus = [
      'office hours monday',
      'office hours monday',
      'office hours tuesday',
      'cheap hours',
      'green monday',
      'blue tuesday',
    ];
    expect(texts(corpus)).toEqual(expect.arrayContaining(['office hours', 'office hours monday']));
  });

  it('counts a text once however often it repeats', () => {
    expect(texts(['spam spam eggs spam eggs spam eggs'], { minDocuments: 2 })).toEqual([]);
    expect(texts(['spam eggs spam eggs', 'x'], { minDocuments: 1 })).toContain('spam eggs');
  });

  it('leaves out words that meet by chance', () => {
    // Each of a, b precedes each of c, d equally often: no attraction.
    const even = ['alpha gamma', 'alpha delta', 'beta gamma', 'beta delta'];
    expect(collocations([...even, ...even], { minLogLikelihood: 0.1 })).toEqual([]);
  });

  it('computes G² as Dunning does', () => {
    // Table 1 of the paper: "the swiss", 110 2442 111 29114, G² 270.72.
    expect(logLikelihoodRatio(110, 2442, 111, 29_114)).toBeCloseTo(270.72, 1);
    expect(logLikelihoodRatio(10, 90, 100, 900)).toBeCloseTo(0, 9);
  });

  it('depends neither on chance nor on the order of texts', () => {
    const word = fc.constantFrom('pizza', 'oven', 'ovens', 'dough', 'the', '7', '.', 'basil');
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (corpus) => {
        const forward = collocations(corpus, { minLogLikelihood: 0 });
        expect(collocations([...corpus].reverse(), { minLogLikelihood: 0 })).toEqual(forward);
        for (const { documents, occurrences, logLikelihood } of forward) {
          expect(documents).toBeGreaterThanOrEqual(2);
          expect(occurrences).toBeGreaterThanOrEqual(documents);
          expect(logLikelihood).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('counts of n-grams', () => {
  it('gives up the rarest when it is full and keeps what is frequent', () => {
    const counts = new NgramCounts(100);
    for (let i = 0; i < 10_000; i++) {
      counts.add(i % 10, i);
      counts.add(1_000 + i, i);
    }
    expect(counts.size).toBeLessThanOrEqual(100);
    expect(Array.from({ length: 10 }, (_, key) => counts.occurrencesOf(key))).toEqual(
      Array.from({ length: 10 }, () => 1_000),
    );
  });
});

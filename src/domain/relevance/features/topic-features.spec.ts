import * as fc from 'fast-check';
import { runsOf } from '../../../../test/support/thoroughness.js';
import { openWordVectors, WordVectorsBuilder } from '../../learning/word-vectors.js';
import { MAX_SHORT_TEXT_WORDS, wordsOf } from './document-words.js';
import { TopicFeatures } from './topic-features.js';

const WORDS = ['cheese', 'milk', 'goat', 'the', 'car', 'käse'];
const builder = new WordVectorsBuilder(WORDS, 2);
WORDS.forEach((_, row) => {
  builder.setRow(row, [Math.cos(row), Math.sin(row)]);
});
const features = new TopicFeatures(
  ['cheese', 'goat milk'].map((text) => ({ text, kind: 'keyword', origin: 'user', similarity: 1 })),
  openWordVectors(builder.finish()),
);
const measured = (parts: Parameters<typeof features.measure>[0]): number[] => {
  const out = new Float64Array(4);
  features.measure(parts, out);
  return [...out];
};

describe('TopicFeatures', () => {
  it('reads a short text like its words', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...WORDS, 'Goat', 'MILK', 'x1'), fc.string({ unit: 'grapheme' })), {
        maxLength: 2 * MAX_SHORT_TEXT_WORDS,
      })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(text, (one) => {
        const words = wordsOf(one, MAX_SHORT_TEXT_WORDS);
        expect(measured([features.readText(one)])).toEqual(measured(features.read([{ words, weight: 1 }])));
      }),
      runsOf(300),
    );
  });

  it('counts key phrases by their stems, wherever they begin', () => {
    expect(measured([features.readText('cars, milk of goats and goat milks')])[0]).toBeGreaterThan(0);
    expect(measured([features.readText('cars, milk of goats')])[0]).toBe(0);
  });
});

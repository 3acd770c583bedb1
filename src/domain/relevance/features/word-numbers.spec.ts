import * as fc from 'fast-check';
import { tokenize } from '../../text/index.js';
import { WordNumbers } from './word-numbers.js';
import { runsOf } from '../../../../test/support/thoroughness.js';

describe('WordNumbers', () => {
  const told = (text: string, maxWords = 1e9, maxChars = 1e9): { seen: boolean; words: string[] } => {
    const names: string[] = [];
    const numbers = new WordNumbers((word) => names.push(word) - 1);
    const words: string[] = [];
    const seen = numbers.forEach(text, maxWords, maxChars, (number) => words.push(names[number]));
    return { seen, words };
  };

  it('tells the words that tokenize gives, in order', () => {
    const ascii = fc.string({
      unit: fc.oneof(
        fc.constantFrom('a', 'b', 'Z', '7', ' ', '-', "'", '.', '@', '[', '`', '{', '/', ':'),
        fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(told(text)).toEqual({ seen: true, words: tokenize(text) });
      }),
      runsOf(2_000),
    );
  });

  it('keeps to its bounds', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 40 }), fc.nat(20), fc.nat(200), (text, maxWords, maxChars) => {
        expect(told(text, maxWords, maxChars).words).toEqual(tokenize(text.slice(0, maxChars)).slice(0, maxWords));
      }),
    );
  });

  it('asks for each word once and goes on when all have been forgotten', () => {
    let asked = 0;
    const numbers = new WordNumbers((word) => {
      asked++;
      return Number(word.slice(1));
    });
    const WORDS = 25_000;
    for (const [from, askedByThen] of [
      [0, 25_000],
      [25_000, 50_000],
      [0, 50_000],
      [50_000, 75_000],
      [75_000, 100_000],
      // There is no room for these besides the others, which are requested again.
      [100_000, 125_000],
      [0, 150_000],
    ]) {
      const expected = Array.from({ length: WORDS }, (_, i) => from + i);
      const words: number[] = [];
      numbers.forEach(expected.map((i) => `w${i}`).join(' '), Infinity, Infinity, (number) => words.push(number));
      expect(words).toEqual(expected);
      expect(asked).toBe(askedByThen);
    }
  });

  it('reads the beginning of a text that is too long as a whole, or goes on with other characters', () => {
    expect(told('ab cd '.repeat(50_000), 3, 1_000).words).toEqual(['ab', 'cd', 'ab']);
    expect(told('plain words – and others', 3, 8)).toEqual({ seen: true, words: ['plain', 'wo'] });
  });

  it('leaves texts with other characters alone', () => {
    expect(told('Käse und Brot')).toEqual({ seen: false, words: [] });
  });
});

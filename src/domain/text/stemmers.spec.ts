import fc from 'fast-check';
import { STEMMED_LANGUAGES, stemIn } from './stemmers.js';

it('stems Bulgarian words whose letters change', () => {
  const one = (...words: string[]) => new Set(words.map((word) => stemIn('bg', word))).size;
  expect(one('вестник', 'вестници', 'вестниците')).toBe(1);
  expect(one('прозорец', 'сирене')).toBe(2);
});

/** Letters of each language's endings, in which stemmers look for more than in others. */
const LETTERS = [
  'абвгдежзийклмнопрстуфхцчшщъьюяіїє',
  'abcdefghijklmnoprstuvzäöåéèáíóúőűğışçñ',
  'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ',
];

it.each([...STEMMED_LANGUAGES])('stems any word in %s', (language) => {
  const word = fc.oneof(
    ...LETTERS.map((letters) => fc.string({ unit: fc.constantFrom(...Array.from(letters)), maxLength: 14 })),
  );
  fc.assert(
    fc.property(word, (one) => {
      expect(typeof stemIn(language, one)).toBe('string');
    }),
    { numRuns: 500 },
  );
});

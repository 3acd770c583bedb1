import { explained, meaningsIn, type Meaning } from './words.js';

const GLOSSARY: readonly Meaning[] = [
  ['topic', 'a subject'],
  ['run (of a schedule)', 'the result of a due time'],
  ['run (of a monitor)', 'one look'],
  ['span, trace', 'a piece of work'],
  ['Q-value of a link', 'a sum'],
  ['near-duplicate', 'alike'],
  ['duplicate', 'the same'],
  ['policy', 'decides'],
];
const wordsIn = (text: string): string[] => meaningsIn(text, GLOSSARY).map(([word]) => word);

describe('words of a screen', () => {
  it.each([
    ['Topics of all', ['topic']],
    ['TOPIC', ['topic']],
    ['Subtopic topical', []],
    ['Last runs', ['run (of a schedule)', 'run (of a monitor)']],
    ['Traces', ['span, trace']],
    ['Q-values', []],
    ['Q-value of a link', ['Q-value of a link']],
    ['near-duplicates', ['near-duplicate']],
    ['policies, duplicates', ['duplicate', 'policy']],
    ['', []],
  ])('are found in %j', (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  it('are explained in a line each', () => {
    expect(explained('Topics by policy', GLOSSARY)).toBe('topic: a subject\npolicy: decides');
    expect(explained('Colour', GLOSSARY)).toBe('');
  });
});

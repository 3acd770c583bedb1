import { markedText } from './marked-text.js';

const marked = (text: string, keywords: string[], most = 1_000) =>
  markedText(text, keywords, most)
    .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('');

test('keywords are marked where a word begins with them, phrases as a whole', () => {
  expect(marked('Bees, honey  bees and a beehive; the Maybee.', ['bee', 'honey bee'])).toBe(
    '[Bees], [honey  bees] and a [beehive]; the Maybee.',
  );
});

test('what looks like a pattern is a word', () => {
  expect(marked('c++ (c) cat', ['c++', '(c)', '.*'])).toBe('[c++] [(c)] cat');
});

test('a text without keywords, and none', () => {
  expect([marked('a b', []), marked('', ['a']), marked('', [])]).toEqual(['a b', '', '']);
});

test('a long text is cut at a space', () => {
  expect(marked('one two three', [], 9)).toBe('one two …');
  expect(marked('onetwothree', [], 5)).toBe('onetw…');
});

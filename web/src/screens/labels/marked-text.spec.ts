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

test.each([
  ['Biene', 'Die Bienen und die Bienenkönigin.', 'Die [Bienen] und die [Bienenkönigin].'],
  ['пчела', 'Пчёлы, пчел и пчёлами; печь.', '[Пчёлы], [пчел] и [пчёлами]; печь.'],
  ['дикие пчёлы', 'О диких пчелах и о диких зверях.', 'О [диких пчелах] и о диких зверях.'],
  ['النحلة', 'يعيش النحل في الخلايا، والنحلة للنحل', 'يعيش [النحل] في الخلايا، [والنحلة] [للنحل]'],
  ['דבורה', 'הדבורה עפה אל הדבורים', '[הדבורה] עפה אל [הדבורים]'],
  ['मधुमक्खी', 'मधुमक्खियों का शहद', '[मधुमक्खियों] का शहद'],
  ['꿀벌', '꿀벌은 꽃에서 꿀을 모은다.', '[꿀벌은] 꽃에서 꿀을 모은다.'],
  ['蜜蜂', '野生蜜蜂在花园里。', '野生[蜜蜂]在花园里。'],
  ['ミツバチ', '庭のミツバチは蜜を', '庭の[ミツバチ]は蜜を'],
  ['ผึ้ง', 'การเลี้ยงผึ้งในสวน', 'การเลี้ยง[ผึ้ง]ในสวน'],
])('%s is marked in whatever form it stands there', (keyword, text, expected) => {
  expect(marked(text, [keyword])).toBe(expected);
});

test('a text of a script without spaces is not cut at a space far back, nor within a letter', () => {
  expect(marked(`短 ${'蜜蜂'.repeat(300)}`, [], 400)).toHaveLength(401);
  expect(marked('𠀀'.repeat(100), [], 151)).toBe(`${'𠀀'.repeat(75)}…`);
  expect(marked('ก'.repeat(99) + 'ที่'.repeat(100), [], 101)).toBe(`${'ก'.repeat(99)}…`);
});

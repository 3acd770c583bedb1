import { edited, isEdited, NO_EDITS, withRemoved } from './keyword-edits.js';

const SET = ['cheese', 'bread'];

test('keywords are added and removed, each once', () => {
  const edits = { ...withRemoved(NO_EDITS, 'bread'), added: 'milk, cheese\nblue cheese' };
  expect(edited(SET, edits)).toEqual(['cheese', 'milk', 'blue cheese']);
  expect(isEdited(SET, edits)).toBe(true);
});

test('what is taken back changes nothing', () => {
  const edits = withRemoved(withRemoved(NO_EDITS, 'bread'), 'bread');
  expect(isEdited(SET, edits)).toBe(false);
  expect(isEdited(SET, { ...edits, added: ' , cheese ' })).toBe(false);
});

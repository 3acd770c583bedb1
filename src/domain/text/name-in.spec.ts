import { nameIn } from './name-in.js';

test.each([
  ['  goat\u00a0 cheese\n', 'goat cheese'],
  ['جبن ماعز', 'جبن ماعز'],
  ['🧀👩‍🍳', '🧀👩‍🍳'],
  [' \t ', ''],
  ['\u200b', ''],
  ['\u202e\u2066', ''],
])('%j names %j', (typed, name) => {
  expect(nameIn(typed)).toBe(name);
});

import { EMPTY_SPIDER, isComplete, spiderInput } from './spider-draft.js';

test('a spider needs a name and something to learn from', () => {
  expect(isComplete(EMPTY_SPIDER)).toBe(false);
  expect(isComplete({ ...EMPTY_SPIDER, name: 'x' })).toBe(false);
  expect(isComplete({ ...EMPTY_SPIDER, name: 'x', sessions: ['s'] })).toBe(true);
  expect(isComplete({ ...EMPTY_SPIDER, name: 'x', web: 'w' })).toBe(true);
});

test('each kind is sent with its own settings', () => {
  const draft = { ...EMPTY_SPIDER, name: ' x ', sessions: ['s'], web: 'w', labels: ['food'] };
  expect(spiderInput(draft)).toEqual({
    ...{ name: 'x', kind: 'LINKS', sessions: ['s'], webs: [{ web: 'w', labels: ['food'] }] },
    ...{ bins: 4, discount: 0.5, text: 'RELATED' },
  });
  expect(spiderInput({ ...draft, kind: 'PAGE_CLASSES', vocabulary: '' })).toEqual({
    ...{ name: 'x', kind: 'PAGE_CLASSES', sessions: ['s'], webs: [{ web: 'w' }], clusters: 50 },
  });
  expect(spiderInput({ ...draft, kind: 'LINK_VALUES', web: '' })).toEqual({
    ...{ name: 'x', kind: 'LINK_VALUES', sessions: ['s'] },
  });
});

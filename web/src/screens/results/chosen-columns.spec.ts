import { shownHeads, storedHeads, toggled } from './chosen-columns.js';

const COLUMNS = [{ head: 'Page' }, { head: 'Domain' }, { head: 'Language', isExtra: true }, { head: 'Found' }];

test('usual columns are shown until others are chosen, and the first one always', () => {
  expect(shownHeads(COLUMNS, null)).toEqual(['Page', 'Domain', 'Found']);
  expect(shownHeads(COLUMNS, ['Language'])).toEqual(['Page', 'Language']);
  expect(shownHeads(COLUMNS, ['Of an earlier version'])).toEqual(['Page']);
});

test('columns come and go, in their own order', () => {
  const more = toggled(COLUMNS, null, 'Language');
  expect(more).toEqual(['Page', 'Domain', 'Language', 'Found']);
  expect(toggled(COLUMNS, more, 'Domain')).toEqual(['Page', 'Language', 'Found']);
});

test.each([null, '', '{}', '[1]', 'nonsense'])('%p is no choice', (stored) => {
  expect(storedHeads(stored)).toBeNull();
});

import { changesInWords, dueInWords, spanInWords } from './rhythm.js';

test.each([
  [0.2, '12 minutes'],
  [1, '1 hour'],
  [30, '30 hours'],
  [48, '2 days'],
  [24 * 45, '45 days'],
  [24 * 365, '12 months'],
])('%p hours are %s', (hours, words) => {
  expect(spanInWords(hours)).toBe(words);
});

test.each([
  [{ changesPerDay: 1, looks: 0, changes: 0 }, 'not known yet'],
  [{ changesPerDay: 0.01, looks: 1, changes: 0 }, 'no change in 1 check'],
  [{ changesPerDay: 0.01, looks: 8, changes: 0 }, 'no change in 8 checks'],
  [{ changesPerDay: 0.5, looks: 8, changes: 3 }, 'about every 2 days'],
  [{ changesPerDay: 24, looks: 8, changes: 8 }, 'about every hour'],
  [{ changesPerDay: 0, looks: 8, changes: 1 }, 'hardly ever'],
])('%p: %s', (history, words) => {
  expect(changesInWords(history)).toBe(words);
});

test('a page is due at the next run, or later', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(dueInWords('2026-11-20T11:00:00Z', now)).toBe('at the next run');
  expect(dueInWords('2026-11-23T12:00:00Z', now)).toBe('in 3 days or later');
  expect(dueInWords(null, now)).toBe('–');
});

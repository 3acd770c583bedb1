import { timeLeft } from './session-text.js';

const NOW = Date.parse('2026-11-26T12:00:00Z');

describe('timeLeft', () => {
  it.each([
    ['2026-11-26T11:00:00Z', 'less than a minute left'],
    ['2026-11-26T12:00:59Z', 'less than a minute left'],
    ['2026-11-26T12:01:00Z', 'about 1 minute left'],
    ['2026-11-26T12:12:20Z', 'about 12 minutes left'],
    ['2026-11-26T13:29:00Z', 'about 89 minutes left'],
    ['2026-11-26T14:00:00Z', 'about 2 hours left'],
    ['2026-11-26T14:30:00Z', 'about 2.5 hours left'],
    ['2026-11-27T11:50:00Z', 'about 24 hours left'],
    ['2026-11-28T12:00:00Z', 'about 2 days left'],
    ['2026-12-26T12:00:00Z', 'about 30 days left'],
    [null, ''],
  ])('%s: %s', (end, words) => {
    expect(timeLeft(end, NOW)).toBe(words);
  });
});

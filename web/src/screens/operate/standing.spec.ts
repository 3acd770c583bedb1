import { isLost, waitInWords } from './standing.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');

test('a process is lost once it has not been heard of for a minute', () => {
  expect(isLost('2026-11-23T11:59:10Z', NOW)).toBe(false);
  expect(isLost('2026-11-23T11:58:50Z', NOW)).toBe(true);
});

test('how long a lease lasts is said in words', () => {
  expect(waitInWords(null, NOW)).toBe('–');
  expect(waitInWords('2026-11-23T12:00:20Z', NOW)).toBe('20 s');
  expect(waitInWords('2026-11-23T11:59:00Z', NOW)).toBe('ended 1 min ago');
});

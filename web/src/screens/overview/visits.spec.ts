import { looked, sinceIn, sinceWhen, visitsFrom } from './visits.js';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');

test('looks soon after each other are one visit, and the time before it stays what it was', () => {
  const first = looked(null, NOW);
  expect(first).toEqual({ before: null, seen: NOW });
  const later = looked(looked(first, NOW + 60_000), NOW + 5 * HOUR);
  expect(later).toEqual({ before: NOW + 60_000, seen: NOW + 5 * HOUR });
  expect(looked(later, NOW + 5 * HOUR + 60_000).before).toBe(NOW + 60_000);
});

test.each([null, '', 'nonsense', '[]', '{}', '{"seen":"x"}', 'null'])('stored visits %p are none', (stored) => {
  expect(visitsFrom(stored)).toBeNull();
});

test('what is new counts from the last visit, a day or a week ago', () => {
  const visits = visitsFrom(JSON.stringify({ before: NOW - 3 * HOUR, seen: NOW }));
  expect(visits).toEqual({ before: NOW - 3 * HOUR, seen: NOW });
  if (!visits) return;
  expect((['visit', 'day', 'week'] as const).map((since) => (NOW - sinceWhen(since, visits, NOW)) / HOUR)).toEqual([
    3, 24, 168,
  ]);
  expect([sinceIn(null, visits), sinceIn('day', visits), sinceIn('else', visits)]).toEqual(['visit', 'day', 'visit']);
  const none = { before: null, seen: NOW };
  expect([sinceIn('visit', none), sinceWhen('visit', none, NOW)]).toEqual(['week', NOW - 168 * HOUR]);
});

import { adviceOn, ago, counted, duration, percent, standingOf, timeLeft } from './words.js';

test.each([
  [{ state: 'RUNNING', stateReason: null }, 'Running.'],
  [
    { state: 'RUNNING', stateReason: null, command: 'PAUSE' },
    'Running; it pauses when the fetches under way are completed.',
  ],
  [{ state: 'QUEUED', stateReason: null }, 'Waiting for a worker.'],
  [{ state: 'QUEUED', stateReason: null, waitingFor: 'MODEL' }, 'Waiting: its relevance model is being made.'],
  [
    { state: 'QUEUED', stateReason: null, waitingFor: 'ARCHIVE_FULL' },
    'Waiting: the disk of the archives is full or cannot be written.',
  ],
  [{ state: 'COMPLETED', stateReason: 'BUDGET' }, 'Completed: its budget is spent.'],
  [{ state: 'FAILED', stateReason: 'NEW_REASON' }, 'Failed: NEW_REASON.'],
])('%p is %s', (standing, words) => {
  expect(standingOf(standing)).toBe(words);
});

test('says what to do next only where something can be done', () => {
  expect(adviceOn({ stateReason: null })).toBe('');
  expect(adviceOn({ stateReason: 'BUDGET' })).toContain('Extend');
});

test('numbers and times are said as people say them', () => {
  expect([counted(1, 'page'), counted(12_345, 'page'), counted(2, 'retry', 'retries')]).toEqual([
    '1 page',
    '12,345 pages',
    '2 retries',
  ]);
  expect([percent(null), percent(0.1234), percent(1)]).toEqual(['–', '12.3%', '100%']);
  expect([0.5, 44.4, 90, 5_400].map(duration)).toEqual(['0.5 s', '44 s', '2 min', '1.5 h']);
  const now = Date.parse('2026-11-20T12:00:00Z');
  const times = [
    '2026-11-20T12:00:10Z',
    '2026-11-20T11:59:00Z',
    '2026-11-20T10:00:00Z',
    '2026-11-19T12:00:00Z',
    '2026-01-01T00:00:00Z',
  ];
  expect(times.map((time) => ago(time, now))).toEqual(['just now', '1 min ago', '2 h ago', '1 day ago', '2026-01-01']);
});

test.each([
  ['2026-11-20T11:00:00Z', 'less than a minute left'],
  ['2026-11-20T12:01:10Z', 'about 1 minute left'],
  ['2026-11-20T12:12:20Z', 'about 12 minutes left'],
  ['2026-11-20T14:30:00Z', 'about 2.5 hours left'],
  ['2026-11-21T11:50:00Z', 'about 24 hours left'],
  ['2026-11-25T12:00:00Z', 'about 5 days left'],
])('until %s there is %s', (end, words) => {
  expect(timeLeft(end, Date.parse('2026-11-20T12:00:00Z'))).toBe(words);
});

import {
  areFailuresTrouble,
  areHostsTrouble,
  budgetInWords,
  fetchesInWords,
  firstOf,
  knownInWords,
  starterInWords,
} from './asked-words.js';

const NONE = { fetches: null, minutes: null, relevantPages: null, domains: null };

test('limits and pages that the topic has are said in words', () => {
  expect(budgetInWords(NONE)).toBe('no limit');
  expect(budgetInWords({ ...NONE, fetches: 1, minutes: 90 })).toBe('1 fetch or 1.5 h');
  expect(budgetInWords({ ...NONE, relevantPages: 1_000, domains: 1 })).toBe(
    '1,000 relevant pages or 1 relevant domain',
  );
  expect(knownInWords('REFRESH', 30)).toBe('fetched again');
  expect(knownInWords('SKIP', 1)).toBe('passed over, fetched again after 1 day');
  expect(knownInWords('REUSE', 30)).toBe('taken from the store, fetched again after 30 days');
  expect(fetchesInWords(60, { reused: 1_470, skipped: 0 })).toBe('of 60 and 1,470 taken from the store');
  expect(fetchesInWords(null, { reused: 0, skipped: 3 })).toBe('and 3 passed over');
  expect(fetchesInWords(60, { reused: 0, skipped: 0 })).toBe('of 60');
  expect(firstOf(['a', 'b', 'c'], 2, 'host')).toBe('a, b and 1 more host');
  expect(firstOf(['a', 'b', 'c', 'd'], 2, 'host')).toBe('a, b and 2 more hosts');
  expect(firstOf(['a', 'b'], 2, 'host')).toBe('a, b');
});

test('sessions say what started them', () => {
  expect(starterInWords('USER', null)).toBe('');
  expect(starterInWords('SCHEDULE', 'weekly')).toBe('by the schedule weekly');
  expect(starterInWords('MONITOR', null)).toBe('by a monitor that is gone');
});

const WELL = { state: 'COMPLETED', stateReason: 'BUDGET', fetched: 90, failed: 10, underWay: 0 };

test('hosts and failures are folded away when all is well, and only then', () => {
  expect([areHostsTrouble(WELL), areFailuresTrouble(WELL)]).toEqual([false, false]);
  expect(areFailuresTrouble({ ...WELL, failed: 30 })).toBe(true);
  expect(areFailuresTrouble({ ...WELL, fetched: 3, failed: 9 })).toBe(false);
  expect(areFailuresTrouble({ ...WELL, state: 'FAILED', stateReason: 'ERROR' })).toBe(true);
  expect(areFailuresTrouble({ ...WELL, stateReason: 'SEEDS_UNREACHABLE' })).toBe(true);
  expect(areHostsTrouble({ ...WELL, stateReason: 'FRONTIER_EMPTY' })).toBe(true);
  const running = { ...WELL, state: 'RUNNING', stateReason: null };
  expect([areHostsTrouble(running), areHostsTrouble({ ...running, underWay: 3 })]).toEqual([true, false]);
});

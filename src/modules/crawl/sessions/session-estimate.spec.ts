import { sessionConfigSchema } from '../../../domain/session/index.js';
import { estimateEnd, type Estimated } from './session-estimate.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const running = (budget: object, more: Partial<Estimated> = {}): Estimated => ({
  state: 'RUNNING',
  command: null,
  config: sessionConfigSchema.parse({ budget: { fetches: 1_000, ...budget } }),
  fetched: 380,
  failed: 20,
  relevant: 100,
  recentFetched: 100,
  recentRelevant: 50,
  pagesPerSecond: 10,
  activeMs: 30_000,
  updatedAt: NOW,
  ...more,
});
const secondsLeft = (session: Estimated): number | null => {
  const end = estimateEnd(session, NOW);
  return end && (end.getTime() - NOW.getTime()) / 1_000;
};

describe('estimateEnd', () => {
  it.each<[string, Estimated, number | null]>([
    ['fetches left at the present speed', running({}), 60],
    ['relevant pages at the present harvest', running({ relevantPages: 200 }), 20],
    ['minutes that are left', running({ minutes: 0.75 }), 15],
    [
      'time since the last commit counts',
      running({ minutes: 0.75 }, { updatedAt: new Date(NOW.getTime() - 5_000) }),
      10,
    ],
    ['a limit that is passed is now', running({}, { fetched: 1_200 }), 0],
    ['no harvest says nothing about relevant pages', running({ relevantPages: 200 }, { recentRelevant: 0 }), 60],
    ['no speed, no estimate', running({}, { pagesPerSecond: 0 }), null],
    ['no speed, but a limit in time', running({ minutes: 1 }, { pagesPerSecond: 0 }), 30],
    ['nothing when it is about to pause', running({}, { command: 'PAUSE' }), null],
    ['nothing while it waits', running({}, { state: 'QUEUED' }), null],
    ['nothing when it is over', running({}, { state: 'COMPLETED' }), null],
  ])('%s', (_, session, seconds) => {
    expect(secondsLeft(session)).toBe(seconds);
  });
});

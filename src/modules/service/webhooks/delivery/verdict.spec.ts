import { settings } from '../../../../platform/config/settings.js';
import { excerptOf, verdictOf } from './verdict.js';

const SCHEDULE = settings.WEBHOOK_RETRY_SECONDS.schema
  .parse(settings.WEBHOOK_RETRY_SECONDS.default)
  .map((seconds) => 1_000 * seconds);
const answer = (status: number, retryAfterMs?: number) => ({ status, retryAfterMs });

describe('what becomes of a message', () => {
  it.each([200, 201, 204, 299])('is delivered with %i', (status) => {
    expect(verdictOf(answer(status), 0, SCHEDULE, 0)).toEqual({ kind: 'delivered', waitMs: 0, holdMs: 0 });
  });

  it.each([null, 301, 307, 400, 404, 429, 500, 503])('is tried again after %s', (status) => {
    expect(verdictOf(status === null ? null : answer(status), 0, SCHEDULE, 0)).toEqual({
      kind: 'again',
      waitMs: 5_000,
      holdMs: 0,
    });
  });

  it('switches the webhook off with 410', () => {
    expect(verdictOf(answer(410), 3, SCHEDULE, 0).kind).toBe('gone');
  });

  it('has the schedule of the specification: ten attempts in 75 h 35 min 5 s, then it is given up', () => {
    const waits = SCHEDULE.map((_, attempt) => verdictOf(null, attempt, SCHEDULE, 0).waitMs);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(((75 * 60 + 35) * 60 + 5) * 1_000);
    expect(verdictOf(null, SCHEDULE.length, SCHEDULE, 0).kind).toBe('failed');
    expect(SCHEDULE).toHaveLength(9);
  });

  it('waits up to a fifth longer than planned, evenly', () => {
    const waits = [0, 0.5, 1].map((random) => verdictOf(null, 1, SCHEDULE, random).waitMs);
    expect(waits).toEqual([300_000, 330_000, 360_000]);
  });

  it('waits at least as long as the receiver asks, with all messages', () => {
    expect(verdictOf(answer(429, 60_000), 0, SCHEDULE, 0)).toEqual({ kind: 'again', waitMs: 60_000, holdMs: 60_000 });
    expect(verdictOf(answer(503, 1_000), 1, SCHEDULE, 0)).toEqual({ kind: 'again', waitMs: 300_000, holdMs: 1_000 });
    expect(verdictOf(answer(503, 1_000), 9, SCHEDULE, 0)).toEqual({ kind: 'failed', waitMs: 0, holdMs: 1_000 });
  });
});

it('an excerpt is one bounded line that can be stored', () => {
  expect(excerptOf(' a\r\n\tb\u0000\ud800c ', 100)).toBe('a b c');
  expect(excerptOf('é'.repeat(900), 500)).toHaveLength(500);
});

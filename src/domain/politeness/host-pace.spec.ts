import fc from 'fast-check';
import {
  DEFAULT_PACE_LIMITS,
  delayOf,
  FRESH_PACE,
  isProbing,
  isUnremarkable,
  paceAfter,
  turnAt,
  type HostEvidence,
  type HostPace,
  type HostVerdict,
} from './index.js';

const NOW = 1_000_000_000;
const evidence = (verdict: HostVerdict, more: Partial<HostEvidence> = {}): HostEvidence => ({
  verdict,
  startedAt: NOW,
  tookMs: 50,
  retryAfterMs: null,
  ...more,
});
/** The pace after one request per second with these verdicts. */
const after = (verdicts: readonly HostVerdict[], floorMs = 1_000, start: HostPace = FRESH_PACE): HostPace =>
  verdicts.reduce((pace, verdict, n) => {
    const at = Math.max(NOW + n * 1_000, pace.notBefore);
    return paceAfter(pace, evidence(verdict, { startedAt: at }), floorMs, at);
  }, start);
const times = (n: number, verdict: HostVerdict): HostVerdict[] => Array.from({ length: n }, () => verdict);

describe('the adaptive delay', () => {
  it('stays nothing on a healthy host', () => {
    expect(after(times(100, 'fine'), 0)).toMatchObject({ delayMs: 0, failures: 0 });
    expect(isUnremarkable(after(times(100, 'fine')), NOW)).toBe(true);
  });

  it.each([
    [1_000, 150, 0], // quick
    [1_000, 210, 1_050],
    [1_000, 2_000, 10_000],
    [1_000, 50_000, 60_000], // the bound
    [3_000, 400, 0], // the session asks for more than five times the latency
    [0, 2_000, 0], // a session without a delay
  ])('of a session with %d ms: answers of %d ms call for %d ms', (floorMs, tookMs, delayMs) => {
    expect(paceAfter(FRESH_PACE, evidence('fine', { tookMs }), floorMs, NOW).delayMs).toBeCloseTo(delayMs);
  });

  it('follows the latency smoothly', () => {
    const slow = paceAfter(FRESH_PACE, evidence('fine', { tookMs: 2_000 }), 1_000, NOW);
    const once = paceAfter(slow, evidence('fine', { tookMs: 100 }), 1_000, NOW);
    expect(once.delayMs).toBe(9_000);
    const calm = after(times(60, 'fine'), 1_000, slow);
    expect(calm.delayMs).toBe(0);
  });

  it.each<[HostVerdict, number, number[]]>([
    ['error', 0, [100, 200, 400, 800]],
    ['error', 1_000, [2_000, 4_000, 8_000, 16_000]],
    ['throttled', 0, [1_000, 2_000, 4_000, 8_000]],
    ['overloaded', 0, [1_000, 2_000, 4_000, 8_000]],
    ['throttled', 1_000, [2_000, 4_000, 8_000, 16_000]],
    ['unreachable', 1_000, [0, 0, 0, 0]],
  ])('doubles with each %s from %d ms', (verdict, floorMs, delays) => {
    expect(delays.map((_, n) => after(times(n + 1, verdict), floorMs).delayMs)).toEqual(delays);
  });

  it('doubles once for requests that were under way together', () => {
    const first = paceAfter(FRESH_PACE, evidence('error', { startedAt: NOW - 5_000 }), 1_000, NOW);
    expect(paceAfter(first, evidence('error', { startedAt: NOW - 4_000 }), 1_000, NOW + 10).delayMs).toBe(2_000);
    expect(paceAfter(first, evidence('error', { startedAt: NOW + 5 }), 1_000, NOW + 10).delayMs).toBe(4_000);
  });

  it('shrinks slowly, to the floor', () => {
    const slowed = after(times(4, 'error'));
    expect(after(['fine'], 1_000, slowed).delayMs).toBeCloseTo(14_400);
    expect(after(times(26, 'fine'), 1_000, slowed).delayMs).toBeGreaterThan(1_000);
    expect(after(times(27, 'fine'), 1_000, slowed).delayMs).toBe(0);
    expect(delayOf(after(times(27, 'fine'), 1_000, slowed), 1_000)).toBe(1_000);
  });
});

describe('Retry-After', () => {
  it.each<[HostVerdict, number, number]>([
    ['throttled', 3_600_000, NOW + 3_600_000],
    ['overloaded', 5_000, NOW + 5_000],
    ['throttled', 0, NOW],
    ['throttled', 1e12, NOW + 86_400_000],
    ['error', 5_000, 0],
    ['fine', 5_000, 0],
  ])('of %s, %d ms: not before %d', (verdict, retryAfterMs, notBefore) => {
    expect(paceAfter(FRESH_PACE, evidence(verdict, { retryAfterMs }), 0, NOW).notBefore).toBe(notBefore);
  });

  it('is not shortened by a later answer', () => {
    const asked = paceAfter(FRESH_PACE, evidence('throttled', { retryAfterMs: 60_000 }), 0, NOW);
    for (const verdict of ['fine', 'throttled', 'error'] as const) {
      expect(paceAfter(asked, evidence(verdict, { startedAt: NOW - 1, retryAfterMs: 10 }), 0, NOW + 5).notBefore).toBe(
        NOW + 60_000,
      );
    }
  });
});

describe('the circuit', () => {
  it('opens after so many failures in a row, for a time that doubles up to an hour', () => {
    const { failuresToOpen } = DEFAULT_PACE_LIMITS;
    expect(after(times(failuresToOpen - 1, 'unreachable'))).toMatchObject({ notBefore: 0, openings: 0 });
    let pace = after(times(failuresToOpen, 'unreachable'));
    expect(isProbing(pace)).toBe(true);
    const opened: number[] = [];
    for (let n = 0; n < 9; n++) {
      const at = pace.notBefore;
      pace = paceAfter(pace, evidence('unreachable', { startedAt: at }), 0, at);
      opened.push((pace.notBefore - at) / 60_000);
    }
    expect(opened).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60]);
  });

  it('is closed by one answer', () => {
    const closed = after(['fine'], 1_000, after(times(12, 'unreachable')));
    expect(closed).toMatchObject({ failures: 0, openings: 0 });
    expect(isProbing(closed)).toBe(false);
  });

  it('is not opened again by what was under way when it was opened', () => {
    const open = after(times(10, 'error'));
    const later = paceAfter(
      open,
      evidence('error', { startedAt: open.notBefore - 60_000 }),
      1_000,
      open.notBefore - 50_000,
    );
    expect([later.openings, later.notBefore]).toEqual([1, open.notBefore]);
  });

  it('counts no 429', () => {
    expect(after([...times(9, 'error'), ...times(20, 'throttled')])).toMatchObject({ failures: 0, openings: 0 });
  });
});

it('keeps its bounds, and comes to rest, whatever a host does', () => {
  const one = fc.record({
    verdict: fc.constantFrom<HostVerdict>('fine', 'throttled', 'overloaded', 'error', 'unreachable'),
    tookMs: fc.integer({ min: 0, max: 300_000 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 1e10 })),
    pauseMs: fc.integer({ min: 0, max: 100_000 }),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 80 }), fc.constantFrom(0, 50, 1_000, 60_000), (events, floorMs) => {
      let pace = FRESH_PACE;
      let now = NOW;
      for (const { pauseMs, ...event } of events) {
        now += pauseMs;
        const before = pace;
        pace = paceAfter(before, { ...event, startedAt: now - event.tookMs }, floorMs, now);
        expect(pace.delayMs).toBeLessThanOrEqual(DEFAULT_PACE_LIMITS.maxDelayMs);
        expect(pace.notBefore).toBeGreaterThanOrEqual(before.notBefore);
        expect(pace.notBefore).toBeLessThanOrEqual(
          Math.max(before.notBefore, now + DEFAULT_PACE_LIMITS.longestRetryAfterMs),
        );
        expect(turnAt(pace, now, floorMs)).toBeGreaterThanOrEqual(now + floorMs);
        if (event.verdict === 'fine') expect(pace.failures).toBe(0);
        else if (event.verdict !== 'throttled') expect(pace.failures).toBe(before.failures + 1);
        if (event.verdict !== 'fine') expect(pace.delayMs).toBeGreaterThanOrEqual(before.delayMs);
      }
      const at = Math.max(now, pace.notBefore);
      const rested = times(200, 'fine').reduce(
        (was) => paceAfter(was, evidence('fine', { startedAt: at, tookMs: 20 }), floorMs, at),
        pace,
      );
      expect(isUnremarkable(rested, at)).toBe(true);
    }),
  );
});

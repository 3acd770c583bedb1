import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { RateWindows } from './rate-windows.js';

const HOUR_MS = 3_600_000;
/** The clock's cached time is valid for a millisecond, until an earlier timer ends. */
const nextLook = (): Promise<void> => sleep(1);

describe('RateWindows', () => {
  afterEach(() => jest.restoreAllMocks());

  const call = (windows: RateWindows, caller: string, windowMs: number): { current: number; ttl: number } => {
    let counted = { current: 0, ttl: 0 };
    windows.incr(
      caller,
      (_, window) => {
        counted = window;
      },
      windowMs,
    );
    return counted;
  };

  it('counts each caller for itself, from its first call on', () => {
    const windows = new RateWindows();
    expect([1, 2, 3].map(() => call(windows, 'a', HOUR_MS).current)).toEqual([1, 2, 3]);
    expect(call(windows, 'b', HOUR_MS).current).toBe(1);
    expect(call(windows, 'a', HOUR_MS).ttl).toBeLessThanOrEqual(HOUR_MS);
  });

  it.each([
    ['back', -HOUR_MS],
    ['forward', HOUR_MS],
  ])('restarts when the window is over, and not before, though the clock is put %s', async (_, byMs) => {
    const windows = new RateWindows();
    const even = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    call(windows, 'a', 2_000);
    const wall = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(wall + byMs);
    expect(call(windows, 'a', 2_000).current).toBe(2);
    even.mockReturnValue(2_999);
    await nextLook();
    expect(call(windows, 'a', 2_000).current).toBe(3);
    even.mockReturnValue(3_050);
    await nextLook();
    expect(call(windows, 'a', 2_000).current).toBe(1);
  });

  it('remembers the most recent callers, and no more than it may', () => {
    const windows = new RateWindows();
    call(windows, 'first', HOUR_MS);
    for (let i = 0; i < 10_000; i++) call(windows, `caller ${i}`, HOUR_MS);
    expect(call(windows, 'first', HOUR_MS).current).toBe(1);
    expect(call(windows, 'caller 9999', HOUR_MS).current).toBe(2);
  });
});

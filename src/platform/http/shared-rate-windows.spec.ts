import {
  AHEAD,
  type CommonCount,
  SharedRateWindows,
  type SharedRateWindowsOptions,
  RateWindows,
} from './shared-rate-windows.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';

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

const MOST = 3;

/** A common count whose statements complete one by one, when the test says so. */
class Statements implements CommonCount {
  readonly sent: { readonly calls: ReadonlyMap<string, number>; answer(): void; fail(error: Error): void }[] = [];
  private readonly totals = new Map<string, number>();

  add(calls: ReadonlyMap<string, number>): ReturnType<CommonCount['add']> {
    return new Promise((resolve, reject) => {
      const answer = (): void => {
        for (const [caller, more] of calls) this.totals.set(caller, (this.totals.get(caller) ?? 0) + more);
        resolve(new Map([...calls.keys()].map((caller) => [caller, { calls: this.total(caller), ttl: HOUR_MS }])));
      };
      this.sent.push({ calls, answer, fail: reject });
    });
  }

  /** Adds calls at another process. */
  elsewhere(caller: string, calls: number): void {
    this.totals.set(caller, this.total(caller) + calls);
  }

  total(caller: string): number {
    return this.totals.get(caller) ?? 0;
  }
}

function start(options: SharedRateWindowsOptions = {}, most = MOST) {
  const common = new Statements();
  const windows = new SharedRateWindows(common, { patienceMs: HOUR_MS, ...options });
  const call = (caller: string): Promise<number> =>
    new Promise((resolve) => windows.incr(caller, (_, { current }) => resolve(current), HOUR_MS, most));
  return { common, call };
}

describe('SharedRateWindows', () => {
  it('sends one statement at a time, and all that came in meanwhile with the next', async () => {
    const { common, call } = start();
    const first = call('a');
    const more = [call('a'), call('b'), call('a'), call('c')];
    expect(common.sent.map(({ calls }) => [...calls])).toEqual([[['a', 1]]]);
    common.elsewhere('b', 10);
    common.sent[0].answer();
    expect(await first).toBe(1);
    expect([...common.sent[1].calls]).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ]);
    common.sent[1].answer();
    expect(await Promise.all(more)).toEqual([2, 11, 3, 1]);
    expect(common.sent).toHaveLength(2);
  });

  it('lets no caller wait who is far from the limit, up to so many calls', async () => {
    const most = 8 * AHEAD;
    const { common, call } = start({}, most);
    const first = call('a');
    common.sent[0].answer();
    expect(await first).toBe(1);
    // From here on the common count does not answer, and these calls are answered nevertheless.
    const ahead = Array.from({ length: AHEAD }, () => call('a'));
    expect(await Promise.all(ahead)).toEqual(ahead.map((_, i) => i + 2));
    let isWaiting = true;
    const next = call('a').then((current) => ((isWaiting = false), current));
    await Promise.resolve();
    expect(isWaiting).toBe(true);
    common.elsewhere('a', most / 2);
    common.sent[1].answer();
    // The first one had its own statement; all others were counted together.
    await new Promise(setImmediate);
    common.sent[2].answer();
    expect(await next).toBe(most / 2 + AHEAD + 2);
    // Near the limit each call waits.
    isWaiting = true;
    const last = call('a').then((current) => ((isWaiting = false), current));
    await new Promise(setImmediate);
    expect(isWaiting).toBe(true);
    common.sent[3].answer();
    expect(await last).toBe(most / 2 + AHEAD + 3);
  });

  it('asks no more for callers who have used up their window', async () => {
    const { common, call } = start();
    common.elsewhere('a', MOST);
    const refused = call('a');
    common.sent[0].answer();
    expect(await refused).toBe(MOST + 1);
    for (let i = 0; i < 100; i++) expect(await call('a')).toBe(MOST + 1);
    expect(common.sent).toHaveLength(1);
    void call('b');
    expect(common.sent).toHaveLength(2);
  });

  it('counts by itself when the common count fails, and asks again after a rest', async () => {
    const failures: unknown[] = [];
    const { common, call } = start({ restMs: HOUR_MS, failed: (error) => failures.push(error) });
    const early = call('a');
    const waiting = call('a');
    common.sent[0].fail(new Error('away'));
    expect([await early, await waiting]).toEqual([1, 2]);
    expect([await call('a'), await call('b')]).toEqual([3, 1]);
    expect([common.sent.length, failures.length]).toEqual([1, 1]);

    const soon = start({ restMs: 0 });
    const lost = soon.call('a');
    soon.common.sent[0].fail(new Error('away'));
    expect(await lost).toBe(1);
    soon.common.elsewhere('a', 7);
    const counted = soon.call('a');
    soon.common.sent[1].answer();
    expect(await counted).toBe(8);
  });

  it('waits for the common count no longer than it may, and sends nothing beside a statement that hangs', async () => {
    const { common, call } = start({ patienceMs: 1, restMs: 0 });
    expect(await Promise.all([call('a'), call('a')])).toEqual([1, 2]);
    const later = call('a');
    expect(common.sent).toHaveLength(1);
    common.sent[0].answer();
    // With the next statement, or by this process alone if that one is late too.
    await Promise.resolve();
    common.sent.at(1)?.answer();
    expect([2, 3]).toContain(await later);
  });
});

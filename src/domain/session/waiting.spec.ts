import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { Waiting, type WaitingOptions } from './waiting.js';

const NOBODY = Number.NEGATIVE_INFINITY;
const HOST = 3;
const MINUTE = 60_000;

/** A session in which each fetch of a host takes a second, and one of them has just begun. */
function waitingOf(options: Partial<WaitingOptions> = {}, fetches = 5): { waiting: Waiting; now: number } {
  const waiting = new Waiting({ eagerness: 0.2, budget: { fetches: 1_000 }, ...options });
  for (let i = 0; i < fetches; i++) {
    waiting.begin(HOST, i * 1_000);
    waiting.end(HOST, (i + 1) * 1_000, 0, true);
  }
  const now = fetches * 1_000;
  waiting.begin(HOST, now);
  return { waiting, now };
}

describe('Waiting', () => {
  it.each([
    [0, 59 / 60],
    [0.2, 0.8 * (59 / 60)],
    [0.9, 0.1 * (59 / 60)],
    [1, NOBODY],
  ])('at eagerness %d leaves %d of a value that is a second away', (eagerness, left) => {
    const { waiting, now } = waitingOf({ eagerness });
    expect(waiting.reservation(1, HOST, 0, now, 500)).toBeCloseTo(left);
    expect(waiting.reservation(0.5, HOST, 0, now, 500)).toBeCloseTo(0.5 * left);
  });

  it('waits for nothing that has no value', () => {
    const { waiting, now } = waitingOf();
    for (const value of [0, -1, Number.NaN]) expect(waiting.reservation(value, HOST, 0, now, 500)).toBe(NOBODY);
  });

  it('waits the less the longer a host takes or is parked, and never for a minute', () => {
    const { waiting, now } = waitingOf({ eagerness: 0 });
    const parkedFor = (ms: number): number => waiting.reservation(1, HOST, ms, now, 500);
    expect([0, 30_000, 59_000].map(parkedFor)).toEqual([59 / 60, 0.5, 1 / 60].map((left) => expect.closeTo(left)));
    expect(parkedFor(MINUTE)).toBe(NOBODY);
    const after = (ms: number): number => waiting.reservation(1, HOST, 0, now + ms, 500);
    // Half of the usual time has passed; once it takes longer than usual, it is expected to take as long again.
    expect(after(500)).toBeCloseTo(1 - 500 / MINUTE);
    expect(after(30_000)).toBeCloseTo(0.5);
    expect(after(MINUTE)).toBe(NOBODY);
  });

  it('expects of a host that never answered the time that others take', () => {
    const { waiting, now } = waitingOf({ eagerness: 0 });
    waiting.begin(HOST + 1, now);
    expect(waiting.reservation(1, HOST + 1, 0, now, 500)).toBeCloseTo(59 / 60);
  });

  it('counts a host with several fetches under way from the latest end of one', () => {
    const { waiting, now } = waitingOf({ eagerness: 0 });
    waiting.begin(HOST, now + 200);
    waiting.end(HOST, now + 600, 1, true);
    expect(waiting.reservation(1, HOST, 0, now + 600, 500)).toBeLessThan(1);
    waiting.end(HOST, now + 1_000, 0, true);
    expect(waiting.reservation(1, HOST, 0, now + 1_000, 500)).toBe(1);
  });

  it.each<[string, WaitingOptions['budget'], number, number]>([
    ['fetches alone', { fetches: 10 }, 10, 1],
    ['minutes alone', { minutes: 10 }, 10_000_000, NOBODY],
    // One fetch a second: 95 more are possible.
    ['more minutes than the fetches take', { fetches: 50, minutes: 100 / 60 }, 50, 1],
    ['fewer minutes than the fetches take', { fetches: 500, minutes: 100 / 60 }, 500, NOBODY],
    ['as many minutes as the fetches take', { fetches: 100, minutes: 100 / 60 }, 119, 0.5],
  ])('lets the limit that is reached first decide: %s', (_, budget, fetchesLeft, price) => {
    const { waiting, now } = waitingOf({ eagerness: 0, budget });
    const reserved = waiting.reservation(1, HOST + 1, 0, now, fetchesLeft);
    if (price === NOBODY) expect(reserved).toBe(NOBODY);
    else expect(Math.abs(reserved - price)).toBeLessThan(0.05);
  });

  it('goes on after a save and restore as if nothing had happened', () => {
    const { waiting, now } = waitingOf({ budget: { fetches: 1_000, minutes: 20 } }, 100);
    const other = new Waiting({ eagerness: 0.2, budget: { fetches: 1_000, minutes: 20 } });
    other.restore(decodeSnapshot(encodeSnapshot(waiting.save())));
    for (const each of [waiting, other]) {
      each.end(HOST, now + 700, 0, true);
      each.begin(HOST, now + 700);
    }
    const of = (each: Waiting): number => each.reservation(0.7, HOST, 0, now + 900, 800);
    expect(of(other)).toBe(of(waiting));
    expect(encodeSnapshot(other.save())).toEqual(encodeSnapshot(waiting.save()));
  });
});

import { createRng } from '../base/rng.js';
import { drawReady } from './draw-ready.js';
import { Availability } from './frontier-view.js';

const { Ready, Busy, Gone } = Availability;
const draw = (states: readonly Availability[], seed = 1, lookahead = Infinity): ReturnType<typeof drawReady> =>
  drawReady(
    states.length,
    (at) => at,
    createRng(seed),
    (at) => states[at],
    lookahead,
  );

describe('drawReady', () => {
  it('draws each candidate that is ready about equally often', () => {
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 3_000; seed++) {
      const { at } = draw([Ready, Gone, Ready, Busy, Ready], seed);
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([0, 2, 4]);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(120);
  });

  it('finds the only one that is ready, and names the stale ones it met from the back', () => {
    const states = Array.from({ length: 500 }, () => Gone);
    states[77] = Ready;
    const { at, spent, waiting } = draw(states, 5);
    expect([at, waiting]).toEqual([77, false]);
    expect(spent).toContain(77);
    expect([...spent].sort((a, b) => b - a)).toEqual(spent);
    expect(new Set(spent).size).toBe(spent.length);
  });

  it('says whether anything is left to wait for', () => {
    expect(draw([Gone, Gone])).toMatchObject({ at: -1, waiting: false });
    expect(draw([Gone, Busy])).toMatchObject({ at: -1, passed: 1, waiting: true });
    expect(draw([Gone, Gone, Gone], 1, 2)).toMatchObject({ at: -1, looked: 2, waiting: true });
  });
});

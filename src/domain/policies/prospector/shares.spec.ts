import { Shares } from './shares.js';

/** Number of choices of each valuer if each has its own rate, evenly spread. */
function choicesOf(shares: Shares, rates: readonly number[], steps: number): number[] {
  const counts = rates.map(() => 0);
  const brought = rates.map(() => 0);
  for (let step = 0; step < steps; step++) {
    const valuer = shares.next();
    shares.chose(valuer);
    counts[valuer]++;
    const before = Math.floor(brought[valuer]);
    brought[valuer] += rates[valuer];
    shares.observe(valuer, Math.floor(brought[valuer]) - before);
  }
  return counts;
}

describe('Shares', () => {
  it('deals choices out by what each counts for while nothing is found', () => {
    expect(choicesOf(new Shares([2, 1]), [0, 0], 300)[1]).toBeGreaterThan(90);
    expect(choicesOf(new Shares([2, 1]), [0, 0], 300)[1]).toBeLessThan(110);
  });

  it('gives nearly all choices to the one that brings most, and a floor to the others', () => {
    const [first, second] = choicesOf(new Shares([2, 1]), [0.05, 0.6], 500);
    expect(second).toBeGreaterThan(420);
    expect(first).toBeGreaterThan(9);
  });

  it('gives next to none to the others where each choice of the best brings a page', () => {
    const shares = new Shares([1, 1]);
    choicesOf(shares, [0, 1], 100);
    expect(choicesOf(shares, [0, 1], 200)[0]).toBeLessThan(5);
  });

  it('turns to another one within a hundred choices when the best runs dry', () => {
    const shares = new Shares([1, 1]);
    choicesOf(shares, [0.8, 0.1], 400);
    const [first, second] = choicesOf(shares, [0, 0.5], 200);
    expect(second).toBeGreaterThan(first);
  });

  it('changes nothing when it is asked who is next', () => {
    const shares = new Shares([1, 1, 1]);
    expect(Array.from({ length: 5 }, () => shares.next())).toEqual([0, 0, 0, 0, 0]);
  });

  it('goes on from what was saved as before', () => {
    const shares = new Shares([2, 1]);
    choicesOf(shares, [0.3, 0.2], 50);
    const restored = new Shares([2, 1]);
    restored.restore(shares.save());
    expect(choicesOf(restored, [0.1, 0.4], 100)).toEqual(choicesOf(shares, [0.1, 0.4], 100));
  });
});

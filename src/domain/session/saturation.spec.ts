import fc from 'fast-check';
import { upperBound } from '../base/binomial.js';
import { createRng } from '../base/rng.js';
import { Saturation, saturationSchema, storedSaturationSchema, type SaturationRule } from './saturation.js';

const RULE = { window: 100, minHarvestRate: 0.1, confidence: 0.95 };

/**
 * Number of fetched pages at which the rule ends a session whose pages are relevant at random with a constant rate;
 * null if never.
 */
function endAt(rule: SaturationRule, rate: number, seed: number, pages: number): number | null {
  const rng = createRng(seed);
  const saturation = new Saturation(rule);
  for (let page = 1; page <= pages; page++) {
    saturation.push(rng.next() < rate);
    if (saturation.isReached) return page;
  }
  return null;
}

const RUNS = 500;
const ends = (rule: SaturationRule, rate: number, pages: number): (number | null)[] =>
  Array.from({ length: RUNS }, (_, seed) => endAt(rule, rate, seed, pages));

/** Share of sessions of this number of windows that the rule ends. */
const ended = (rule: SaturationRule, rate: number, windows = 100): number =>
  ends(rule, rate, windows * rule.window).filter((end) => end !== null).length / RUNS;

/** Number of windows until this share of the sessions has ended. */
function windowsUntil(rule: SaturationRule, rate: number, share: number): number {
  const sorted = ends(rule, rate, 1_000 * rule.window).sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
  return (sorted[Math.floor(RUNS * share)] ?? Infinity) / rule.window;
}

describe('saturation', () => {
  it.each([
    ['window 100, floor 10%', RULE],
    ['window 200, floor 5%', { window: 200, minHarvestRate: 0.05, confidence: 0.95 }],
  ])('%s: seldom ends a session that still pays, and soon one that does not', (_, rule) => {
    const floor = rule.minHarvestRate;
    // For sessions of a hundred windows.
    expect(ended(rule, 1.1 * floor)).toBeLessThan(0.06);
    expect(ended(rule, 1.25 * floor)).toBeLessThan(0.02);
    // Rate 0: the minimum. A quarter of the floor: some windows.
    expect(windowsUntil(rule, 0, 0.99)).toBeLessThanOrEqual(2);
    expect(windowsUntil(rule, floor / 4, 0.5)).toBeLessThan(4);
    expect(windowsUntil(rule, floor / 4, 0.9)).toBeLessThan(8);
  });

  it('would end most of them by chance if one look were enough', () => {
    const old = { window: RULE.window, minHarvestRate: RULE.minHarvestRate };
    expect(ended(old, 0.125)).toBeGreaterThan(0.95);
    const [rng, flags] = [createRng(1), [] as boolean[]];
    let looks = 0;
    for (let page = 0; page < 10_000; page++) {
      flags.push(rng.next() < 0.11);
      const hits = flags.slice(-100).filter(Boolean).length;
      if (flags.length >= 100 && upperBound(hits, 100, 0.95) < 0.1) looks++;
    }
    expect(looks).toBeGreaterThan(0);
    expect(endAt(RULE, 0.11, 1, 10_000)).toBeNull();
  });

  it('ends nothing before two windows, and a session that turns poor within two', () => {
    const saturation = new Saturation(RULE);
    for (let page = 0; page < 500; page++) saturation.push(true);
    let poor = 0;
    while (!saturation.isReached) {
      saturation.push(false);
      poor++;
    }
    // 4 of 100 are few enough: 96 poor pages until the first such look, 99 looks more.
    expect([upperBound(4, 100, 0.95) < 0.1, upperBound(5, 100, 0.95) < 0.1, poor]).toEqual([true, false, 195]);
    expect(saturation.counts).toEqual({ windowFetched: 100, windowRelevant: 0, poorPages: 100 });
    saturation.push(true);
    expect(saturation.isReached).toBe(true);
    for (let page = 0; page < 4; page++) saturation.push(true);
    expect([saturation.isReached, saturation.counts.poorPages]).toEqual([false, 0]);
  });

  it('is the same after save and restore', () => {
    const rules = fc.constantFrom<SaturationRule>(
      { window: 10, minHarvestRate: 0.5, confidence: 0.95 },
      { window: 10, minHarvestRate: 0.5 },
      { window: 12, minHarvestRate: 1, confidence: 0.5 },
    );
    const pages = fc.array(fc.nat(9), { maxLength: 80 });
    fc.assert(
      fc.property(rules, pages, pages, (rule, before, after) => {
        const first = new Saturation(rule);
        for (const page of before) first.push(page < 2);
        const second = new Saturation(rule);
        second.restore(first.save());
        for (const page of after) {
          first.push(page < 2);
          second.push(page < 2);
        }
        expect([second.counts, second.isReached]).toEqual([first.counts, first.isReached]);
        expect(second.save()).toEqual(first.save());
      }),
    );
  });

  it('keeps what a stored rule without confidence meant: the rate itself, in one full window', () => {
    const rule = storedSaturationSchema.parse({ window: 10, minHarvestRate: 0.2 });
    const saturation = new Saturation(rule);
    const reached = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0].map((hit) => {
      saturation.push(hit === 1);
      return saturation.isReached;
    });
    expect(reached.indexOf(true)).toBe(11);
    // As saved by earlier versions.
    expect(saturation.save()).toHaveLength(10);
    expect(new Saturation(undefined).isReached).toBe(false);
  });

  it('refuses a window in which nothing at all could be chance', () => {
    expect(saturationSchema.parse({ window: 59, minHarvestRate: 0.05 })).toEqual({
      window: 59,
      minHarvestRate: 0.05,
      confidence: 0.95,
    });
    const [issue] = saturationSchema.safeParse({ window: 58, minHarvestRate: 0.05 }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ['window'], message: expect.stringContaining('must be at least 59') });
    expect(saturationSchema.safeParse({ window: 10, minHarvestRate: 1, confidence: 0.9999 }).success).toBe(true);
    expect(saturationSchema.safeParse({ window: 100, minHarvestRate: 0.1, confidence: 1 }).success).toBe(false);
  });
});

import { badRefusals } from '../../../../test/support/snapshot-damage.js';
import { createRng } from '../../base/rng.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../base/snapshot.js';
import { chanceOfPage } from './chance.js';
import { UnitEvidence } from './unit-evidence.js';

const THRESHOLD = 0.9;
const CLEAR = 0.99;
const NEAR = 0.85;
const NEVER = 0.05;

/** Pages from units in rotation, each unit with its share of pages that reach the threshold. */
function met(shares: readonly number[], pages: number, seed = 1): UnitEvidence {
  const rng = createRng(seed);
  const evidence = new UnitEvidence(THRESHOLD);
  for (let page = 0; page < pages; page++) {
    const unit = page % shares.length;
    evidence.add(unit, rng.next() < shares[unit] ? CLEAR : NEVER);
  }
  return evidence;
}

/** One subject per site, and a judge that errs on two of them. */
const SITES = [0.9, 0.85, 0.4, 0.3, ...Array.from({ length: 26 }, () => 0)];
const DEPARTMENTS = SITES.map(() => 0.25);

describe('what is known of a unit', () => {
  const sites = met(SITES, 900);

  it('speaks for its pages where units are of one kind each, and against single pages of others', () => {
    expect(sites.likeness).toBeGreaterThan(0.4);
    expect(sites.weigh(0, NEAR)).toBeGreaterThan(THRESHOLD);
    expect(sites.weigh(2, 0.93)).toBeLessThan(THRESHOLD);
    expect(sites.weigh(4, 0.95)).toBeLessThan(THRESHOLD);
  });

  it('says next to nothing where units are alike', () => {
    const departments = met(DEPARTMENTS, 900);
    expect(departments.likeness).toBeLessThan(0.05);
    for (const unit of DEPARTMENTS.keys()) expect(departments.weigh(unit, NEAR)).toBeCloseTo(NEAR, 1);
  });

  it('says nothing of a unit without a page, and little of a web of one unit', () => {
    expect(sites.weigh(SITES.length, NEAR)).toBe(NEAR);
    expect(new UnitEvidence(THRESHOLD).weigh(0, NEAR)).toBe(NEAR);
    const one = met([0.5], 300);
    expect(Math.abs(one.weigh(0, NEAR) - NEAR)).toBeLessThan(0.05);
  });

  it('does not outvote a page that is clear', () => {
    const pure = met([1, 0], 2_000);
    expect(pure.weigh(1, 0.9999)).toBeGreaterThan(THRESHOLD);
    expect(pure.weigh(0, 0.001)).toBeLessThan(THRESHOLD);
    expect(pure.weigh(0, 0)).toBeGreaterThanOrEqual(0);
    expect(pure.weigh(0, 1)).toBeLessThanOrEqual(1);
  });

  it('keeps the order of the pages of a unit', () => {
    const scores = Array.from({ length: 101 }, (_, i) => i / 100);
    for (const unit of SITES.keys()) {
      const weighed = scores.map((score) => sites.weigh(unit, score));
      expect(weighed).toEqual([...weighed].sort((a, b) => a - b));
    }
  });

  it('is the same after a save and a restore, to the last bit', () => {
    const copy = new UnitEvidence(THRESHOLD);
    copy.restore(decodeSnapshot(encodeSnapshot(sites.save())));
    for (let page = 0; page < 50; page++) {
      for (const one of [sites, copy]) one.add(page % 20, (page % 7) / 7);
      expect(copy.likeness).toBe(sites.likeness);
      expect(copy.weigh(page % 20, NEAR)).toBe(sites.weigh(page % 20, NEAR));
    }
    expect(encodeSnapshot(copy.save())).toEqual(encodeSnapshot(sites.save()));
  });

  it('has the correlation of the analysis of variance', () => {
    const rng = createRng(3);
    const evidence = new UnitEvidence(THRESHOLD);
    const units = Array.from({ length: 60 }, (_, unit) => Array.from({ length: 2 + (unit % 9) }, () => rng.next()));
    for (const [unit, scores] of units.entries()) for (const score of scores) evidence.add(unit, score);
    const groups = units.map((scores) => scores.map((score) => chanceOfPage(score, THRESHOLD)));
    const all = groups.flat();
    const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;
    const sumOf = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0);
    const between = sumOf(groups.map((group) => group.length * (mean(group) - mean(all)) ** 2)) / (groups.length - 1);
    const within =
      sumOf(groups.map((group) => sumOf(group.map((x) => (x - mean(group)) ** 2)))) / (all.length - groups.length);
    const usual = (all.length - sumOf(groups.map(({ length }) => length ** 2)) / all.length) / (groups.length - 1);
    const found = Math.max(0, between - within) / (Math.max(0, between - within) + usual * within);
    // 59 units plus ten presumed ones.
    expect(evidence.likeness).toBeCloseTo((found * 59 + 0.1 * 10) / 69, 9);
  });

  it('is refused when a part of it is damaged, and the part is named', () => {
    const restored = (snapshot: Snapshot): UnitEvidence => {
      const copy = new UnitEvidence(THRESHOLD);
      copy.restore(snapshot);
      return copy;
    };
    expect(badRefusals(sites.save(), restored)).toEqual([]);
  });
});

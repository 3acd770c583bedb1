import fc from 'fast-check';
import { stratifiedFolds } from './cross-validation.js';
import { createRng } from '../base/rng.js';

describe('stratified folds', () => {
  it('keep a site in one fold where there are sites enough', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 4, max: 30 }),
        fc.integer({ min: 1, max: 6 }),
        (seed, sites, pages) => {
          const labels: number[] = [];
          const groups: string[] = [];
          for (let s = 0; s < 2 * sites; s++) {
            for (let p = 0; p < pages; p++) {
              labels.push(s % 2);
              groups.push(`site-${s}`);
            }
          }
          const folds = stratifiedFolds(labels, groups, createRng(seed));
          const places = new Map<string, Set<number>>();
          groups.forEach((group, i) => places.set(group, (places.get(group) ?? new Set()).add(folds.fold[i])));
          const countOf = (label: number, f: number): number =>
            labels.filter((l, i) => l === label && folds.fold[i] === f).length;
          const perFold = Array.from({ length: folds.count }, (_, f) => [countOf(0, f), countOf(1, f)]);
          return (
            folds.grouped &&
            [...places.values()].every((set) => set.size === 1) &&
            perFold.flat().every((count) => count > 0)
          );
        },
      ),
    );
  });

  it('divide a few sites without regard to them, and say so', () => {
    const labels = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
    const folds = stratifiedFolds(
      labels,
      labels.map((label) => `site-${label}`),
      createRng(3),
    );
    expect(folds).toMatchObject({ grouped: false, count: 5 });
    for (let f = 0; f < folds.count; f++) {
      expect(labels.some((label, i) => label === 1 && folds.fold[i] === f)).toBe(true);
      expect(labels.some((label, i) => label === 0 && folds.fold[i] === f)).toBe(true);
    }
  });

  it('are as many as the smaller class allows, and the same for the same seed', () => {
    const labels = [1, 1, 1, ...new Array<number>(50).fill(0)];
    const groups = labels.map(() => 'one');
    expect(stratifiedFolds(labels, groups, createRng(1)).count).toBe(3);
    expect(stratifiedFolds(labels, groups, createRng(1)).fold).toEqual(
      stratifiedFolds(labels, groups, createRng(1)).fold,
    );
  });
});

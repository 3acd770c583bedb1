import type { Rng } from '../base/rng.js';

/** A division of examples into folds: example `i` is held out in fold `fold[i]`. */
export interface Folds {
  readonly count: number;
  readonly fold: Uint8Array;
  /** True when no group has examples in two folds. */
  readonly grouped: boolean;
}

/** Default number of folds; five, as in TRES (section 3.3) and most of the field. */
export const DEFAULT_FOLDS = 5;
/** Minimum groups of a class per fold; with one, a fold would measure a single site. */
const GROUPS_PER_FOLD = 2;

/**
 * Divides examples into stratified folds. Keeps each group (site) in one fold if at least two folds with two groups of
 * either class are possible; otherwise ignores groups.
 *
 * The number of folds is the least of {@link DEFAULT_FOLDS}, the examples of the smaller class and the limit from the
 * groups; at least 2, which needs 2 examples of each class.
 */
export function stratifiedFolds(
  labels: ArrayLike<number>,
  groups: readonly string[],
  rng: Rng,
  wanted = DEFAULT_FOLDS,
): Folds {
  const byClass: [number[], number[]] = [[], []];
  for (let i = 0; i < labels.length; i++) byClass[labels[i] === 1 ? 1 : 0].push(i);
  const smaller = Math.min(byClass[0].length, byClass[1].length);
  const groupsOfClass = byClass.map((members) => new Set(members.map((i) => groups[i])).size);
  const byGroups = Math.floor(Math.min(...groupsOfClass) / GROUPS_PER_FOLD);
  const grouped = byGroups >= 2;
  const count = Math.max(2, Math.min(wanted, grouped ? byGroups : smaller));
  return {
    count,
    fold: grouped ? dealGroups(labels, groups, count, rng) : dealExamples(byClass, labels.length, count, rng),
    grouped,
  };
}

function dealExamples(byClass: readonly number[][], total: number, count: number, rng: Rng): Uint8Array {
  const fold = new Uint8Array(total);
  for (const members of byClass) shuffle(members, rng).forEach((i, place) => (fold[i] = place % count));
  return fold;
}

/**
 * Assigns groups by descending size to the fold with the fewest examples of the group's classes; the order among equals
 * is random.
 */
function dealGroups(labels: ArrayLike<number>, groups: readonly string[], count: number, rng: Rng): Uint8Array {
  const members = new Map<string, number[]>();
  groups.forEach((group, i) => {
    const list = members.get(group);
    if (list === undefined) members.set(group, [i]);
    else list.push(i);
  });
  const totals = [0, 0];
  for (let i = 0; i < labels.length; i++) totals[labels[i]]++;
  const filled = Array.from({ length: count }, () => [0, 0]);
  const fold = new Uint8Array(labels.length);
  // The sort is stable, so shuffling first randomises the order of groups of one size.
  for (const list of shuffle([...members.values()], rng).sort((a, b) => b.length - a.length)) {
    const brings = [0, 0];
    for (const i of list) brings[labels[i]]++;
    let best = 0;
    let least = Infinity;
    filled.forEach((have, f) => {
      const shareOf = (label: number): number => (brings[label] * have[label]) / Math.max(1, totals[label]) ** 2;
      const load = shareOf(0) + shareOf(1);
      if (load < least) [least, best] = [load, f];
    });
    filled[best][0] += brings[0];
    filled[best][1] += brings[1];
    for (const i of list) fold[i] = best;
  }
  return fold;
}

/** Fisher-Yates shuffle in place, of lists and typed arrays. */
export function shuffle<L extends { readonly length: number; [index: number]: unknown }>(items: L, rng: Rng): L {
  for (let i = items.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    const moved = items[i];
    items[i] = items[j];
    items[j] = moved;
  }
  return items;
}

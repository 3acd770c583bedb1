import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** The result of one followed link. */
export interface Finding {
  /** The chance that the page is relevant, in [0, 1]. */
  readonly credit: number;
  /** `credit` minus its expected value. */
  readonly residual: number;
  /** Scaled log-odds of the page's probability, minus the mean of the session's pages. */
  readonly score: number;
  /** Mean chance of the page's three best new links. */
  readonly hub: number;
}

/** The fields of a finding by their place in a row. The count of findings (exact up to 2 ** 24) is at 0. */
export enum Field {
  Credit = 1,
  Residual,
  Score,
  Hub,
}
const ROW = 1 + Field.Hub;
const WIDTH = ROW - 1;

const MOST_NUMBERS = 2 ** 31;

/**
 * Bits of a number within a leaf. Hashed numbers are far apart: most leaves hold one of them in a small crawl, and few
 * are empty in a large one.
 */
const LEAF_BITS = 6;
const LEAF = 2 ** LEAF_BITS;
const leafNoOf = (number: number): number => number >>> LEAF_BITS;
const rowOf = (number: number): number => (number & (LEAF - 1)) * ROW;

/** The leaf of numbers without findings. */
const EMPTY = new Float32Array(LEAF * ROW);

export const countAt = (leaf: Float32Array, number: number): number => leaf[rowOf(number)];

/**
 * The mean of a field, shrunk towards the expected value if there are few findings.
 *
 * @param leaf of the number
 * @param weight weight of the expected value in findings
 */
export function meanAt(leaf: Float32Array, number: number, field: Field, weight: number, expected: number): number {
  const row = rowOf(number);
  const count = leaf[row];
  // Most numbers have no findings. Weights are powers of two, so the result is the same without the division.
  return count === 0 ? expected : (leaf[row + field] + weight * expected) / (count + weight);
}

/**
 * Sums of findings by number: for the links of a page, a group of links, a folder, a host. 20 bytes per number, in
 * leaves of 64 that are allocated on first use.
 */
export class Evidence {
  private readonly leaves: (Float32Array | undefined)[] = [];

  count(number: number): number {
    return countAt(this.leafAt(number), number);
  }

  /** The leaf of a number, for `countAt` and `meanAt`. */
  leafAt(number: number): Float32Array {
    const leafNo = leafNoOf(number);
    return (leafNo < this.leaves.length ? this.leaves[leafNo] : undefined) ?? EMPTY;
  }

  add(number: number, finding: Finding): void {
    const leaf = this.leafOf(number);
    const row = rowOf(number);
    leaf[row]++;
    leaf[row + Field.Credit] += finding.credit;
    leaf[row + Field.Residual] += finding.residual;
    leaf[row + Field.Score] += finding.score;
    leaf[row + Field.Hub] += finding.hub;
  }

  /** As `meanAt`. */
  mean(number: number, field: Field, weight: number, expected: number): number {
    return meanAt(this.leafAt(number), number, field, weight, expected);
  }

  /** Only the used numbers. */
  save(): Snapshot {
    const used: number[] = [];
    for (const [leafNo, leaf] of this.leaves.entries())
      for (let at = 0; leaf !== undefined && at < LEAF; at++) if (leaf[at * ROW] > 0) used.push(leafNo * LEAF + at);
    const sums = new Float32Array(used.length * WIDTH);
    used.forEach((number, i) => {
      const row = rowOf(number);
      sums.set(this.leafOf(number).subarray(row + 1, row + ROW), i * WIDTH);
    });
    return { numbers: Uint32Array.from(used), counts: Uint32Array.from(used, (number) => this.count(number)), sums };
  }

  /** @param limit exclusive bound of the numbers. Default: the most possible URLs */
  restore(source: SnapshotSource, limit = MOST_NUMBERS): void {
    const from = SnapshotReader.of(source);
    const numbers = from.uint32('numbers');
    const counts = from.uint32('counts', { length: numbers.length });
    const sums = from.float32('sums', { length: numbers.length * WIDTH });
    if (numbers.some((number) => number >= limit)) from.refuse('numbers', `numbers below ${limit}`);
    this.leaves.length = 0;
    numbers.forEach((number, i) => {
      const leaf = this.leafOf(number);
      leaf[rowOf(number)] = counts[i];
      leaf.set(sums.subarray(i * WIDTH, (i + 1) * WIDTH), rowOf(number) + 1);
    });
  }

  /** Allocated if missing. */
  private leafOf(number: number): Float32Array {
    const leafNo = leafNoOf(number);
    const known = this.leaves[leafNo];
    if (known !== undefined) return known;
    while (this.leaves.length <= leafNo) this.leaves.push(undefined);
    return (this.leaves[leafNo] = new Float32Array(LEAF * ROW));
  }
}

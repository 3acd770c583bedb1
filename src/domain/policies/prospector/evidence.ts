import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** What one followed link led to. */
export interface Finding {
  /** The chance that the page is relevant, in [0, 1]. */
  readonly credit: number;
  /** `credit` less what was expected. */
  readonly residual: number;
  /** Log-odds of the page's probability, scaled, less the mean of the session's pages. */
  readonly score: number;
  /** Mean chance of the three best new links on the page. */
  readonly hub: number;
}

const NOTHING: Finding = { credit: 0, residual: 0, score: 0, hub: 0 };
const FIELDS = Object.keys(NOTHING) as (keyof Finding)[];
const WIDTH = FIELDS.length;

/**
 * Sums of findings by number: of the links of a page, of a group of links, of a folder, of a host. 20 bytes a number, at most half of that again as room to
 * grow.
 */
export class Evidence {
  private counts = new Uint32Array(0);
  private sums = new Float32Array(0);

  count(number: number): number {
    return this.counts[number] ?? 0;
  }

  add(number: number, finding: Finding): void {
    this.counts = withRoom(this.counts, number + 1);
    this.sums = withRoom(this.sums, (number + 1) * WIDTH);
    this.counts[number]++;
    for (let field = 0; field < WIDTH; field++) this.sums[number * WIDTH + field] += finding[FIELDS[field]];
  }

  /**
   * The mean of a field, drawn towards what is expected where little is known.
   *
   * @param weight findings that the expectation counts for
   */
  mean(number: number, field: keyof Finding, weight: number, expected = 0): number {
    const count = this.count(number);
    const sum = count === 0 ? 0 : this.sums[number * WIDTH + FIELDS.indexOf(field)];
    return (sum + weight * expected) / (count + weight);
  }

  /** Only what was ever added to: numbers from a hash are few among many. */
  save(): Snapshot {
    const used: number[] = [];
    this.counts.forEach((count, number) => {
      if (count > 0) used.push(number);
    });
    const sums = new Float32Array(used.length * WIDTH);
    used.forEach((number, i) => sums.set(this.sums.subarray(number * WIDTH, (number + 1) * WIDTH), i * WIDTH));
    return { numbers: Uint32Array.from(used), counts: Uint32Array.from(used, (number) => this.counts[number]), sums };
  }

  /** @param limit every number is smaller */
  restore(source: SnapshotSource, limit: number): void {
    const from = SnapshotReader.of(source);
    const numbers = from.uint32('numbers');
    const counts = from.uint32('counts', { length: numbers.length });
    const sums = from.float32('sums', { length: numbers.length * WIDTH });
    const largest = numbers.at(-1) ?? -1;
    if (largest >= limit) from.refuse('numbers', `numbers below ${limit}`);
    this.counts = new Uint32Array(largest + 1);
    this.sums = new Float32Array((largest + 1) * WIDTH);
    numbers.forEach((number, i) => {
      this.counts[number] = counts[i];
      this.sums.set(sums.subarray(i * WIDTH, (i + 1) * WIDTH), number * WIDTH);
    });
  }
}

import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** Decay of a valuer's earlier results with each of its choices. */
const DECAY = 0.97;
/** Weight of the common rate in each valuer's rate, in choices. */
const WEIGHT = 6;
/**
 * Minimum share of each valuer if the best brings nothing. It falls with the possible gain by others: to nothing if
 * each choice of the best brings a page.
 */
const FLOOR = 0.05;
/** Exponent of the rates in the shares: shares are proportional to this power. */
const POWER = 6;
/** Added to rates, so that differences among rates near 0 matter little while nothing has been found. */
const SLACK = 0.05;
/** The common rate before the first page, with the weight of one choice. */
const FIRST_RATE = 0.05;
const ALIKE = 1e-12;

/**
 * Chooses the valuer that picks the next link: each has a share by the results of its latest choices, with a minimum,
 * so that the crawl is never far behind the best valuer here (following the best expert with fixed share; Herbster,
 * Warmuth 1998). The allocation is deterministic: the valuer furthest behind its share is next.
 */
export class Shares {
  private readonly choices: Float64Array;
  private readonly credits: Float64Array;
  /** Number of choices owed to each valuer. */
  private readonly owed: Float64Array;
  private allChoices = 1;
  private allCredits = FIRST_RATE;

  /** @param first weights of the valuers at equal rates */
  constructor(private readonly first: readonly number[]) {
    this.choices = new Float64Array(first.length);
    this.credits = new Float64Array(first.length);
    this.owed = new Float64Array(first.length);
  }

  /** The shares of the next choice, with sum 1. */
  now(): number[] {
    const common = this.allCredits / this.allChoices;
    const rates = this.first.map((_, i) => (this.credits[i] + WEIGHT * common) / (this.choices[i] + WEIGHT));
    const weights = this.first.map((first, i) => first * (rates[i] + SLACK) ** POWER);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const floor = FLOOR * (1 - Math.max(...rates));
    return weights.map((weight) => floor + (1 - floor * weights.length) * (weight / sum));
  }

  /** The next valuer. Changes nothing. */
  next(): number {
    const shares = this.now();
    let next = 0;
    for (let i = 1; i < shares.length; i++)
      if (this.owed[i] + shares[i] > this.owed[next] + shares[next] + ALIKE) next = i;
    return next;
  }

  /** Records a valuer's choice. */
  chose(valuer: number): void {
    this.now().forEach((share, i) => (this.owed[i] += share));
    this.owed[valuer]--;
  }

  /** @param credit result of its choice, in [0, 1] */
  observe(valuer: number, credit: number): void {
    this.choices[valuer] = this.choices[valuer] * DECAY + 1;
    this.credits[valuer] = this.credits[valuer] * DECAY + credit;
    this.allChoices = this.allChoices * DECAY + 1;
    this.allCredits = this.allCredits * DECAY + credit;
  }

  save(): Snapshot {
    const { choices, credits, owed, allChoices, allCredits } = this;
    return { choices, credits, owed, all: Float64Array.of(allChoices, allCredits) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const length = this.first.length;
    this.choices.set(from.float64('choices', { length }));
    this.credits.set(from.float64('credits', { length }));
    this.owed.set(from.float64('owed', { length }));
    [this.allChoices, this.allCredits] = from.float64('all', { length: 2 });
  }
}

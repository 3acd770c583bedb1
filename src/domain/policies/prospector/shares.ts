import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** What is left of what earlier choices brought, after each further one of the same valuer. */
const DECAY = 0.97;
/** Choices that the common rate counts for in the rate of each. */
const WEIGHT = 6;
/** Share that each keeps, whatever it brings, where the best brings nothing. It falls with what others could bring more: nothing where each choice of the best brings a page. */
const FLOOR = 0.05;
/** How much better rates count: shares are in the proportion of this power of the rates. */
const POWER = 6;
/** Added to rates, so that differences among rates near 0 decide little: nothing is found yet. */
const SLACK = 0.05;
/** The common rate before the first page, which counts for one choice. */
const FIRST_RATE = 0.05;
const ALIKE = 1e-12;

/**
 * Who of several valuers chooses next: each in a share by what its choices have brought lately, with a floor for each, so that the crawl is never far behind
 * the one that is best here (following the best expert with fixed share; Herbster, Warmuth 1998). Shares are dealt out evenly, without chance: the valuer that
 * lags most behind its share is next.
 */
export class Shares {
  private readonly choices: Float64Array;
  private readonly credits: Float64Array;
  /** Choices that each is owed. */
  private readonly owed: Float64Array;
  private allChoices = 1;
  private allCredits = FIRST_RATE;

  /** @param first what each counts for when rates are equal */
  constructor(private readonly first: readonly number[]) {
    this.choices = new Float64Array(first.length);
    this.credits = new Float64Array(first.length);
    this.owed = new Float64Array(first.length);
  }

  /** The shares of the next choice, which sum to 1. */
  now(): number[] {
    const common = this.allCredits / this.allChoices;
    const rates = this.first.map((_, i) => (this.credits[i] + WEIGHT * common) / (this.choices[i] + WEIGHT));
    const weights = this.first.map((first, i) => first * (rates[i] + SLACK) ** POWER);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const floor = FLOOR * (1 - Math.max(...rates));
    return weights.map((weight) => floor + (1 - floor * weights.length) * (weight / sum));
  }

  /** The valuer that is to choose. Nothing is changed. */
  next(): number {
    const shares = this.now();
    let next = 0;
    for (let i = 1; i < shares.length; i++)
      if (this.owed[i] + shares[i] > this.owed[next] + shares[next] + ALIKE) next = i;
    return next;
  }

  /** A valuer has chosen. */
  chose(valuer: number): void {
    this.now().forEach((share, i) => (this.owed[i] += share));
    this.owed[valuer]--;
  }

  /** @param credit what its choice brought, in [0, 1] */
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

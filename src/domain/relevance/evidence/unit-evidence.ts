import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { chanceOf, logOdds } from '../../learning/log-odds.js';
import { chanceOfPage } from './chance.js';

/**
 * The mean chance of a unit's pages that says nothing about another page. Sites with relevant pages lie above it (six
 * to nine tenths of their pages reach the threshold), and those that a judge errs on below (three tenths to half).
 */
const EVEN = 0.35;
/** Log-odds that a page gains per unit of its unit's mean above `EVEN`, if all pages of a unit are alike. */
const WEIGHT = 3;
/** Largest gain or loss of a page in log-odds: a unit does not outvote a clear page. */
const MOST = 3;
/** Prior likeness of a unit's pages, and its weight in units: units hardly count at first. */
const USUAL_LIKENESS = 0.1;
const LIKENESS_UNITS = 10;
const LEAST_LIKENESS = 1e-3;
const MOST_LIKENESS = 0.98;
/** A unit's mean is clamped to this distance from certainty. */
const SUREST = 0.003;

/**
 * Adjusts a page's probability by its unit: a nearly relevant page is relevant on a site of relevant pages, but not on
 * one where a tenth of the pages reach the threshold.
 *
 * The weight of units is learned from the seen ones: the intraclass correlation of their pages' chances (one-way random
 * effects analysis of variance; Searle, Casella, McCulloch 1992, chapter 3). It is .7 if sites have one subject each,
 * where a few pages characterise a site; it is .1 among departments of universities, where units say almost nothing. It
 * needs no labels.
 *
 * 12 bytes per unit. Units have small numbers, such as those of hosts. The result depends only on the pages and their
 * order.
 */
export class UnitEvidence {
  private counts = new Uint32Array(0);
  private sums = new Float64Array(0);
  private units = 0;
  private pages = 0;
  /** Sums of chances: their sum, their squares' sum, and the sum of the units' squared sums divided by their counts. */
  private sum = 0;
  private squares = 0;
  private between = 0;
  /** Sum of the units' squared counts. */
  private squaredCounts = 0;

  /** @param threshold probability from which the judge calls a page relevant */
  constructor(readonly threshold: number) {}

  /**
   * The correlation of the chances of a unit's pages, in (0, 1): 0 if units say nothing, 1 if all pages of a unit are
   * alike.
   */
  get likeness(): number {
    const { units, pages } = this;
    // The effective sample size is the smaller of: units, or pages besides the first of their unit.
    const known = Math.max(0, Math.min(units - 1, pages - units));
    const found = known === 0 ? 0 : this.correlation();
    const mean = (found * known + USUAL_LIKENESS * LIKENESS_UNITS) / (known + LIKENESS_UNITS);
    return Math.min(MOST_LIKENESS, Math.max(LEAST_LIKENESS, mean));
  }

  /**
   * The judge's probability of a page, adjusted by its unit's pages so far. It is compared with the same threshold, and
   * is unchanged for an unknown unit.
   */
  weigh(unitNo: number, probability: number): number {
    const count = this.counts[unitNo] ?? 0;
    if (count === 0) return probability;
    const { likeness } = this;
    // The best linear estimate of the unit's mean: the more alike its pages, the fewer are needed.
    const weight = (1 - likeness) / likeness;
    const mean = (this.sums[unitNo] + weight * EVEN) / (count + weight);
    const above = logOdds(Math.min(1 - SUREST, Math.max(SUREST, mean))) - logOdds(EVEN);
    const gain = Math.min(MOST, Math.max(-MOST, WEIGHT * likeness * above));
    return chanceOf(logOdds(probability) + gain);
  }

  /** Adds a judged page, by the judge's own probability. */
  add(unitNo: number, probability: number): void {
    const chance = chanceOfPage(probability, this.threshold);
    this.counts = withRoom(this.counts, unitNo + 1);
    this.sums = withRoom(this.sums, unitNo + 1);
    const count = this.counts[unitNo];
    const sum = this.sums[unitNo];
    if (count === 0) this.units++;
    else this.between -= (sum * sum) / count;
    this.between += (sum + chance) ** 2 / (count + 1);
    this.squaredCounts += 2 * count + 1;
    this.counts[unitNo] = count + 1;
    this.sums[unitNo] = sum + chance;
    this.pages++;
    this.sum += chance;
    this.squares += chance * chance;
  }

  save(): Snapshot {
    const used: number[] = [];
    this.counts.forEach((count, unitNo) => count > 0 && used.push(unitNo));
    const { pages, sum, squares, between, squaredCounts } = this;
    return {
      units: Uint32Array.from(used),
      counts: Uint32Array.from(used, (unitNo) => this.counts[unitNo]),
      sums: Float64Array.from(used, (unitNo) => this.sums[unitNo]),
      pages,
      squaredCounts,
      moments: Float64Array.of(sum, squares, between),
    };
  }

  /** @throws RangeError if the snapshot is not from `save` */
  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const used = from.uint32('units');
    const counts = from.uint32('counts', { length: used.length });
    const sums = from.float64('sums', { length: used.length });
    const size = used.reduce((most, unitNo) => Math.max(most, unitNo + 1), 0);
    this.counts = new Uint32Array(size);
    this.sums = new Float64Array(size);
    used.forEach((unitNo, i) => {
      this.counts[unitNo] = counts[i];
      this.sums[unitNo] = sums[i];
    });
    this.units = used.length;
    this.pages = from.integer('pages');
    this.squaredCounts = from.integer('squaredCounts');
    [this.sum, this.squares, this.between] = from.float64('moments', { length: 3 });
  }

  /** Share of the variance of chances between units; 0 if it does not exceed the random one. */
  private correlation(): number {
    const { units, pages, sum, squares, between, squaredCounts } = this;
    const within = Math.max(0, squares - between) / (pages - units);
    const usualCount = (pages - squaredCounts / pages) / (units - 1);
    const ofUnits = Math.max(0, ((between - (sum * sum) / pages) / (units - 1) - within) / usualCount);
    return ofUnits === 0 ? 0 : ofUnits / (ofUnits + within);
  }
}

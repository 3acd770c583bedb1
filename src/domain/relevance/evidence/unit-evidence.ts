import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { chanceOf, logOdds } from '../../learning/log-odds.js';
import { chanceOfPage } from './chance.js';

/**
 * The mean chance of a unit's pages that says nothing of one more. Sites whose pages are relevant lie above it (six to nine tenths of their pages reach the
 * threshold), and those that a judge errs on below (three tenths to half).
 */
const EVEN = 0.35;
/** Log-odds that a page gains for each one by which its unit is above `EVEN`, where units are all of one kind. */
const WEIGHT = 3;
/** Log-odds that a page gains or loses at most: a unit does not outvote a page that is clear. */
const MOST = 3;
/** How alike pages of a unit are before any is seen, and for how many units that counts: next to nothing is made of units then. */
const USUAL_LIKENESS = 0.1;
const LIKENESS_UNITS = 10;
const LEAST_LIKENESS = 1e-3;
const MOST_LIKENESS = 0.98;
/** A unit is surer than this of nothing. */
const SUREST = 0.003;

/**
 * What is known of a page's unit speaks for it or against it: a page that is nearly relevant is so on a site of relevant pages, and is not on one where a tenth
 * of the pages reach the threshold.
 *
 * How much it speaks is learnt from the units met: the intraclass correlation of their pages' chances (analysis of variance of one random effect; Searle,
 * Casella, McCulloch 1992, chapter 3). It is .7 where sites have one subject each, and then a few pages tell what a site is; it is .1 among departments of
 * universities, where units say next to nothing. It needs no labels.
 *
 * 12 bytes a unit. Units have small numbers, such as those of hosts. The result depends on the pages and their order alone.
 */
export class UnitEvidence {
  private counts = new Uint32Array(0);
  private sums = new Float64Array(0);
  private units = 0;
  private pages = 0;
  /** Of chances: their sum, that of their squares, and that of the units' squared sums over their counts. */
  private sum = 0;
  private squares = 0;
  private between = 0;
  /** Sum of the units' squared counts. */
  private squaredCounts = 0;

  /** @param threshold probability from which the judge calls a page relevant */
  constructor(readonly threshold: number) {}

  /** How alike the chances of a unit's pages are, in (0, 1): 0 when units say nothing, 1 when all pages of a unit are alike. */
  get likeness(): number {
    const { units, pages } = this;
    // Of what the correlation is estimated from there is the least number: units, or pages beside the first of their unit.
    const known = Math.max(0, Math.min(units - 1, pages - units));
    const found = known === 0 ? 0 : this.correlation();
    const mean = (found * known + USUAL_LIKENESS * LIKENESS_UNITS) / (known + LIKENESS_UNITS);
    return Math.min(MOST_LIKENESS, Math.max(LEAST_LIKENESS, mean));
  }

  /**
   * The judge's probability of a page of a unit in the light of the unit's pages so far. It is compared with the same threshold, and is the same where nothing
   * is known.
   */
  weigh(unitNo: number, probability: number): number {
    const count = this.counts[unitNo] ?? 0;
    if (count === 0) return probability;
    const { likeness } = this;
    // The best linear estimate of the unit's mean: the more alike its pages, the fewer tell it.
    const weight = (1 - likeness) / likeness;
    const mean = (this.sums[unitNo] + weight * EVEN) / (count + weight);
    const above = logOdds(Math.min(1 - SUREST, Math.max(SUREST, mean))) - logOdds(EVEN);
    const gain = Math.min(MOST, Math.max(-MOST, WEIGHT * likeness * above));
    return chanceOf(logOdds(probability) + gain);
  }

  /** Takes in a page that was judged, by the judge's own probability. */
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

  /** @throws RangeError when the snapshot is not one of `save` */
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

  /** Share of the variance of chances that lies between units; 0 where there is less between them than chance would bring. */
  private correlation(): number {
    const { units, pages, sum, squares, between, squaredCounts } = this;
    const within = Math.max(0, squares - between) / (pages - units);
    const usualCount = (pages - squaredCounts / pages) / (units - 1);
    const ofUnits = Math.max(0, ((between - (sum * sum) / pages) / (units - 1) - within) / usualCount);
    return ofUnits === 0 ? 0 : ofUnits / (ofUnits + within);
  }
}

import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { Snapshot } from '../base/snapshot.js';
import { MultinomialCounts } from '../learning/naive-bayes.js';
import { BIN_COUNTS, type BinCount, binNames } from './bins.js';
import { type Lexicon, restoreLexicons } from './lexicon.js';
import { FIELDS, SPIDER_TEXTS, type SpiderText } from './link-words.js';
import { MAX_DISCOUNT } from './q-values.js';
import { type Estimation, ESTIMATION, wordsMet, wordTable } from './word-tables.js';

/**
 * The settings of a spider; two spiders are comparable, and one can continue from the other, if all three are equal.
 */
export interface SpiderSettings {
  readonly bins: BinCount;
  readonly text: SpiderText;
  /** γ. */
  readonly discount: number;
}

/** A spider's value of a link. */
export interface SpiderValue {
  /** Expected Q-value: Σ P(bin | text) · mean Q of the bin. */
  readonly value: number;
  /** The most probable bin, 0 for that of immediate reward; the next field is its probability. */
  readonly bin: number;
  readonly probability: number;
}

/** A word that is evidence for a bin. */
export interface TellingWord {
  readonly word: string;
  readonly field: string;
  /** Weighted log-odds ratio: P(word | bin) · log(P(word | bin) / P(word | other bins)). */
  readonly weight: number;
}

/** Added to each count (equations 4 and 5). */
const ALPHA = 1;
/** Written into snapshots to identify the layout. */
const LAYOUT = 1;

/** The counts of a training: the whole state of a spider. */
export interface SpiderCounts {
  /** Term counts by bin, one per field. */
  readonly fields: readonly MultinomialCounts[];
  /** Number of distinct words of each. */
  readonly sizes: readonly number[];
  /** Number of links per bin, and the sum of their Q-values. */
  readonly links: Float64Array;
  readonly sums: Float64Array;
}

/** Counts without links, as long as the lexicons are now. */
export function emptyCounts({ bins }: SpiderSettings, lexicons: readonly Lexicon[]): SpiderCounts {
  const sizes = lexicons.map(({ size }) => size);
  return {
    sizes,
    fields: sizes.map((size) => new MultinomialCounts(bins, size)),
    links: new Float64Array(bins),
    sums: new Float64Array(bins),
  };
}

const upTo = (length: number): Uint32Array => Uint32Array.from({ length }, (_, i) => i);

/** Adds one spider's counts to others. Words must have the same numbers in both. */
export function addCounts(to: SpiderCounts, from: SpiderCounts): void {
  from.fields.forEach((counts, field) => {
    const words = upTo(from.sizes[field]);
    for (let bin = 0; bin < from.links.length; bin++) to.fields[field].add(bin, words, counts.countsOf(bin));
  });
  for (let bin = 0; bin < from.links.length; bin++) {
    to.links[bin] += from.links[bin];
    to.sums[bin] += from.sums[bin];
  }
}

/**
 * Values links by their text: regression by classification into bins of Q-values with multinomial naive Bayes (Rennie
 * and McCallum, section 2.4).
 *
 * It is immutable. Training is `trainSpider`.
 */
export class Spider {
  /** The result of `wordTable` for each field. */
  private readonly tables: readonly Float32Array[];
  private readonly logPriors: Float64Array;
  private readonly means: Float64Array;
  private readonly scores: Float64Array;

  constructor(
    readonly settings: SpiderSettings,
    readonly lexicons: readonly Lexicon[],
    readonly counts: SpiderCounts,
    private readonly estimation: Estimation = ESTIMATION,
  ) {
    const { bins, discount } = settings;
    const all = counts.links.reduce((sum, links) => sum + links, 0);
    this.tables = counts.fields.map((field, i) =>
      wordTable(field, bins, counts.sizes[i], estimation.vocabulary, ALPHA),
    );
    this.logPriors = counts.links.map((links) => Math.log((ALPHA + links) / (ALPHA * bins + all)));
    // A bin without examples has the least value that would be sorted into it.
    const least = (bin: number): number => (bin === bins - 1 ? 0 : discount ** bin);
    this.means = counts.links.map((links, bin) => (links === 0 ? least(bin) : counts.sums[bin] / links));
    this.scores = new Float64Array(bins);
  }

  /** Number of training links. */
  get links(): number {
    return this.counts.links.reduce((sum, links) => sum + links, 0);
  }

  /** Mean Q-value of the links of each bin. */
  get meanValues(): readonly number[] {
    return [...this.means];
  }

  /** The same spider with other estimates from its counts. */
  estimatedBy(estimation: Estimation): Spider {
    return new Spider(this.settings, this.lexicons, this.counts, estimation);
  }

  /** log P(bin) + Σ log P(word | bin) / n^k over the words of the page: the part common to all links of a page. */
  scoresOfPage(words: Uint32Array): Float64Array {
    const scores = this.logPriors.slice();
    this.addScores(scores, 0, words, 0, words.length);
    return scores;
  }

  /**
   * @param page result of `scoresOfPage`
   * @param words numbers of the words of the link's own fields, field after field
   * @param starts start of each of these fields in `words`, and the end of the last one, from `at` on
   */
  valueOf(page: Float64Array, words: Uint32Array, starts: Uint32Array, at = 0): SpiderValue {
    const { scores } = this;
    scores.set(page);
    for (let field = 1; field < this.lexicons.length; field++)
      this.addScores(scores, field, words, starts[at + field - 1], starts[at + field]);
    let bin = 0;
    for (let i = 1; i < scores.length; i++) if (scores[i] > scores[bin]) bin = i;
    const highest = scores[bin];
    let total = 0;
    let value = 0;
    for (let i = 0; i < scores.length; i++) {
      const weight = Math.exp(scores[i] - highest);
      total += weight;
      value += weight * this.means[i];
    }
    return { value: value / total, bin, probability: 1 / total };
  }

  /** The most telling words of each bin, by weighted log-odds ratio (Table 2). */
  tellingWords(count: number): TellingWord[][] {
    const { bins, text } = this.settings;
    return Array.from({ length: bins }, (_, bin) => {
      const found: TellingWord[] = [];
      this.counts.fields.forEach((counts, field) => {
        const here = counts.countsOf(bin);
        const others = Array.from({ length: bins }, (__, other) => other).filter((other) => other !== bin);
        // Words seen in training: the vocabulary of Laplace smoothing.
        const size = wordsMet(counts, bins, this.counts.sizes[field]).reduce((sum, met) => sum + met, 0);
        const below = Math.log(counts.totalOf(bin) + ALPHA * size);
        const belowOthers = Math.log(others.reduce((sum, other) => sum + counts.totalOf(other), ALPHA * size));
        for (let word = 0; word < here.length; word++) {
          if (here[word] === 0) continue;
          const elsewhere = others.reduce((sum, other) => sum + counts.countsOf(other)[word], ALPHA);
          const log = Math.log(here[word] + ALPHA) - below;
          const weight = Math.exp(log) * (log - Math.log(elsewhere) + belowOthers);
          if (weight > 0) found.push({ word: this.lexicons[field].wordOf(word), field: FIELDS[text][field], weight });
        }
      });
      return found.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1)).slice(0, count);
    });
  }

  get binNames(): readonly string[] {
    return binNames(this.settings.bins);
  }

  /** The whole spider with its words. */
  save(): Snapshot {
    const lexicons = Object.fromEntries(this.lexicons.map((lexicon, field) => [`field${field}`, lexicon.save()]));
    return { layout: LAYOUT, ...this.settings, lexicons, counts: this.saveCounts() };
  }

  /** The counts, for owners of separate lexicons. */
  saveCounts(): Snapshot {
    const fields = this.counts.fields.map((counts, field): [string, Float64Array] => {
      const flat = new Float64Array(this.counts.sizes[field] * this.settings.bins);
      for (let bin = 0; bin < this.settings.bins; bin++) flat.set(counts.countsOf(bin), bin * this.counts.sizes[field]);
      return [`field${field}`, flat];
    });
    return { fields: Object.fromEntries(fields), links: this.counts.links, sums: this.counts.sums };
  }

  /** @throws RangeError if the snapshot is not from `save` */
  static restore(source: SnapshotSource, capacity = Number.POSITIVE_INFINITY): Spider {
    const from = SnapshotReader.of(source);
    from.expect('layout', LAYOUT);
    const bins = BIN_COUNTS.find((count) => count === from.integer('bins')) ?? from.refuse('bins', '2 to 5');
    const text = from.oneOf('text', SPIDER_TEXTS);
    const discount = from.number('discount');
    if (!(discount > 0 && discount <= MAX_DISCOUNT)) from.refuse('discount', `a number up to ${MAX_DISCOUNT}`);
    const lexicons = restoreLexicons(from.child('lexicons'), text, capacity);
    return Spider.restoreCounts({ bins, text, discount }, lexicons, from.child('counts'));
  }

  /** @throws RangeError if the counts have more words or other bins */
  static restoreCounts(
    settings: SpiderSettings,
    lexicons: readonly Lexicon[],
    from: SnapshotReader,
    estimation = ESTIMATION,
  ): Spider {
    const { bins } = settings;
    const saved = from.child('fields');
    const flat = lexicons.map((_, field) => saved.float64(`field${field}`));
    const links = from.float64('links', { length: bins }).slice();
    const sums = from.float64('sums', { length: bins }).slice();
    flat.forEach((counts, field) => {
      if (counts.length % bins !== 0 || counts.length > bins * lexicons[field].size)
        saved.refuse(`field${field}`, `counts of at most ${lexicons[field].size} words in ${bins} bins`);
    });
    const sizes = flat.map((counts) => counts.length / bins);
    const fields = flat.map((counts, field) => {
      const restored = new MultinomialCounts(bins, sizes[field]);
      const words = upTo(sizes[field]);
      for (let bin = 0; bin < bins; bin++)
        restored.add(bin, words, counts.subarray(bin * sizes[field], (bin + 1) * sizes[field]));
      return restored;
    });
    return new Spider(settings, lexicons, { fields, sizes, links, sums }, estimation);
  }

  private addScores(scores: Float64Array, field: number, words: Uint32Array, from: number, to: number): void {
    const bins = scores.length;
    const table = this.tables[field];
    let counted = 0;
    for (let i = from; i < to; i++) if (table[words[i] * bins] < 0) counted++;
    if (counted === 0) return;
    const weight = counted ** -this.estimation.lengthExponent;
    for (let i = from; i < to; i++) {
      const row = words[i] * bins;
      if (row >= table.length) continue;
      for (let bin = 0; bin < bins; bin++) scores[bin] += weight * table[row + bin];
    }
  }
}

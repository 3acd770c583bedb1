import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { Snapshot } from '../base/snapshot.js';
import { MultinomialCounts } from '../learning/naive-bayes.js';
import { BIN_COUNTS, type BinCount, binNames } from './bins.js';
import { type Lexicon, restoreLexicons } from './lexicon.js';
import { FIELDS, SPIDER_TEXTS, type SpiderText } from './link-words.js';
import { MAX_DISCOUNT } from './q-values.js';
import { type Estimation, ESTIMATION, wordsMet, wordTable } from './word-tables.js';

/** What a spider is made for; two spiders are comparable, and one can go on from the other, when all three are the same. */
export interface SpiderSettings {
  readonly bins: BinCount;
  readonly text: SpiderText;
  /** γ. */
  readonly discount: number;
}

/** What a spider makes of a link. */
export interface LinkValue {
  /** Expected Q-value: Σ P(bin | text) · mean Q of the bin. */
  readonly value: number;
  /** The most probable bin, 0 for that of immediate reward, and its probability. */
  readonly bin: number;
  readonly probability: number;
}

/** A word that speaks for a bin. */
export interface TellingWord {
  readonly word: string;
  readonly field: string;
  /** Weighted log-odds ratio: P(word | bin) · log(P(word | bin) / P(word | other bins)). */
  readonly weight: number;
}

/** Added to each count (equations 4 and 5). */
const ALPHA = 1;
/** A snapshot says which layout it has. */
const LAYOUT = 1;

/** What was counted while training: all that a spider consists of. */
export interface SpiderCounts {
  /** Term counts by bin, one for each field. */
  readonly fields: readonly MultinomialCounts[];
  /** Words that each of them tells apart. */
  readonly sizes: readonly number[];
  /** Links of each bin, and the sum of their Q-values. */
  readonly links: Float64Array;
  readonly sums: Float64Array;
}

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

/** Adds what one spider has counted to other counts. Words have the same numbers in both. */
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
 * Values links by their text: regression by classification into bins of Q-values with multinomial naive Bayes (Rennie and McCallum, section 2.4).
 *
 * It changes no more once it is made. Training is `trainSpider`.
 */
export class Spider {
  /** What `wordTable` makes of each field. */
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

  /** Links that it was trained on. */
  get links(): number {
    return this.counts.links.reduce((sum, links) => sum + links, 0);
  }

  /** Mean Q-value of the links of each bin. */
  get meanValues(): readonly number[] {
    return [...this.means];
  }

  /** The same spider with other estimates of what it has counted. */
  estimatedBy(estimation: Estimation): Spider {
    return new Spider(this.settings, this.lexicons, this.counts, estimation);
  }

  /** log P(bin) + Σ log P(word | bin) / n^k over the words of the page: the part that all links of a page share. */
  scoresOfPage(words: Uint32Array): Float64Array {
    const scores = this.logPriors.slice();
    this.addScores(scores, 0, words, 0, words.length);
    return scores;
  }

  /**
   * @param page what `scoresOfPage` answers
   * @param words numbers of the words of the link's own fields, field after field
   * @param starts where each of these fields begins in `words`, and where the last one ends, from `at` on
   */
  valueOf(page: Float64Array, words: Uint32Array, starts: Uint32Array, at = 0): LinkValue {
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

  /** The words that say most for each bin, by weighted log-odds ratio (Table 2). */
  tellingWords(count: number): TellingWord[][] {
    const { bins, text } = this.settings;
    return Array.from({ length: bins }, (_, bin) => {
      const found: TellingWord[] = [];
      this.counts.fields.forEach((counts, field) => {
        const here = counts.countsOf(bin);
        const others = Array.from({ length: bins }, (__, other) => other).filter((other) => other !== bin);
        // Words that training has met, which is what Laplace smoothing calls the vocabulary.
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

  /** What was counted, for those who keep the lexicons themselves. */
  saveCounts(): Snapshot {
    const fields = this.counts.fields.map((counts, field): [string, Float64Array] => {
      const flat = new Float64Array(this.counts.sizes[field] * this.settings.bins);
      for (let bin = 0; bin < this.settings.bins; bin++) flat.set(counts.countsOf(bin), bin * this.counts.sizes[field]);
      return [`field${field}`, flat];
    });
    return { fields: Object.fromEntries(fields), links: this.counts.links, sums: this.counts.sums };
  }

  /** @throws RangeError when the snapshot is not one of `save` */
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

  /** @throws RangeError when the counts are of more words or of other bins */
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

import { withRoom } from '../../base/growable.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { FEATURES, TopicFeatures, type WeighedWords, type WordFacts } from '../features/topic-features.js';

/**
 * a of a / (a + p(word)): words more frequent than that lose weight (Arora, Liang and Ma, "A simple but tough-to-beat
 * baseline for sentence embeddings", 2017, whose best values lie between 1e-4 and 1e-3).
 */
const RARE = 1e-3;
/** Zipf's law over a vocabulary of a few hundred thousand: p(word of row r) ≈ 1 / (SPREAD·(r + SHIFT)). */
const SPREAD = 12;
const SHIFT = 2.7;

/**
 * A text as numbers: the normalised mean of its words' vectors, with higher weights of rare words; and the four keyword
 * features of `keyword-vectors`.
 *
 * Without word vectors there are only the keyword features.
 */
export class TextVector {
  readonly columns: number;
  /** Number of vector columns; the keyword features follow. */
  readonly dimensions: number;
  private readonly features: TopicFeatures;
  private readonly keywordFeatures = new Float64Array(FEATURES);
  /** The distinct words of the text being measured, in the order of their first places. */
  private readonly distinct: WordFacts[] = [];
  /** Their rows and weights. */
  private rows = new Int32Array(0);
  private factors = new Float64Array(0);

  constructor(
    readonly keywords: readonly Keyword[],
    private readonly vectors: WordVectors | null,
  ) {
    this.features = new TopicFeatures(keywords, vectors);
    this.dimensions = vectors?.dimensions ?? 0;
    this.columns = this.dimensions + FEATURES;
  }

  /** Writes the columns of a text given in parts; false, with all of them 0, if it has nothing known. */
  measure(parts: readonly WeighedWords[], out: Float32Array): boolean {
    return this.measureRead(this.features.read(parts), out);
  }

  /** `measure` of a short text. */
  measureText(text: string, out: Float32Array): boolean {
    return this.measureRead([this.features.readText(text)], out);
  }

  private measureRead(read: readonly WeighedWords<WordFacts>[], out: Float32Array): boolean {
    out.fill(0);
    const { dimensions } = this;
    const known = this.vectors === null ? 0 : this.addVectors(this.vectors, read, out);
    let square = 0;
    for (let k = 0; k < dimensions; k++) square += out[k] * out[k];
    const inverse = square === 0 ? 0 : 1 / Math.sqrt(square);
    for (let k = 0; k < dimensions; k++) out[k] *= inverse;
    this.features.measure(read, this.keywordFeatures);
    out.set(this.keywordFeatures, dimensions);
    return known > 0 || this.keywordFeatures.some((value) => value !== 0);
  }

  /** @returns the weight of the words with a vector */
  private addVectors(vectors: WordVectors, parts: readonly WeighedWords<WordFacts>[], out: Float32Array): number {
    const { distinct } = this;
    // Each distinct word is added once: adding its vector takes a hundred additions.
    for (const { words, weight } of parts) {
      for (const facts of words) {
        if (facts.row < 0) continue;
        if (facts.amount === 0) distinct.push(facts);
        facts.amount += weight;
      }
    }
    const rows = (this.rows = withRoom(this.rows, distinct.length));
    const factors = (this.factors = withRoom(this.factors, distinct.length));
    let known = 0;
    let count = 0;
    for (const facts of distinct) {
      rows[count] = facts.row;
      factors[count++] = facts.amount * rarityOf(facts.row);
      known += facts.amount;
      facts.amount = 0;
    }
    vectors.addRows(out, rows, factors, count);
    distinct.length = 0;
    return known;
  }
}

const rarityOf = (row: number): number => RARE / (RARE + 1 / (SPREAD * (row + SHIFT)));

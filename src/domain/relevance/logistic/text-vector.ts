import type { WordVectors } from '../../learning/word-vectors.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { isContentWord } from '../features/document-words.js';
import { FEATURES, TopicFeatures, type WeighedWords } from '../features/topic-features.js';

/**
 * a of a / (a + p(word)): words more frequent than that lose weight (Arora, Liang and Ma, "A simple but tough-to-beat
 * baseline for sentence embeddings", 2017, whose best values lie between 1e-4 and 1e-3).
 */
const RARE = 1e-3;
/** Zipf's law over a vocabulary of a few hundred thousand: p(word of row r) ≈ 1 / (SPREAD·(r + SHIFT)). */
const SPREAD = 12;
const SHIFT = 2.7;
/** Most words with a remembered weight: clearing then costs little and memory stays within some megabytes. */
const MAX_REMEMBERED = 50_000;

interface WordFacts {
  /** Row of the vectors; -1 for words without weight. */
  readonly row: number;
  readonly weight: number;
}

/**
 * A text as numbers: the normalised mean of its words' vectors, with higher weights of rare words; and the four keyword
 * features of `keyword-vectors`.
 *
 * Without word vectors there are only the keyword features.
 */
export class TextVector {
  readonly columns: number;
  private readonly features: TopicFeatures;
  private readonly keywordFeatures = new Float64Array(FEATURES);
  private readonly facts = new Map<string, WordFacts>();
  private readonly vector: Float32Array;

  constructor(
    readonly keywords: readonly Keyword[],
    private readonly vectors: WordVectors | null,
  ) {
    this.features = new TopicFeatures(keywords, vectors);
    this.vector = new Float32Array(vectors?.dimensions ?? 0);
    this.columns = this.dimensions + FEATURES;
  }

  /** Number of vector columns; the keyword features follow. */
  get dimensions(): number {
    return this.vector.length;
  }

  /** Writes the columns of a text given in parts; false, with all of them 0, if it has nothing known. */
  measure(parts: readonly WeighedWords[], out: Float32Array): boolean {
    out.fill(0);
    const { vectors, vector } = this;
    let known = 0;
    // Each distinct word is looked up once: adding its vector takes a hundred additions.
    const amounts = new Map<WordFacts, number>();
    for (const { words, weight } of parts) {
      for (const word of words) {
        const facts = this.factsOf(word);
        if (facts.row >= 0) amounts.set(facts, (amounts.get(facts) ?? 0) + weight);
      }
    }
    for (const [{ row, weight }, amount] of amounts) {
      vectors?.vectorInto(row, vector);
      for (let k = 0; k < vector.length; k++) out[k] += amount * weight * vector[k];
      known += amount;
    }
    let square = 0;
    for (let k = 0; k < vector.length; k++) square += out[k] * out[k];
    const inverse = square === 0 ? 0 : 1 / Math.sqrt(square);
    for (let k = 0; k < vector.length; k++) out[k] *= inverse;
    this.features.measure(parts, this.keywordFeatures);
    out.set(this.keywordFeatures, vector.length);
    return known > 0 || this.keywordFeatures.some((value) => value !== 0);
  }

  private factsOf(word: string): WordFacts {
    const remembered = this.facts.get(word);
    if (remembered !== undefined) return remembered;
    const row = isContentWord(word) ? (this.vectors?.rowOf(word) ?? -1) : -1;
    const facts = { row, weight: RARE / (RARE + 1 / (SPREAD * (row + SHIFT))) };
    if (this.facts.size >= MAX_REMEMBERED) this.facts.clear();
    this.facts.set(word, facts);
    return facts;
  }
}

import type { DocumentText } from '../../text/document-text.js';
import { keywordsFrom, savedKeywords } from '../features/saved-keywords.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { documentWords } from '../features/document-words.js';
import type { FittedLearner, Learner, Scorer } from '../training/learner.js';
import type { TrainingSet } from '../training/training-set.js';
import { fitEvidenceWeights } from './logistic-regression.js';
import { FEATURES, TopicFeatures, type WeighedWords, type WordFacts } from '../features/topic-features.js';

/** Mean and standard deviation of each feature on general text: a feature counts by how unusual its value is there. */
interface Standard {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/**
 * Largest deviation of one feature that counts, in standard deviations. Without a bound a page that repeats one word
 * would outweigh all evidence.
 */
const MOST_DEVIATIONS = 8;
/**
 * General text rarely contains keywords, so deviations can be almost zero; with smaller values a feature would jump
 * from zero to its bound.
 */
const LEAST_DEVIATION = Float64Array.of(0.15, 0.05, 0.05, 0.02);
/** Used without general text: values measured on general text for topics of some ten keywords. */
const USUAL: Standard = {
  mean: Float64Array.of(0.05, 0.02, 0.05, 0.15),
  deviation: Float64Array.of(0.2, 0.06, 0.08, 0.06),
};

/** Weights without examples: keywords in the text count as much as similar words. */
export const PRIOR_WEIGHTS = Float64Array.of(0.3, 0.2, 0.3, 0.2);
/** Weight of the prior, in examples. */
const PRIOR_EXAMPLES = 10;

function standardOf(all: readonly Float64Array[]): Standard {
  const rows = all.filter((row) => !Number.isNaN(row[0]));
  if (rows.length < 2) return USUAL;
  const mean = new Float64Array(FEATURES);
  const deviation = new Float64Array(FEATURES);
  for (const row of rows) for (let k = 0; k < FEATURES; k++) mean[k] += row[k] / rows.length;
  for (const row of rows) for (let k = 0; k < FEATURES; k++) deviation[k] += (row[k] - mean[k]) ** 2 / rows.length;
  for (let k = 0; k < FEATURES; k++) deviation[k] = Math.max(LEAST_DEVIATION[k], Math.sqrt(deviation[k]));
  return { mean, deviation };
}

function standardise(row: Float64Array, { mean, deviation }: Standard): Float64Array {
  return row.map((x, k) => Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, (x - mean[k]) / deviation[k])));
}

function weigh(row: Float64Array, standard: Standard, weights: Float64Array): number {
  const z = standardise(row, standard);
  let sum = 0;
  for (let k = 0; k < FEATURES; k++) sum += weights[k] * z[k];
  return sum;
}

/** Learns which of the topic's features distinguish relevant documents. The features themselves need no examples. */
export class KeywordVectorsLearner implements Learner {
  private readonly features: TopicFeatures;
  private readonly rows: readonly Float64Array[];
  /** Measured on general text: whole documents; the next field has their beginnings. */
  readonly pages: Standard;
  readonly shortTexts: Standard;

  constructor(
    private readonly set: TrainingSet,
    keywords: readonly Keyword[],
    vectors: WordVectors | null,
    private readonly titleWeight: number,
  ) {
    this.features = new TopicFeatures(keywords, vectors);
    this.rows = set.documents.map((document) => rowOf(this.features, document, titleWeight));
    const general = set.documents.map((_, i) => i).filter((i) => set.labels[i] === 0);
    this.pages = standardOf(general.map((i) => this.rows[i]));
    this.shortTexts = standardOf(
      general.map((i) => rowOfParts(this.features, [{ words: this.beginning(i), weight: 1 }])),
    );
  }

  private beginning(i: number): string[] {
    return Array.from(this.set.numbered[i].text.subarray(0, SHORT_WORDS), (word) => this.set.words[word]);
  }

  fit(train: readonly number[]): FittedLearner {
    const rows = train.map((i) => standardise(this.rows[i], this.pages));
    const labels = train.map((i) => this.set.labels[i]);
    return this.withWeights(fitEvidenceWeights(rows, labels, PRIOR_WEIGHTS, PRIOR_EXAMPLES));
  }

  /** Judges pages by BM25, short texts by weights. */
  byBm25(weights: Float64Array): KeywordVectorsScorer {
    const { features, pages, shortTexts, titleWeight } = this;
    return new KeywordVectorsScorer(features, pages, shortTexts, weights, titleWeight, RARITY, UNRANKED);
  }

  withWeights(weights: Float64Array): FittedLearner {
    const { features, pages, shortTexts, titleWeight } = this;
    const scorer = new KeywordVectorsScorer(features, pages, shortTexts, weights, titleWeight);
    return {
      margin: (i) => weigh(this.rows[i], pages, weights),
      wordsMargin: (words) => scorer.textMargin(words.join(' ')),
      scorer: () => scorer,
    };
  }
}

/** Words of a general document that represent a short text. */
export const SHORT_WORDS = 6;

/** Weights added to BM25 for similar words and the mean similarity: they order pages without any keyword. */
const LIKENESS = Float64Array.of(0, 0, 0.05, 0.05);

/**
 * Exponent of the frequency rank in a keyword's weight in BM25, equally good from .15 to .3: "game" and "monad" differ
 * more as evidence than in their saturated counts, so that one threshold serves topics of everyday words and of
 * technical terms. It hardly changes the order of one topic's pages.
 */
const RARITY = 0.2;
const NO_RARITY = 0;
/**
 * Rank of keywords without word vectors, relative to a typical keyword: in 17 languages equally good from 3 to 8, and
 * at 1 the mean F1 is .1 lower (bench/relevance/languages.mjs).
 */
const UNRANKED = 5;
/** Until 27 November 2026. */
const UNRANKED_BEFORE = 1;

function rowOf(
  features: TopicFeatures,
  document: DocumentText,
  titleWeight: number,
  { title, description, text } = documentWords(document),
): Float64Array {
  return rowOfParts(features, [
    { words: title, weight: titleWeight },
    { words: description, weight: 1 },
    { words: text, weight: 1 },
  ]);
}

function rowOfParts(features: TopicFeatures, parts: readonly WeighedWords[]): Float64Array {
  return rowOfFacts(features, features.read(parts));
}

function rowOfFacts(features: TopicFeatures, parts: readonly WeighedWords<WordFacts>[]): Float64Array {
  const out = new Float64Array(FEATURES);
  return features.measure(parts, out) ? out : out.fill(NaN);
}

/**
 * Judges by the keywords in a text and the similarity of its words to them. Margins of pages are log-odds by the learnt
 * weights, or BM25 scores if it has a `rarity`. NaN if nothing in the text is known.
 */
export class KeywordVectorsScorer implements Scorer {
  constructor(
    private readonly features: TopicFeatures,
    private readonly pages: Standard,
    private readonly shortTexts: Standard,
    private readonly weights: Float64Array,
    private readonly titleWeight: number,
    /** Exponent of rarity in BM25; null if pages are judged by weights. */
    private readonly rarity: number | null = null,
    private readonly unranked = UNRANKED,
  ) {}

  margin(document: DocumentText): number {
    if (this.rarity !== null) {
      const words = documentWords(document);
      const likeness = weigh(rowOf(this.features, document, this.titleWeight, words), this.pages, LIKENESS);
      return likeness + this.features.bm25(words.text.length, this.rarity, this.unranked);
    }
    return weigh(rowOf(this.features, document, this.titleWeight), this.pages, this.weights);
  }

  textMargin(text: string): number {
    return weigh(rowOfFacts(this.features, [this.features.readText(text)]), this.shortTexts, this.weights);
  }

  save(): Snapshot {
    return {
      keywords: savedKeywords(this.features.keywords),
      usesVectors: this.features.usesVectors,
      pages: { ...this.pages },
      shortTexts: { ...this.shortTexts },
      weights: this.weights,
      titleWeight: this.titleWeight,
      ...(this.rarity === null ? {} : { usesBm25: true }),
      ...(this.rarity === null || this.rarity === NO_RARITY ? {} : { rarity: this.rarity }),
      ...(this.rarity === null || this.unranked === UNRANKED_BEFORE ? {} : { unranked: this.unranked }),
    };
  }

  /** @throws RangeError if the snapshot is not from `save`, or the vectors it was made with are missing */
  static restore(source: SnapshotSource, vectors: WordVectors | null): KeywordVectorsScorer {
    const saved = SnapshotReader.of(source);
    const keywords = keywordsFrom(saved);
    const usesVectors = saved.boolean('usesVectors');
    const weights = saved.float64('weights', { length: FEATURES });
    const titleWeight = saved.number('titleWeight');
    const pages = standardFrom(saved.child('pages'));
    const shortTexts = standardFrom(saved.child('shortTexts'));
    if (usesVectors && vectors === null)
      throw new RangeError('the keyword model was made with word vectors and needs them');
    const features = new TopicFeatures(keywords, usesVectors ? vectors : null);
    const unranked = saved.has('unranked') ? saved.number('unranked') : UNRANKED_BEFORE;
    return new KeywordVectorsScorer(features, pages, shortTexts, weights, titleWeight, rarityFrom(saved), unranked);
  }
}

/** Models of version 2 lack it: their keywords have equal weights. */
function rarityFrom(saved: SnapshotReader): number | null {
  if (!saved.has('usesBm25') || !saved.boolean('usesBm25')) return null;
  return saved.has('rarity') ? saved.number('rarity') : NO_RARITY;
}

function standardFrom(saved: SnapshotReader): Standard {
  const need = { length: FEATURES };
  return { mean: saved.float64('mean', need), deviation: saved.float64('deviation', need) };
}

import type { DocumentText } from '../text/document-text.js';
import type { WordVectors } from '../learning/word-vectors.js';
import { isStopWord, stem, tokenize } from '../text/index.js';
import type { Keyword } from './keyword-set.js';

export interface ExpansionOptions {
  /** Minimum documents of a candidate word. */
  readonly minDocuments: number;
  /** Minimum similarity even if the threshold is lower; 0 leaves the decision to the threshold, as in the paper. */
  readonly minSimilarity: number;
  /** Most candidates kept, best first. */
  readonly maxKeywords: number;
  /**
   * Whether to keep only the best of words with one stem, and none with the stem of a given keyword: matching is by
   * stems, so further forms find nothing more.
   */
  readonly mergeInflections: boolean;
}

export const DEFAULT_EXPANSION: ExpansionOptions = {
  // Excludes misspellings and names of one page.
  minDocuments: 2,
  minSimilarity: 0,
  // TRES found 32 to 205 (table 2); more would only slow down matching.
  maxKeywords: 300,
  mergeInflections: true,
};

interface ExpansionCandidate {
  readonly keyword: Keyword;
  /** Number of documents with the word. */
  readonly documents: number;
}

interface Expansion {
  /** The new keywords, best first; equals alphabetically. */
  readonly keywords: readonly Keyword[];
  /** The same with their document counts. */
  readonly candidates: readonly ExpansionCandidate[];
  /** b of equation 2, or its replacement. */
  readonly threshold: number;
  /** Given keywords without a vector: they were ignored. */
  readonly unknown: readonly string[];
}

/**
 * Threshold if fewer than two keywords have vectors, so that equation 2 has no pair to average: the z = 2/3 from which
 * LIM (section 5.3) calls words similar.
 */
const SINGLE_KEYWORD_THRESHOLD = 2 / 3;
/** Words of a document read. */
const MAX_WORDS = 20_000;
const MIN_WORD_CHARS = 3;

/**
 * TRES's keyword expansion (section 2.3, algorithm 1): each word of the relevant documents whose mean cosine with the
 * given keywords reaches the mean pairwise cosine of those keywords becomes a keyword.
 *
 * A key phrase is represented by the mean of its words' vectors. Deviations, each an option: rare words are no
 * candidates, inflections are merged, the number is limited, and a minimum similarity can be set.
 */
export function expandKeywords(
  seeds: readonly Keyword[],
  documents: readonly DocumentText[],
  vectors: WordVectors,
  options: Partial<ExpansionOptions> = {},
): Expansion {
  const { minDocuments, minSimilarity, maxKeywords, mergeInflections } = { ...DEFAULT_EXPANSION, ...options };
  const { threshold, unknown, centre } = semanticMeasure(seeds, vectors);
  if (centre === null) return { keywords: [], candidates: [], threshold, unknown };
  const given = new Set(seeds.flatMap(({ text }) => (mergeInflections ? tokenize(text).map(stem) : [text])));
  const least = Math.max(threshold, minSimilarity);
  const scored: ExpansionCandidate[] = [];
  for (const [word, count] of documentFrequencies(documents)) {
    if (count < minDocuments || given.has(mergeInflections ? stem(word) : word)) continue;
    const row = vectors.rowOf(word);
    if (row < 0) continue;
    const similarity = vectors.similarity(row, centre);
    if (similarity >= least)
      scored.push({ keyword: { text: word, kind: 'keyword', origin: 'expanded', similarity }, documents: count });
  }
  scored.sort((a, b) => b.keyword.similarity - a.keyword.similarity || (a.keyword.text < b.keyword.text ? -1 : 1));
  const candidates = (mergeInflections ? onePerStem(scored) : scored).slice(0, maxKeywords);
  return { keywords: candidates.map(({ keyword }) => keyword), candidates, threshold, unknown };
}

/** A measure of similarity to a set of keywords. */
interface SemanticMeasure {
  /** b of equation 2, or its replacement. */
  readonly threshold: number;
  /** Keywords without a vector: they were ignored. */
  readonly unknown: readonly string[];
  /** Mean of the keywords' unit vectors, shorter than 1; null if none has a vector. */
  readonly centre: Float32Array | null;
}

/** Threshold and centroid of the given keywords (TRES 2.3, equations 1 and 2). */
export function semanticMeasure(seeds: readonly Keyword[], vectors: WordVectors): SemanticMeasure {
  const known: Float32Array[] = [];
  const unknown: string[] = [];
  for (const { text } of seeds) {
    const vector = new Float32Array(vectors.dimensions);
    if (vectors.meanVector(tokenize(text).filter(isTelling), vector) > 0) known.push(vector);
    else unknown.push(text);
  }
  const threshold = known.length < 2 ? SINGLE_KEYWORD_THRESHOLD : meanPairwiseCosine(known);
  if (known.length === 0) return { threshold, unknown, centre: null };
  // The mean of cosines with unit vectors is the product with their mean: one product per word for any number of
  // keywords.
  const centre = new Float32Array(vectors.dimensions);
  for (const vector of known) for (let i = 0; i < centre.length; i++) centre[i] += vector[i] / known.length;
  return { threshold, unknown, centre };
}

/**
 * Mean cosine of a key phrase, by the mean of its words' vectors, with the keywords of a measure; null if one of its
 * words has no vector.
 */
export function phraseSimilarity(text: string, centre: Float32Array, vectors: WordVectors): number | null {
  const words = tokenize(text).filter(isTelling);
  const vector = new Float32Array(vectors.dimensions);
  if (words.length === 0 || vectors.meanVector(words, vector) < words.length) return null;
  return vector.reduce((sum, x, i) => sum + x * centre[i], 0);
}

const isTelling = (word: string): boolean => !isStopWord(word);

function meanPairwiseCosine(vectors: readonly Float32Array[]): number {
  let sum = 0;
  vectors.forEach((a, i) => {
    for (const b of vectors.slice(i + 1)) {
      for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
    }
  });
  return sum / ((vectors.length * (vectors.length - 1)) / 2);
}

function documentFrequencies(documents: readonly DocumentText[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title, description, text } of documents) {
    const words = tokenize(`${title} ${description} ${text}`).slice(0, MAX_WORDS);
    for (const word of new Set(words)) {
      if (word.length >= MIN_WORD_CHARS && isTelling(word) && /\p{L}/u.test(word))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** @param scored best first */
function onePerStem(scored: readonly ExpansionCandidate[]): ExpansionCandidate[] {
  const seen = new Set<string>();
  return scored.filter(({ keyword }) => {
    const key = stem(keyword.text);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

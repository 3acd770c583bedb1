import type { WordVectors } from '../../learning/word-vectors.js';
import { englishStem, letterRuns, shortAsciiWords } from '../../text/index.js';
import type { Keyword } from '../../topic/keyword-set.js';
import type { KeywordTrie } from '../../topic/keyword-trie.js';
import { isContentWord, keywordTrie, shortField, wordsOf } from './document-words.js';
import { WordNumbers } from './word-numbers.js';

/** Names of a text's features, in the order of the vector. */
const FEATURE_NAMES = ['keyword-hits', 'keyword-density', 'similar-words', 'mean-similarity'] as const;
export const FEATURES = FEATURE_NAMES.length;

/** Similarities below z are ignored (LIM 5.3: z = 2/3). */
const SIMILAR = 2 / 3;
/** Saturation of a keyword's hits: 1 − e^(−n/2) is .39, .63, .78 at 1, 2, 3. */
const HIT_SATURATION = 2;
/**
 * BM25 (Robertson and Walker 1994) with its usual constants: on ten topics of three recorded webs the average precision
 * with keywords alone was .57, and .52 with saturating hits regardless of length (bench/quality/judge.mjs).
 */
const K1 = 1.2;
const B = 0.75;
/** Length of an average page, in words. */
const USUAL_WORDS = 300;
/** Frequency rank of a word with weight 1: typical of a keyword. */
const USUAL_RANK = 3_000;
/** Most words with remembered facts: some 5 MB, and nearly all words of a crawl. */
const MAX_REMEMBERED = 50_000;

/** A word as a topic sees it; one object for each remembered word. */
export interface WordFacts {
  readonly stem: string;
  readonly content: boolean;
  /** Whether a keyword may begin with it. */
  readonly begins: boolean;
  /** Row of its vector; -1 if it has none, or is no content word. */
  readonly row: number;
  /** Highest similarity with a keyword, 0 below z. */
  readonly best: number;
  /** Cosine with the mean of the keywords. */
  readonly mean: number;
  /** Weight in the text that is being measured, for `TextVector`; 0 between texts. */
  amount: number;
}

/** The vectors of the keywords that have one, and the mean of all their words. */
interface PlacedKeywords {
  readonly keywords: readonly Float32Array[];
  readonly centre: Float32Array;
}

/** A run of words with the weight of each. */
export interface WeighedWords<W = string> {
  readonly words: readonly W[];
  readonly weight: number;
}

/**
 * Measures texts against a keyword set: saturating hits of each keyword; their density; the share of words similar to a
 * keyword, weighted by their best similarity (LIM 5.3); the mean similarity of words with the keywords' centroid.
 *
 * Without word vectors the last two are 0.
 */
export class TopicFeatures {
  private readonly trie: KeywordTrie;
  private readonly weights: readonly number[];
  /** Frequency rank of each keyword's rarest word, relative to that of a typical keyword. */
  private ranks: readonly number[] | null = null;
  private placed: PlacedKeywords | null = null;
  private readonly facts = new Map<string, WordFacts>();
  /** The same by number, for short texts. */
  private numbered: WordFacts[] = [];
  private numbers = this.numbersOfWords();
  /** Weighted hits of each keyword in the last measured text, by keyword number. */
  private readonly hits = new Map<number, number>();

  constructor(
    readonly keywords: readonly Keyword[],
    private readonly vectors: WordVectors | null,
  ) {
    this.trie = keywordTrie(keywords);
    this.weights = keywords.map(({ similarity }) => Math.min(1, Math.max(0, similarity)));
  }

  get usesVectors(): boolean {
    return this.vectors !== null;
  }

  /** The facts of each word of a short text, without its words as strings if possible. */
  readText(text: string): WeighedWords<WordFacts> {
    if (this.numbered.length >= MAX_REMEMBERED) {
      this.numbered = [];
      this.numbers = this.numbersOfWords();
    }
    const { maxWords, maxChars } = shortField(text);
    const words: WordFacts[] = [];
    if (this.numbers.forEach(text, maxWords, maxChars, (number) => words.push(this.numbered[number])))
      return { words, weight: 1 };
    return this.read([{ words: wordsOf(text, maxWords), weight: 1 }])[0];
  }

  private numbersOfWords(): WordNumbers {
    return new WordNumbers((word) => this.numbered.push(this.factsOf(word)) - 1, shortAsciiWords);
  }

  /** The facts of each word of a text given in parts. */
  read(parts: readonly WeighedWords[]): WeighedWords<WordFacts>[] {
    return parts.map(({ words, weight }) => ({ words: words.map((word) => this.factsOf(word)), weight }));
  }

  /** Writes the features of a text given in parts; false, with all of them 0, if it has no content word. */
  measure(parts: readonly WeighedWords<WordFacts>[], out: Float64Array): boolean {
    const { hits } = this;
    hits.clear();
    let content = 0;
    let known = 0;
    let best = 0;
    let mean = 0;
    for (const { words, weight } of parts) {
      let begins = false;
      for (const facts of words) {
        begins ||= facts.begins;
        if (!facts.content) continue;
        content += weight;
        if (facts.row < 0) continue;
        known += weight;
        best += weight * facts.best;
        mean += weight * facts.mean;
      }
      if (begins) this.countHits(words, weight);
    }
    let saturated = 0;
    let total = 0;
    for (const [term, count] of hits) {
      saturated += this.weights[term] * (1 - Math.exp(-count / HIT_SATURATION));
      total += this.weights[term] * count;
    }
    // Roots and logarithms make the long-tailed counts more symmetric.
    out[0] = Math.log1p(saturated);
    out[1] = content === 0 ? 0 : Math.sqrt(total / content);
    out[2] = known === 0 ? 0 : Math.sqrt(best / known);
    out[3] = known === 0 ? 0 : mean / known;
    return content > 0;
  }

  private countHits(words: readonly WordFacts[], weight: number): void {
    this.trie.scan(
      words.map(({ stem }) => stem),
      (term) => {
        this.hits.set(term, (this.hits.get(term) ?? 0) + weight);
        return false;
      },
    );
  }

  /**
   * BM25 of the keywords in the last measured text, weighted by their similarity to the topic; divided by the root of
   * their number, so that few and many keywords are comparable.
   *
   * @param words number of words of the text
   * @param rarity exponent of the rank in a keyword's weight; 0: equal weights
   * @param unranked rank of all keywords without word vectors, relative to a typical keyword
   */
  bm25(words: number, rarity: number, unranked: number): number {
    const { vectors } = this;
    // Vectors are read with the first text and not before: until then they need not be in memory (`deferWordVectors`).
    const ranks = (this.ranks ??= this.keywords.map(({ text }) =>
      vectors === null ? unranked : rankOf(text, vectors) / USUAL_RANK,
    ));
    let sum = 0;
    for (const [term, count] of this.hits) {
      const weight = this.weights[term] * ranks[term] ** rarity;
      sum += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * words) / USUAL_WORDS));
    }
    const all = this.weights.reduce((total, weight) => total + weight, 0);
    return all === 0 ? 0 : sum / Math.sqrt(all);
  }

  private factsOf(word: string): WordFacts {
    const remembered = this.facts.get(word);
    if (remembered !== undefined) return remembered;
    const facts = this.lookUp(word);
    if (this.facts.size >= MAX_REMEMBERED) this.facts.clear();
    this.facts.set(word, facts);
    return facts;
  }

  private lookUp(word: string): WordFacts {
    const content = isContentWord(word);
    const stem = englishStem(word);
    const begins = this.trie.mayBeginWith(stem);
    const { vectors } = this;
    const row = content && vectors !== null ? vectors.rowOf(word) : -1;
    if (vectors === null || row < 0) return { stem, content, begins, row, best: 0, mean: 0, amount: 0 };
    const { keywords, centre } = (this.placed ??= placed(this.keywords, vectors));
    let best = 0;
    for (const vector of keywords) best = Math.max(best, vectors.similarity(row, vector));
    const mean = vectors.similarity(row, centre);
    return { stem, content, begins, row, best: best < SIMILAR ? 0 : best, mean, amount: 0 };
  }
}

function placed(keywords: readonly Keyword[], vectors: WordVectors): PlacedKeywords {
  const contentOf = ({ text }: Keyword): string[] => letterRuns(text).filter(isContentWord);
  const centre = new Float32Array(vectors.dimensions);
  vectors.meanVector(keywords.flatMap(contentOf), centre);
  const placedOf = keywords.map((keyword) => {
    const vector = new Float32Array(vectors.dimensions);
    return vectors.meanVector(contentOf(keyword), vector) > 0 ? vector : null;
  });
  return { keywords: placedOf.filter((vector) => vector !== null), centre };
}

/** Vectors are ordered by frequency; words without one are rarer than all others. */
function rankOf(keyword: string, vectors: WordVectors): number {
  const rows = letterRuns(keyword).map((word) => vectors.rowOf(word));
  return 1 + Math.max(0, ...rows.map((row) => (row < 0 ? vectors.size : row)));
}

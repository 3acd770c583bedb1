import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { tellingText } from '../../page/index.js';
import { isStopWord, stem, tokenize } from '../../text/index.js';
import type { PageText } from '../policy.js';

/** Number of hash values of words: bounds the vocabulary of a crawl. */
const WIDTH = 2 ** 14;
/** Characters read of a page: the beginning shows its subject. */
const MAX_CHARS = 20_000;
const MIN_WORD_CHARS = 3;
const HASH_BASE = 31;

/** The text of a page for its similarity. */
export const textOfPage = ({ title, description, headings, ...page }: PageText): string =>
  `${title} ${description} ${headings.join(' ')} ${tellingText(page)}`;

/**
 * The centroid of the relevant pages so far: the mean of their word frequencies, weighted by the rarity of a word among
 * all pages (tf-idf). Texts are compared with it by the cosine.
 */
export class TopicCentroid {
  /** Sum of the relevant pages' relative word frequencies. */
  private readonly sums = new Float32Array(WIDTH);
  /** Number of pages with a word. */
  private readonly pagesWith = new Uint32Array(WIDTH);
  private pages = 0;
  /** Computed from the above on first use after a page. */
  private weights: Float64Array | null = null;
  private norm = 0;

  /** Cosine of a text and the centroid, in [0, 1]; 0 before the first relevant page. */
  similarity(text: string): number {
    const counts = wordCounts(text);
    const weights = (this.weights ??= this.weighted());
    if (this.norm === 0) return 0;
    let product = 0;
    let square = 0;
    for (const [word, count] of counts) {
      const value = count * this.idf(word);
      product += value * weights[word];
      square += value * value;
    }
    return square === 0 ? 0 : Math.min(1, product / Math.sqrt(square * this.norm));
  }

  /** Adds a page. */
  add(text: string, relevant: boolean): void {
    const counts = wordCounts(text);
    let total = 0;
    for (const count of counts.values()) total += count;
    this.pages++;
    for (const [word, count] of counts) {
      this.pagesWith[word]++;
      if (relevant) this.sums[word] += count / total;
    }
    this.weights = null;
  }

  save(): Snapshot {
    return { sums: this.sums, pagesWith: this.pagesWith, pages: this.pages };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const pagesWith = from.uint32('pagesWith', { length: WIDTH });
    this.sums.set(from.float32('sums', { length: WIDTH }));
    this.pagesWith.set(pagesWith);
    this.pages = from.integer('pages');
    this.weights = null;
  }

  private idf(word: number): number {
    return Math.log((this.pages + 1) / (this.pagesWith[word] + 0.5));
  }

  private weighted(): Float64Array {
    const weights = new Float64Array(WIDTH);
    this.norm = 0;
    for (let word = 0; word < WIDTH; word++) {
      if (this.sums[word] === 0) continue;
      weights[word] = this.sums[word] * this.idf(word);
      this.norm += weights[word] ** 2;
    }
    return weights;
  }
}

/** Word counts of a text by hash value, in order of first occurrence. */
function wordCounts(text: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const word of tokenize(text.slice(0, MAX_CHARS))) {
    if (word.length < MIN_WORD_CHARS || isStopWord(word)) continue;
    const at = hash(stem(word));
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

function hash(word: string): number {
  let state = 0;
  for (let i = 0; i < word.length; i++) state = (Math.imul(state, HASH_BASE) + word.charCodeAt(i)) | 0;
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return (state ^ (state >>> 12)) & (WIDTH - 1);
}

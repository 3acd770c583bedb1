import type { Rng } from '../base/rng.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { partition, type SparseVector } from '../learning/divisive-partitioning.js';
import { PrTfidf, type TermCounts } from '../learning/pr-tfidf.js';
import { type ParsedPage, tellingText } from '../page/index.js';
import { isStopWord, tokenize } from '../text/index.js';

/** Most words read: the first thousand show a page's subject, and a page must not make a step long. */
const MAX_WORDS = 1_000;
const CHARS_READ = 12 * MAX_WORDS;
const MAX_WORD_CHARS = 30;
const LETTERS = /\p{L}.*\p{L}/u;

/** Counts of the content words of a page, in order of appearance. */
export function wordsOfPage(page: Pick<ParsedPage, 'title' | 'text' | 'mainText'>): Map<string, number> {
  const counts = new Map<string, number>();
  const text = `${page.title} ${tellingText(page)}`.slice(0, CHARS_READ);
  for (const word of tokenize(text).slice(0, MAX_WORDS))
    if (word.length <= MAX_WORD_CHARS && LETTERS.test(word) && !isStopWord(word))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Word counts of a document. */
export type WordCounts = ReadonlyMap<string, number>;

export interface ClassifierOptions {
  /** k: components of a state. */
  readonly clusters: number;
  /** Number of distinguished words, those in the most documents. */
  readonly vocabulary: number;
  /**
   * Texts about any subject: the class whose output is dropped. Default: all documents, which subtracts the same from
   * every output and keeps their order.
   */
  readonly general?: readonly WordCounts[];
}

/** Number of words whose states are reported: those in the most documents. */
const MOST_REPORTED = 1_000;
/** A word in a single document does not relate two documents. */
const LEAST_DOCUMENTS = 2;

/**
 * Maps the words of a page to its state: k outputs of a PrTFIDF classifier whose classes are clusters of a collection
 * of documents, plus one class of general texts that is dropped, each mapped by tanh (Palotai et al. 3.1.2).
 */
export class PageClassifier {
  private readonly numbers: ReadonlyMap<string, number>;
  /** States of one-word pages, computed on first use. */
  private states: Float32Array | null = null;

  private constructor(
    readonly clusters: number,
    private readonly vocabulary: readonly string[],
    private readonly classifier: PrTfidf,
  ) {
    this.numbers = new Map(vocabulary.map((word, i) => [word, i]));
  }

  /** Learns the clusters of a collection. Deterministic for given documents and generator. */
  static train(documents: readonly WordCounts[], options: ClassifierOptions, rng: Rng): PageClassifier {
    return PageClassifier.learn(documents, options, rng).classifier;
  }

  /** Also returns the cluster of each document, from 0. */
  static learn(
    documents: readonly WordCounts[],
    { clusters, vocabulary, general = documents }: ClassifierOptions,
    rng: Rng,
  ): { readonly classifier: PageClassifier; readonly clusterOf: Int32Array } {
    const inDocuments = documentFrequencies(documents);
    const words = [...inDocuments]
      .filter(([, count]) => count >= LEAST_DOCUMENTS)
      .sort(([, a], [, b]) => b - a)
      .slice(0, vocabulary)
      .map(([word]) => word);
    const numbers = new Map(words.map((word, i) => [word, i]));
    const counted = documents.map((document) => termCounts(document, numbers));
    const rarity = Float32Array.from(words, (word) => Math.log(documents.length / (inDocuments.get(word) ?? 1)));
    const vectors = counted.map((counts) => unitVector(counts, rarity));
    const { clusterOf } = partition(vectors, words.length, clusters, rng);
    const classes = [...clusterOf, ...general.map(() => clusters)];
    const all = [...counted, ...general.map((document) => termCounts(document, numbers))];
    const classifier = PrTfidf.train(all, classes, clusters + 1, words.length);
    return { classifier: new PageClassifier(clusters, words, classifier), clusterOf };
  }

  /** Number of distinguished words. */
  get words(): number {
    return this.vocabulary.length;
  }

  /** Components in [-1, 1], one per cluster. */
  stateOf(document: WordCounts): Float32Array {
    const outputs = this.classifier.classify(termCounts(document, this.numbers));
    return outputs.subarray(0, this.clusters).map(Math.tanh);
  }

  /** The values of one-word pages under weights of states, for the words in the most documents. */
  wordValues(weights: Float32Array): { readonly name: string; readonly weight: number }[] {
    const words = this.vocabulary.slice(0, MOST_REPORTED);
    const states = (this.states ??= this.statesOf(words));
    return words.map((name, word) => {
      let weight = 0;
      for (let i = 0; i < this.clusters; i++) weight += weights[i] * states[word * this.clusters + i];
      return { name, weight };
    });
  }

  private statesOf(words: readonly string[]): Float32Array {
    const states = new Float32Array(words.length * this.clusters);
    words.forEach((word, i) => states.set(this.stateOf(new Map([[word, 1]])), i * this.clusters));
    return states;
  }

  save(): Snapshot {
    return { vocabulary: [...this.vocabulary], classifier: this.classifier.save() };
  }

  /** @throws RangeError if the snapshot has another number of clusters */
  static restored(source: SnapshotSource, clusters: number): PageClassifier {
    const from = SnapshotReader.of(source);
    const vocabulary = from.strings('vocabulary');
    const classifier = PrTfidf.restored(from.child('classifier'));
    if (classifier.terms !== vocabulary.length) from.refuse('vocabulary', `a list of ${classifier.terms} words`);
    if (classifier.classes !== clusters + 1) from.refuse('classifier', `one of ${clusters + 1} classes`);
    return new PageClassifier(clusters, vocabulary, classifier);
  }
}

function documentFrequencies(documents: readonly WordCounts[]): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const document of documents)
    for (const word of document.keys()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  return frequencies;
}

function termCounts(document: WordCounts, numbers: ReadonlyMap<string, number>): TermCounts {
  const known: [number, number][] = [];
  for (const [word, count] of document) {
    const number = numbers.get(word);
    if (number !== undefined) known.push([number, count]);
  }
  known.sort(([a], [b]) => a - b);
  return { terms: Int32Array.from(known, ([term]) => term), counts: Float32Array.from(known, ([, count]) => count) };
}

/** TFIDF weights, scaled to length 1. */
function unitVector({ terms, counts }: TermCounts, rarity: Float32Array): SparseVector {
  const weights = counts.map((count, i) => count * rarity[terms[i]]);
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight ** 2, 0));
  return { terms, weights: length > 0 ? weights.map((weight) => weight / length) : weights };
}

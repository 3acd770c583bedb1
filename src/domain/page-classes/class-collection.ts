import type { Rng } from '../base/rng.js';
import { type ClassifierOptions, PageClassifier, type WordCounts } from './page-classifier.js';

/** Most words kept of a page: later ones are rarely new. */
const MAX_KEPT_WORDS = 300;
/** Added to each count, so that words of a single class have a finite weight. */
const ALPHA = 1;

/** A class of pages and its subject. */
export interface PageClass {
  /** Number of the collection's pages in it. */
  readonly pages: number;
  /** Its most telling words, by weighted log-odds ratio. */
  readonly words: readonly { readonly word: string; readonly weight: number }[];
}

/** A collection as plain data, for another thread. */
export interface PlainCollection {
  /** The words of each document, separated by spaces. */
  readonly words: readonly string[];
  /** The count of each word, document after document. */
  readonly counts: Uint16Array;
}

/** The pages from which classes are learned, stored as texts and numbers: some kilobytes per page. */
export class ClassCollection {
  private readonly words: string[] = [];
  private readonly counts: Uint16Array[] = [];

  static of({ words, counts }: PlainCollection): ClassCollection {
    const collection = new ClassCollection();
    let at = 0;
    for (const text of words) {
      const length = text === '' ? 0 : text.split(' ').length;
      collection.words.push(text);
      collection.counts.push(counts.subarray(at, (at += length)));
    }
    return collection;
  }

  get size(): number {
    return this.words.length;
  }

  add(document: WordCounts): void {
    const kept = [...document].slice(0, MAX_KEPT_WORDS);
    this.words.push(kept.map(([word]) => word).join(' '));
    this.counts.push(Uint16Array.from(kept, ([, count]) => Math.min(count, 0xffff)));
  }

  plain(): PlainCollection {
    const counts = new Uint16Array(this.counts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const of of this.counts) {
      counts.set(of, at);
      at += of.length;
    }
    return { words: this.words, counts };
  }

  /** Learns the classes (Palotai et al. 3.1.2). @param reported number of words reported for each class */
  learn(
    options: ClassifierOptions,
    rng: Rng,
    reported = 20,
  ): { readonly classifier: PageClassifier; readonly classes: PageClass[] } {
    const documents = this.words.map((text, i): WordCounts => {
      const counts = this.counts[i];
      return new Map(text === '' ? [] : text.split(' ').map((word, k) => [word, counts[k]]));
    });
    const { classifier, clusterOf } = PageClassifier.learn(documents, options, rng);
    return { classifier, classes: describe(documents, clusterOf, options.clusters, reported) };
  }
}

function describe(documents: readonly WordCounts[], clusterOf: Int32Array, clusters: number, reported: number) {
  const inAll = new Map<string, number>();
  const inClass = Array.from({ length: clusters }, () => new Map<string, number>());
  const pages = new Uint32Array(clusters);
  // Each page counts once per word, so that a long page does not dominate its class.
  documents.forEach((document, i) => {
    pages[clusterOf[i]]++;
    for (const word of document.keys()) {
      inAll.set(word, (inAll.get(word) ?? 0) + 1);
      inClass[clusterOf[i]].set(word, (inClass[clusterOf[i]].get(word) ?? 0) + 1);
    }
  });
  return inClass.map((counts, c): PageClass => {
    const others = documents.length - pages[c];
    const words = [...counts].map(([word, count]) => {
      const here = (count + ALPHA) / (pages[c] + 2 * ALPHA);
      const elsewhere = ((inAll.get(word) ?? 0) - count + ALPHA) / (others + 2 * ALPHA);
      return { word, weight: here * Math.log(here / elsewhere) };
    });
    const telling = words.filter(({ weight }) => weight > 0);
    telling.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
    return { pages: pages[c], words: telling.slice(0, reported) };
  });
}

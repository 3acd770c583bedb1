import type { DocumentText } from '../text/document-text.js';
import { ENGLISH_READING, tokenize, type WordReading } from '../text/index.js';
import { KeywordTrie } from './keyword-trie.js';

/** Characters read of a document. */
const MAX_CHARS = 36_000;

/** Occurrences of a term: documents in ascending order, with its count in each. */
interface Occurrences {
  readonly documents: readonly number[];
  readonly counts: readonly number[];
}

/** Counts of many terms in many documents; inflections match. */
export class KeywordOccurrences {
  private constructor(
    private readonly terms: readonly Occurrences[],
    /** Number of words in each document. */
    readonly words: Int32Array,
  ) {}

  /** Counts in one pass over the words of the documents. */
  static count(
    texts: readonly string[],
    documents: readonly DocumentText[],
    { stem }: WordReading = ENGLISH_READING,
  ): KeywordOccurrences {
    const trie = new KeywordTrie(texts, { words: tokenize, stem });
    const terms = texts.map(() => ({ documents: [] as number[], counts: [] as number[] }));
    const words = new Int32Array(documents.length);
    documents.forEach((document, at) => {
      const stems = tokenize(documentText(document)).map(stem);
      words[at] = stems.length;
      trie.scan(stems, (term) => {
        const { documents: places, counts } = terms[term];
        if (places.at(-1) === at) counts[counts.length - 1]++;
        else {
          places.push(at);
          counts.push(1);
        }
        return false;
      });
    });
    return new KeywordOccurrences(terms, words);
  }

  /** Number of documents. */
  get size(): number {
    return this.words.length;
  }

  /** Number of terms. */
  get length(): number {
    return this.terms.length;
  }

  /** The same documents with some of the terms, in the given order. */
  select(terms: readonly number[]): KeywordOccurrences {
    return new KeywordOccurrences(
      terms.map((term) => this.terms[term]),
      this.words,
    );
  }

  of(term: number): Occurrences {
    return this.terms[term];
  }

  documentsOf(term: number): number {
    return this.terms[term].documents.length;
  }
}

/** All parts of a document as one text. */
export function documentText({ title, description, text }: DocumentText): string {
  return `${title}\n${description}\n${text}`.slice(0, MAX_CHARS);
}

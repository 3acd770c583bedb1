import { isStopWord, stem, tokenize } from '../text/index.js';
import type { SearchHit } from './search-answer.js';
import type { SearchRequest } from './search-request.js';

/**
 * Okapi BM25 with the usual constants (Robertson and Zaragoza 2009, The Probabilistic Relevance Framework: BM25 and
 * Beyond, section 3.5).
 */
const K1 = 1.2;
const B = 0.75;
/** Characters of a document that are indexed: as many as the service's search index takes. */
const MAX_TEXT_CHARS = 20_000;
const SNIPPET_CHARS = 200;
/** A term's count in a document is capped here; a posting is a document and a count in one number. */
const COUNTS = 256;

/** A searchable document. */
interface IndexedDocument {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** The searchable stems of a text. */
const searchTerms = (text: string): string[] =>
  tokenize(text)
    .filter((word) => !isStopWord(word))
    .map(stem);

/**
 * An in-memory full-text index for recorded webs; deterministic for documents in a given order.
 *
 * Documents with more of the query's terms come first, then those with the higher BM25, then the earlier ones.
 */
export class TextIndex {
  private readonly postings = new Map<string, number[]>();
  private readonly documents: SearchHit[] = [];
  private readonly lengths: number[] = [];
  private words = 0;

  add({ url, title, text }: IndexedDocument): void {
    const no = this.documents.length;
    const terms = searchTerms(`${title} ${text}`.slice(0, MAX_TEXT_CHARS));
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const posting = no * COUNTS + Math.min(count, COUNTS - 1);
      const known = this.postings.get(term);
      if (known === undefined) this.postings.set(term, [posting]);
      else known.push(posting);
    }
    this.documents.push({ url, title, snippet: text.slice(0, SNIPPET_CHARS) });
    this.lengths.push(terms.length);
    this.words += terms.length;
  }

  search({ query, page, limit }: SearchRequest): SearchHit[] {
    const size = this.documents.length;
    const meanLength = Math.max(1, this.words / Math.max(1, size));
    const found = new Map<number, { matched: number; score: number }>();
    for (const term of new Set(searchTerms(query))) {
      const postings = this.postings.get(term) ?? [];
      const idf = Math.log(1 + (size - postings.length + 0.5) / (postings.length + 0.5));
      for (const posting of postings) {
        const no = Math.floor(posting / COUNTS);
        const count = posting % COUNTS;
        const norm = K1 * (1 - B + (B * this.lengths[no]) / meanLength);
        const one = found.get(no) ?? { matched: 0, score: 0 };
        found.set(no, { matched: one.matched + 1, score: one.score + (idf * count * (K1 + 1)) / (count + norm) });
      }
    }
    return [...found]
      .sort(([a, x], [b, y]) => y.matched - x.matched || y.score - x.score || a - b)
      .slice((page - 1) * limit, page * limit)
      .map(([no]) => this.documents[no]);
  }
}

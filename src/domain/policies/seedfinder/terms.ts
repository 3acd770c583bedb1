import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { isStopWord, tokenize } from '../../text/index.js';

/** Characters of a document from which terms are taken: as many as the service's search index takes. */
const MAX_TEXT_CHARS = 20_000;
/** The most frequent terms show a document's subject; further ones would only use memory. */
const MAX_TERMS_OF_DOCUMENT = 200;
/** Shorter words are not telling, and longer runs of letters are not words. */
const WORD_CHARS = { least: 3, most: 30 };
/** Longer key phrases are not searched for. */
const MAX_TERM_CHARS = 60;
const ONLY_DIGITS = /^\p{N}+$/u;

/** The terms of a text with their relative frequencies, tf/|d|, most frequent first. */
export function documentTerms(text: string): Map<string, number> {
  const words = tokenize(text.slice(0, MAX_TEXT_CHARS)).filter((word) => !isStopWord(word));
  const counts = new Map<string, number>();
  for (const word of words) {
    if (word.length < WORD_CHARS.least || word.length > WORD_CHARS.most || ONLY_DIGITS.test(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_TERMS_OF_DOCUMENT);
  return new Map(frequent.map(([term, count]) => [term, count / words.length]));
}

/** A keyword or key phrase as a term; null if no part of it can be searched for. */
export function termOf(keyword: string): string | null {
  const term = tokenize(keyword).join(' ');
  return term === '' || term.length > MAX_TERM_CHARS ? null : term;
}

/** A query for all of the terms: terms of several words are quoted. */
export const queryOf = (terms: readonly string[]): string =>
  terms.map((term) => (term.includes(' ') ? `"${term}"` : term)).join(' ');

/** The terms of a query from `queryOf`. */
export const termsOf = (query: string): string[] =>
  [...query.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => phrase ?? word);

/** Terms of the next query. */
interface NextTerms {
  readonly terms: readonly string[];
  /** Whether none of its terms is new: the first was in a query without hits. */
  readonly isRepeated: boolean;
}

/**
 * The terms for queries, with their scores, and whether a query has used them.
 *
 * Among equal scores the earlier term is better. Beyond the limit, the unused ones with the lowest scores are dropped.
 *
 * A term of a query without hits may be used again: the engine may have more pages by then.
 */
export class TermScores {
  private readonly scores = new Map<string, number>();
  private readonly used = new Set<string>();
  /** The used terms whose last query had no hits, oldest query first. */
  private readonly unanswered = new Set<string>();

  constructor(
    private readonly initialScore: number,
    private readonly limit: number,
  ) {}

  get size(): number {
    return this.scores.size;
  }

  /** Adds an unknown term with the initial score. */
  begin(term: string): void {
    if (!this.scores.has(term)) this.scores.set(term, this.initialScore);
  }

  /**
   * Warm start with terms of another session. The topic's own keywords get the highest score, so that the first queries
   * use them.
   *
   * @param from terms and their scores, best first
   */
  inherit(from: SnapshotReader, keywords: readonly string[]): void {
    const terms = from.strings('terms');
    const scores = from.float64('scores', { length: terms.length });
    const highest = Math.max(this.initialScore, scores[0] ?? 0);
    for (const keyword of keywords) this.scores.set(keyword, highest);
    for (const [i, term] of terms.slice(0, this.limit).entries())
      if (!this.scores.has(term)) this.scores.set(term, scores[i]);
    if (this.scores.size > this.limit) this.prune();
  }

  add(changes: Iterable<readonly [term: string, change: number]>): void {
    for (const [term, change] of changes) this.scores.set(term, (this.scores.get(term) ?? 0) + change);
    if (this.scores.size > this.limit) this.prune();
  }

  /** Records that a query used these terms. */
  use(terms: readonly string[]): void {
    for (const term of terms) {
      this.begin(term);
      this.used.add(term);
      this.unanswered.delete(term);
    }
  }

  /** Records that a query with these used terms had no hits. */
  leaveUnanswered(terms: readonly string[]): void {
    for (const term of terms) {
      this.unanswered.delete(term);
      this.unanswered.add(term);
    }
  }

  weigh(terms: readonly string[], factor: number): void {
    for (const term of terms) this.scores.set(term, (this.scores.get(term) ?? 0) * factor);
  }

  /** Mean score of some terms. */
  meanOf(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + (this.scores.get(term) ?? 0), 0) / Math.max(1, terms.length);
  }

  /**
   * The next query: the best unused term, or else the one that has waited longest since a query without hits; with the
   * best other terms, best first.
   *
   * @param length number of terms; fewer if there are no more, or the query would be longer than `maxChars`
   * @returns null if there is no such term with a score above 0
   */
  next(length: number, maxChars: number): NextTerms | null {
    const ranked = [...this.scores].filter(([, score]) => score > 0).sort(([, a], [, b]) => b - a);
    const fresh = ranked.find(([term]) => !this.used.has(term))?.[0];
    const first = fresh ?? [...this.unanswered].find((term) => (this.scores.get(term) ?? 0) > 0);
    if (first === undefined) return null;
    const query = new Set([first]);
    for (const [term] of ranked) {
      if (query.size >= length) break;
      if (queryOf([...query, term]).length <= maxChars) query.add(term);
    }
    return { terms: ranked.flatMap(([term]) => (query.has(term) ? [term] : [])), isRepeated: fresh === undefined };
  }

  /** All terms, best first. */
  ranked(): { readonly term: string; readonly score: number; readonly isUsed: boolean }[] {
    return [...this.scores]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([term, score]) => ({ term, score, isUsed: this.used.has(term) }));
  }

  save(): Snapshot {
    const terms = [...this.scores.keys()];
    return {
      terms,
      scores: Float64Array.from(this.scores.values()),
      used: Uint8Array.from(terms, (term) => (this.used.has(term) ? 1 : 0)),
      unanswered: [...this.unanswered],
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const terms = from.strings('terms');
    const scores = from.float64('scores', { length: terms.length });
    const used = from.uint8('used', { length: terms.length });
    this.scores.clear();
    this.used.clear();
    this.unanswered.clear();
    for (const term of from.strings('unanswered')) this.unanswered.add(term);
    for (const [i, term] of terms.entries()) {
      this.scores.set(term, scores[i]);
      if (used[i] === 1) this.used.add(term);
    }
  }

  private prune(): void {
    const unused = [...this.scores].filter(([term]) => !this.used.has(term)).sort(([, a], [, b]) => a - b);
    const excess = Math.min(unused.length, this.scores.size - this.limit);
    for (const [term] of unused.slice(0, excess)) this.scores.delete(term);
  }
}

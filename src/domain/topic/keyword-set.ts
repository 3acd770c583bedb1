export type KeywordKind = 'keyword' | 'phrase';
export type KeywordOrigin = 'user' | 'expanded';

/** One keyword (a single word) or key phrase (several) that describes a topic. */
export interface Keyword {
  /** Lower case, white space folded. */
  readonly text: string;
  readonly kind: KeywordKind;
  readonly origin: KeywordOrigin;
  /** 1 for a user's keyword, otherwise the expansion's semantic similarity (mean cosine, TRES 2.3). */
  readonly similarity: number;
}

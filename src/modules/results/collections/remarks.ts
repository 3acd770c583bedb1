/**
 * People's verdicts on a domain of a collection. `keep` makes it a seed of later sessions, `reject` keeps it out of
 * them.
 */
export const DOMAIN_VERDICTS = ['keep', 'reject', 'undecided'] as const;
export type DomainVerdict = (typeof DOMAIN_VERDICTS)[number];
export const PAGE_VERDICTS = ['relevant', 'not-relevant', 'undecided'] as const;
export type PageVerdict = (typeof PAGE_VERDICTS)[number];

/** Remarks on one page or domain; omitted fields stay unchanged. */
interface Remark<V> {
  readonly verdict?: V | null;
  readonly tags?: readonly string[] | null;
  /** Applied to `tags`, or to the stored tags without it. */
  readonly addTags?: readonly string[] | null;
  /** Applied after `addTags`. */
  readonly removeTags?: readonly string[] | null;
  readonly note?: string | null;
}
export interface PageRemark extends Remark<PageVerdict> {
  readonly key: string;
}
export interface DomainRemark extends Remark<DomainVerdict> {
  readonly name: string;
}
export interface Remarks {
  readonly pages?: readonly PageRemark[] | null;
  readonly domains?: readonly DomainRemark[] | null;
}

/** The previous remarks, in the form of `Remarks`. */
export interface PreviousRemarks {
  readonly pages: readonly Previous<PageRemark>[];
  readonly domains: readonly Previous<DomainRemark>[];
}
export type Previous<R extends Remark<unknown>> = Required<Omit<R, 'addTags' | 'removeTags'>>;

/** Most pages, and most domains, per call. */
export const MAX_REMARKS = 200;
export const MAX_TAGS = 20;
export const MAX_TAG_CHARS = 50;
export const MAX_NOTE_CHARS = 2_000;
/**
 * Number of `pages` that a verdict labels in its domain, chosen evenly by rank `among` those with the highest
 * probability. The bounds keep a large domain from outweighing all others.
 *
 * `reject` labels the surest pages, which are the model's errors. `keep` labels relevant pages of all degrees of
 * certainty: sure relevant pages and nearly relevant others alone would make the threshold of models strict.
 */
export const TAUGHT = {
  keep: { pages: 3, among: 1_000, relevantOnly: true },
  reject: { pages: 5, among: 5, relevantOnly: false },
} as const;

/** A row of remarks. */
export interface StoredRemark {
  readonly key: string;
  readonly verdict: 'keep' | 'reject' | null;
  readonly tags: readonly string[];
  readonly note: string;
  /** Examples created by the verdict. */
  readonly taught: readonly string[];
}

export const NO_REMARK: Omit<StoredRemark, 'key'> = { verdict: null, tags: [], note: '', taught: [] };

export const labelOf = (verdict: PageVerdict): boolean | null =>
  verdict === 'undecided' ? null : verdict === 'relevant';
export const pageVerdictOf = (label: boolean | null): PageVerdict =>
  label === null ? 'undecided' : label ? 'relevant' : 'not-relevant';

import type { DocumentText } from '../text/document-text.js';
import type { KeywordVerdict } from './keyword-judgement.js';
import type { Keyword } from './keyword-set.js';

export const EXPANSION_METHODS = ['tres', 'rake', 'collocation'] as const;
export type ExpansionMethod = (typeof EXPANSION_METHODS)[number];
/** The method that found a candidate: `seed` ones are suggestions from the seed pages. */
export type CandidateMethod = ExpansionMethod | 'seed';

/** A word or phrase that may become a keyword. */
export interface KeywordCandidate extends Pick<Keyword, 'text' | 'kind'> {
  readonly method: CandidateMethod;
  /** Mean cosine with the given keywords (TRES 2.3); null if its words have no vectors. */
  readonly similarity: number | null;
  /** Frequency in relevant documents relative to others, in bits: see `liftOf`. */
  readonly lift: number;
  /** Number of relevant documents with it. */
  readonly relevantDocuments: number;
  readonly otherDocuments: number;
  readonly backgroundDocuments: number;
  /** Among the present keywords and the candidates that would be taken with it. */
  readonly verdict: KeywordVerdict;
  readonly reason: string;
  /** Whether the acceptance rule takes it. A harmful candidate is never taken. */
  readonly acceptable: boolean;
}

/** A candidate before counting. */
export type Draft = Pick<KeywordCandidate, 'text' | 'kind' | 'method' | 'similarity'>;

/** A candidate before judging. */
export type MeasuredCandidate = Omit<KeywordCandidate, 'verdict' | 'reason' | 'acceptable'>;

/** Conditions for automatic acceptance. Omitted: no condition. */
export interface AcceptanceRule {
  readonly minSimilarity?: number;
  readonly minLift?: number;
  readonly methods?: readonly CandidateMethod[];
}

/** Similarity of a keyword whose words have no vectors. */
const UNKNOWN_SIMILARITY = 0.5;

/** The keyword made from a candidate. */
export const asKeyword = ({
  text,
  kind,
  similarity,
}: Pick<KeywordCandidate, 'text' | 'kind' | 'similarity'>): Keyword => ({
  text,
  kind,
  origin: 'expanded',
  similarity: similarity ?? UNKNOWN_SIMILARITY,
});

/** The documents for finding candidates, and those for comparison. */
export interface CandidateInput {
  /** All keywords of the topic, which are no candidates. */
  readonly current: readonly Keyword[];
  /** Stems (`stemsKey`) of rejected candidates, which are no candidates either. */
  readonly rejected: readonly string[];
  readonly relevant: readonly DocumentText[];
  readonly others: readonly DocumentText[];
  /** Language of the topic, ISO 639-1: `topicLanguage`. Word vectors are used only for English. */
  readonly language: string;
  /** General text in that language. */
  readonly background: readonly DocumentText[];
}

/**
 * Weight of the general documents in irrelevant ones: enough if there are no irrelevant examples, little beside
 * hundreds.
 */
const BACKGROUND_WEIGHT = 100;
/** Numbers of documents of each kind: in total, or with a term. */
interface DocumentCounts {
  readonly relevant: number;
  readonly others: number;
  readonly background: number;
}

/**
 * Lift of a term: how much more frequent it is in relevant documents than in others, in bits: 0 equally frequent, 1
 * twice as frequent.
 *
 * The ratio of the shares of documents, each smoothed by half a document; the general documents count as a hundred
 * others.
 */
export function liftOf(found: DocumentCounts, of: DocumentCounts): number {
  const general = of.background > 0 ? BACKGROUND_WEIGHT : 0;
  const relevant = (found.relevant + 0.5) / (of.relevant + 1);
  const other =
    (found.others + 0.5 + (general > 0 ? (general * found.background) / of.background : 0)) / (of.others + 1 + general);
  return Math.log2(relevant / other);
}

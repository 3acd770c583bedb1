import type { CandidateMethod, KeywordCandidate } from '../../../domain/topic/index.js';

export const CANDIDATE_STATES = ['pending', 'accepted', 'rejected'] as const;
export type CandidateState = (typeof CANDIDATE_STATES)[number];

/** Documents that candidates were looked for in, and held against. */
export interface SearchedDocuments {
  readonly relevant: number;
  readonly others: number;
  readonly background: number;
}

/** A candidate as it is kept. */
export interface StoredCandidate extends Omit<KeywordCandidate, 'acceptable'> {
  readonly id: string;
  readonly topicId: string;
  /** Stems of its words: its inflections are the same candidate. */
  readonly stems: string;
  readonly state: CandidateState;
  readonly searched: SearchedDocuments;
  /** The version it came into the keywords with; null unless accepted. */
  readonly keywordSetVersion: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CandidateFilter {
  readonly state?: CandidateState | null;
  readonly method?: CandidateMethod | null;
}

/** Where a page of candidates ended: they go by falling lift. */
export interface CandidateCursor {
  readonly lift: number;
  readonly id: string;
}

/** Pending candidates of a topic; past it those of the least lift are forgotten. */
export const MAX_PENDING = 5_000;
/** Decided candidates of a topic. */
export const MAX_DECIDED = 20_000;
/** Candidates decided in one call, each way. */
export const MAX_DECISIONS = 1_000;

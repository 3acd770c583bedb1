import type { CandidateMethod, KeywordCandidate } from '../../../../domain/topic/index.js';

export type CandidateState = 'pending' | 'accepted' | 'rejected';

/** Documents in which candidates were searched, and those for comparison. */
export interface SearchedDocuments {
  readonly relevant: number;
  readonly others: number;
  readonly background: number;
}

/** A candidate as stored. */
export interface StoredCandidate extends Omit<KeywordCandidate, 'acceptable'> {
  readonly id: string;
  readonly topicId: string;
  /** Stems of its words: its inflections are the same candidate. */
  readonly stems: string;
  readonly state: CandidateState;
  readonly searched: SearchedDocuments;
  /** The version in which it became a keyword; null unless accepted. */
  readonly keywordSetVersion: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CandidateFilter {
  readonly state?: CandidateState | null;
  readonly method?: CandidateMethod | null;
}

/** Most pending candidates of a topic; beyond it those with the smallest lift are deleted. */
export const MAX_PENDING = 5_000;
/** Most decided candidates of a topic. */
export const MAX_DECIDED = 20_000;

import type { Finding, SeedCandidate, SeedSource } from '../../domain/seeds/index.js';
import type { CandidateState } from '../topics/index.js';

/** A candidate as it is kept. */
export interface StoredSeedCandidate extends Omit<SeedCandidate, 'relevant' | 'findings'> {
  readonly id: string;
  readonly topicId: string;
  readonly state: CandidateState;
  /** The first of them. */
  readonly findings: readonly Finding[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface SeedCandidateFilter {
  readonly state?: CandidateState | null;
  readonly source?: SeedSource | null;
}

/** Where a page of candidates ended: they go by falling score. */
export interface SeedCandidateCursor {
  readonly score: number;
  readonly id: string;
}

/** Candidates of one search, at most. */
export const MAX_FOUND = 200;
/** Pending candidates of a topic; past it those of the lowest score are forgotten. */
export const MAX_PENDING = 1_000;
/** Decided candidates of a topic. */
export const MAX_DECIDED = 10_000;
/** Candidates decided in one call, each way. */
export const MAX_DECISIONS = 1_000;
/** Findings that are kept of a candidate. */
export const MAX_FINDINGS = 20;

import type { Finding, SeedCandidate, SeedSource } from '../../../domain/seeds/index.js';
import type { CandidateState } from '../topics/index.js';

/** A candidate as stored. */
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

/** Most candidates of one search. */
export const MAX_FOUND = 200;
/** Most pending candidates of a topic; beyond it those with the lowest score are deleted. */
export const MAX_PENDING = 1_000;
/** Most decided candidates of a topic. */
export const MAX_DECIDED = 10_000;
/** Most findings stored per candidate. */
export const MAX_FINDINGS = 20;

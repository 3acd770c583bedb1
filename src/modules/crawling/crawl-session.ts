import type { JsonValue } from '../../domain/base/json-value.js';
import type { Keyword } from '../../domain/topic/keyword-set.js';
import type { StoredPrior } from '../priors/index.js';
import type { AccessConfig, Quota, SessionCommand, SessionConfig } from '../../domain/session/index.js';

/** Proof of holding a session: every write of a worker names it, and none has an effect once another worker has claimed the session. */
export interface SessionLease {
  readonly sessionId: string;
  readonly topicId: string;
  readonly epoch: number;
}

/** A claimed session with all that crawling it needs. */
export interface ClaimedSession {
  readonly lease: SessionLease;
  /** Whose it is: it is crawled in the scope of this project. */
  readonly projectId: string;
  readonly policy: string;
  readonly policyVersion: number;
  readonly policyConfig: JsonValue;
  readonly config: SessionConfig;
  /** Secrets for its fetches. */
  readonly access: AccessConfig | null;
  readonly randomSeed: number;
  readonly seeds: readonly string[];
  readonly modelId: string;
  /** The model it is to go on under. */
  readonly pendingModelId: string | null;
  readonly keywords: readonly Keyword[];
  /** What it was given that was learnt before. */
  readonly prior: StoredPrior | null;
  readonly command: SessionCommand | null;
  /** A quota of its project that is used up: it may not go on. Of a session that was queued there is none. */
  readonly quotaReached: Quota | null;
  /** Claims from dead workers since the last commit. */
  readonly stalledClaims: number;
}

/** What a worker learns when it renews a lease. */
export interface LeaseStatus {
  readonly held: boolean;
  readonly command: SessionCommand | null;
  /** Another model is asked for. */
  readonly switching: boolean;
}

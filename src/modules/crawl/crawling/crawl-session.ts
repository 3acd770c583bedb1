import type { JsonValue } from '../../../domain/base/json-value.js';
import type { Keyword } from '../../../domain/topic/keyword-set.js';
import type { StoredPrior } from '../priors/index.js';
import type {
  AccessConfig,
  Quota,
  SearchMode,
  SessionCommand,
  SessionConfig,
  SessionEventKind,
} from '../../../domain/session/index.js';

/** Kinds of events that workers record about a session's model, checkpoints and database. */
export const MODEL_SWITCHED = 'model-switched' satisfies SessionEventKind;
export const MODEL_SWITCH_FAILED = 'model-switch-failed' satisfies SessionEventKind;
export const CHECKPOINT_DROPPED = 'checkpoint-dropped' satisfies SessionEventKind;
/** The policy of this version would have chosen other steps, so it has learned from the log instead. */
export const POLICY_RELEARNT = 'policy-relearnt' satisfies SessionEventKind;
/** The saturation rule applied. */
export const SATURATED = 'saturated' satisfies SessionEventKind;
/** A period in which the session waited for the database. */
export const DATABASE_OUTAGE = 'database-outage' satisfies SessionEventKind;

/**
 * Proof of holding a session: every write of a worker contains it, and none has an effect after another worker has
 * claimed the session.
 */
export interface SessionLease {
  readonly sessionId: string;
  readonly topicId: string;
  readonly epoch: number;
  /** When its commits write the search index. Default: now. */
  readonly search?: SearchMode;
}

/** A claimed session with everything that is needed for crawling it. */
export interface ClaimedSession {
  readonly lease: SessionLease;
  /** Its project, in whose scope it is crawled. */
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
  /** The model under which it is to continue. */
  readonly pendingModelId: string | null;
  readonly keywords: readonly Keyword[];
  /** Its learned state from before the session. */
  readonly prior: StoredPrior | null;
  readonly command: SessionCommand | null;
  /** The project's quota that is used up: the session may not continue. Null for a queued session. */
  readonly quotaReached: Quota | null;
  /** Number of claims from dead workers since the last commit. */
  readonly stalledClaims: number;
}

/** The result of renewing a lease. */
export interface LeaseStatus {
  readonly held: boolean;
  readonly command: SessionCommand | null;
  /** Whether another model is requested. */
  readonly switching: boolean;
}

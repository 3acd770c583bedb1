import type { SessionEventKind } from '../../../domain/session/index.js';

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

import type { SessionEventKind } from '../../domain/session/index.js';

/** Kinds of the events that workers note of a session's model, checkpoints and database. */
export const MODEL_SWITCHED = 'model-switched' satisfies SessionEventKind;
export const MODEL_SWITCH_FAILED = 'model-switch-failed' satisfies SessionEventKind;
export const CHECKPOINT_DROPPED = 'checkpoint-dropped' satisfies SessionEventKind;
/** The policy of this version has learnt from the steps of the log, which it would not have chosen. */
export const POLICY_RELEARNT = 'policy-relearnt' satisfies SessionEventKind;
/** The saturation rule held. */
export const SATURATED = 'saturated' satisfies SessionEventKind;
/** A time in which the session waited for the database. */
export const DATABASE_OUTAGE = 'database-outage' satisfies SessionEventKind;

/** Kinds of the events that record what happened to a session's model and checkpoints. */
export const MODEL_SWITCHED = 'model-switched';
export const MODEL_SWITCH_FAILED = 'model-switch-failed';
export const CHECKPOINT_DROPPED = 'checkpoint-dropped';

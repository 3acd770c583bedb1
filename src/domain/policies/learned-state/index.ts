export { EventLog } from './event-log.js';
export {
  foragerStartSchema,
  learnedForagerSchema,
  LEARNED_STATE_LIMITS,
  type LearnedEvent,
  type LearnedForager,
  type LearnedHistory,
  type LearnedNode,
  type LearnedTable,
  type LearnedTree,
  type LearnedWeights,
  type LearnedState,
  type StoredLearnedState,
  learnedStateSchema,
} from './learned-state.js';
export { MAX_LEARNED_STATE_BYTES, learnedStateText } from './learned-state-text.js';
export { mostTelling, weightList } from './weight-lists.js';

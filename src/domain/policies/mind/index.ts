export { EventLog } from './event-log.js';
export {
  MIND_LIMITS,
  type MindEvent,
  type MindForager,
  type MindHistory,
  type MindNode,
  type MindTable,
  type MindTree,
  type MindWeights,
  type PolicyMind,
  type ToldMind,
  toldMindSchema,
} from './policy-mind.js';
export { MAX_MIND_BYTES, mindText } from './told-mind.js';
export { mostTelling, weightList } from './weight-lists.js';

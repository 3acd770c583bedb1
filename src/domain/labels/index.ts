export {
  ENOUGH_RELEVANT,
  LABEL_STRATEGIES,
  marginOf,
  rankForLabels,
  type AskablePage,
  type LabelStrategy,
} from './label-queue.js';

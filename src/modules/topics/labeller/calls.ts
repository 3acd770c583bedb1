import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getLabeller: 'How far the labeller agrees with people on this topic, and whether its labels may be used',
  listLabellerLabels: 'Labels that the labeller has given, newest first. They are no examples',
} as const;

export const Call = operationsOf(CALLS);

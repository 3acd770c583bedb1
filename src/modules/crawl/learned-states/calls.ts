import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getLearnedState:
    'The learned state of the policy of a session: the parts that it has of tree, arms, weights and foragers. A worker writes it every few seconds while the session runs, and at its end. There is none before the first page',
} as const;

export const Call = operationsOf(CALLS);

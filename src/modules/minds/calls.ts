import { operationsOf } from '../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getMind:
    'What the policy of a session has learnt: its tree, arms, weights and foragers, as far as it has them. It is told every few seconds while the session runs, and at its end. There is none before the first page',
} as const;

export const Call = operationsOf(CALLS);

import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  listPolicies: 'Every policy with the JSON schema of its configuration',
  getPolicy: 'One policy',
} as const;

export const Call = operationsOf(CALLS);

import { operationsOf } from '../../platform/api/index.js';

/** What the calls of this module do, by their ids in REST. GraphQL has the same texts. */
export const CALLS = {
  listPolicies: 'Every policy with the JSON schema of its configuration',
  getPolicy: 'One policy',
} as const;

export const Call = operationsOf(CALLS);

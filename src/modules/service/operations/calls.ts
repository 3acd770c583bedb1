import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getOperations:
    'State of the service over all projects: processes, waiting and running work, leases, and the database. For operators',
} as const;

export const Call = operationsOf(CALLS);

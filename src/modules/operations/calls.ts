import { operationsOf } from '../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getOperations:
    'How the service does, of all projects together: its processes, what waits and runs, leases, and the database. For operators',
} as const;

export const Call = operationsOf(CALLS);

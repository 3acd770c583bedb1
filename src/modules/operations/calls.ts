import { operationsOf } from '../../platform/api/index.js';

/** What the calls of this module do, by their ids in REST. GraphQL has the same texts. */
export const CALLS = {
  getOperations:
    'How the service does, of all projects together: its processes, what waits and runs, leases, and the database. For operators',
} as const;

export const Call = operationsOf(CALLS);

import { operationsOf } from '../../platform/api/index.js';

/** What the calls of this module do, by their ids in REST. GraphQL has the same texts. */
export const CALLS = {
  getJob: 'State of a job',
  cancelJob: 'Cancel a job. A queued job ends at once, a running job within about a second',
} as const;

export const Call = operationsOf(CALLS);

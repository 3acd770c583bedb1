import { operationsOf } from '../../platform/api/index.js';

/** What the calls of this module do, by their ids in REST. GraphQL has the same texts. */
export const CALLS = {
  getJob: 'State of a job',
  cancelJob: 'Cancel a job: at once while it is queued, within about a second while it runs',
} as const;

export const Call = operationsOf(CALLS);

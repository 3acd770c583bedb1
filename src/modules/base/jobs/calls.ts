import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getJob: 'State of a job',
  cancelJob: 'Cancel a job. A queued job ends at once, a running job within about a second',
} as const;

export const Call = operationsOf(CALLS);

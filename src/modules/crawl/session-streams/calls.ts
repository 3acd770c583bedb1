import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  streamSession:
    'New data of a session, as it happens: relevant pages, events, and the progress at most five times a second. Ends when the session has ended and everything was sent',
} as const;

export const Call = operationsOf(CALLS);

import { operationsOf } from '../../platform/api/index.js';

/** What the calls of this module do, by their ids in REST. GraphQL has the same texts. */
export const CALLS = {
  createSession: 'Start a crawl of a topic',
  listTopicSessions: 'Sessions of a topic, newest first',
  listSessions: 'Sessions, newest first',
  getSession: 'State and counters of a session',
  switchModel:
    'Go on under another model: pages are judged anew, counters and rewards corrected, candidates valued anew. A session that has ended is judged anew at once',
  listSessionEvents: 'What happened to a session besides its steps, in order',
  listSeedOutcomes: 'What became of the URLs that a session started from',
  pauseSession: 'Pause a session: fetches in flight end, then it waits',
  resumeSession: 'Go on after a pause or a failure, from the last commit; after SEEDS_UNREACHABLE with the seeds again',
  stopSession: 'Stop a session: what is committed stays, and it can be extended to go on',
  extendSession: 'Give a finished session more budget; it goes on where it ended',
  deleteSession: 'Delete a session that does not run, with its results',
} as const;

export const Call = operationsOf(CALLS);

import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createSession: 'Start a crawl of a topic',
  listTopicSessions: 'Sessions of a topic, newest first',
  listSessions: 'Sessions, newest first',
  getSession: 'State and counters of a session',
  updateSession: 'Name a session, or note something about it. Its crawl goes on as it is',
  switchModel:
    'Continue under another model. All pages are judged again, counters and rewards are corrected, and candidates get new values. A session that has ended is judged again at once',
  listSessionEvents:
    'Events of a session, in order: changes of state and model with who asked, takeovers, outages, and what happened at hosts',
  listSeedOutcomes: 'Outcomes of the URLs from which a session started',
  pauseSession:
    'Pause a session. Fetches in flight are completed, then the session waits. One that a quota has paused then no longer continues by itself',
  resumeSession:
    'Continue after a pause or a failure, from the last commit. After SEEDS_UNREACHABLE the session begins with the seeds again. Refused while a quota of the project is used up',
  stopSession: 'Stop a session. Committed pages stay. The session can be extended later',
  extendSession: 'Give a finished session more budget. It continues where it ended',
  deleteSession: 'Delete a session that is not running, with its results',
  createSessionTemplate: 'Store policy and settings under a name, to start sessions with them',
  listSessionTemplates: 'Session templates, newest first',
  getSessionTemplate: 'A session template with its settings',
  updateSessionTemplate:
    'Rename a session template, or replace its settings. Sessions that were started with it stay as they are',
  deleteSessionTemplate: 'Delete a session template. Sessions that were started with it stay as they are',
} as const;

export const Call = operationsOf(CALLS);

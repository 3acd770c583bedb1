import { operationsOf } from '../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createMonitor:
    'Watch the relevant pages of sessions that have ended, and the links near them. Each run looks at those pages of which a look is worth most',
  listMonitors: 'Monitors, newest first',
  getMonitor: 'A monitor',
  updateMonitor: 'Change the name or settings of a monitor',
  deleteMonitor: 'Delete a monitor with all that it has seen. The sessions of its runs stay for MONITOR_SESSION_DAYS',
  runMonitor:
    'Look now: start a session that fetches what is due. What has changed is noted while the session goes on. A monitor has one run at a time',
  listMonitorRuns: 'Runs of a monitor, newest first',
  listMonitorPages: 'Pages that a monitor watches, with how often they change, those found last first',
  listMonitorChanges: 'What a monitor has seen, newest first: pages that are new, changed, gone or back',
  getMonitorFeedJson: 'The newest 100 changes as JSON Feed',
  getMonitorFeedRss: 'The newest 100 changes as RSS',
  getMonitorFeedAtom: 'The newest 100 changes as Atom',
  createFeedToken:
    'Make a token by which feed readers that send no key read the feed of a monitor, and nothing else. It takes the place of the token that there was',
  revokeFeedToken: 'Take back the token of a feed at once',
} as const;

export const Call = operationsOf(CALLS);

import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createMonitor:
    'Watch the relevant pages of sessions that have ended, and the links near them. Each run fetches the pages whose fetch is worth most',
  listMonitors: 'Monitors, newest first',
  getMonitor: 'A monitor',
  updateMonitor: 'Change the name or settings of a monitor',
  deleteMonitor:
    'Delete a monitor with the changes that it has found. The sessions of its runs stay for MONITOR_SESSION_DAYS',
  runMonitor:
    'Check now: start a session that fetches the pages that are due. It records changes while it goes on. A monitor has one run at a time',
  listMonitorRuns: 'Runs of a monitor, newest first',
  listMonitorPages: 'Pages that a monitor watches, with how often they change, those found last first',
  listMonitorChanges: 'Changes that a monitor has found, newest first: pages that are new, changed, gone or back',
  getMonitorFeedJson: 'The newest 100 changes as JSON Feed',
  getMonitorFeedRss: 'The newest 100 changes as RSS',
  getMonitorFeedAtom: 'The newest 100 changes as Atom',
  createFeedToken:
    'Create a token for feed readers that send no key. It reads the feed of the monitor and nothing else, and replaces the previous token',
  revokeFeedToken: 'Revoke the token of a feed at once',
} as const;

export const Call = operationsOf(CALLS);

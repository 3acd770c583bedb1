import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getCollection: 'Numbers of pages and domains that a topic has found over all its sessions and monitors',
  rebuildCollection: 'Rebuild the collection of a topic from its sessions, monitors and labels, as a job',
  listCollectedPages: 'Pages that a topic has found over all its sessions and monitors, each once',
  exportCollectedPages: 'Pages of the collection of a topic as a file, in the order in which they were found',
  exportCollectedDomains: 'Domains of the collection of a topic as a file, in the order in which they were found',
  getCollectionFeedJson: 'The newest 100 pages or domains of the collection of a topic as JSON Feed',
  getCollectionFeedRss: 'The newest 100 pages or domains of the collection of a topic as RSS',
  getCollectionFeedAtom: 'The newest 100 pages or domains of the collection of a topic as Atom',
  createShare:
    'Make a share link for the collection of a topic: its token opens the page /shared#TOKEN and reads this collection below /v1/shared, and nothing else',
  listShares: 'Share links of the collection of a topic, newest first',
  revokeShare: 'Revoke a share link at once',
  getSharedCollection: 'The collection of a share link, in numbers',
  listSharedPages: 'Pages of the collection of a share link',
  listSharedDomains: 'Domains of the collection of a share link',
  exportSharedPages: 'Pages of the collection of a share link as a file',
  exportSharedDomains: 'Domains of the collection of a share link as a file',
  getSharedFeedJson: 'The newest 100 pages or domains of a share link as JSON Feed',
  getSharedFeedRss: 'The newest 100 pages or domains of a share link as RSS',
  getSharedFeedAtom: 'The newest 100 pages or domains of a share link as Atom',
  getCollectedPage: 'A page of the collection of a topic, with the sessions that have it',
  listCollectedDomains: 'Domains that a topic has found over all its sessions and monitors, each once',
  judgeCollected: 'Set verdicts, tags and notes for pages and domains of the collection of a topic',
  gatherDomains: 'Start a session that crawls chosen domains of the collection of a topic deeply, and nothing else',
  getCollectedDomain: 'A domain of the collection of a topic',
  readHomePage: 'Fetch the home page of a domain for its profile, as a job, if it is not there yet',
} as const;

export const Call = operationsOf(CALLS);

import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  exportArchive: 'Everything the session has fetched so far, as a WARC file',
  exportWacz: 'Everything the session has fetched so far, as a WACZ file with index and list of pages',
  exportPages: 'Pages as a file, in order of completion',
  exportDomains: 'Domains as a file, in order of discovery',
  exportLinks: 'The page graph as a file',
  listPages: 'Completed steps: pages, failures, and steps that cost no fetch',
  getPage: 'A page with its texts',
  getPageContent: 'A page as text, HTML or Markdown',
  getScreenshot: 'Thumbnail of a relevant page that was rendered',
  explainPage: 'Why a page was fetched: policy, value, features, link and path from the seed',
  listOutLinks: 'Links of a page, in document order',
  listInLinks: 'Links of fetched pages that lead to a page',
  listDomains: 'Domains of a session',
  getDomain: 'A domain of a session',
  listDomainPaths: 'The folders of a domain as a tree, with the numbers of their pages',
  listSessionHosts:
    'Hosts that the session may not fetch from now, or only in part: why, and until when. Waits of the last day count',
  compareSessions:
    'Sessions of one project side by side: how many relevant pages each found, alone, together, and missed. Their curves: `series` of each session',
  listComparedSessionPages:
    'The relevant pages of several sessions with the sessions that found each, in order of discovery',
  listLinks: 'The page graph: all links of fetched pages',
  getSeries: 'Harvest, domains and rewards over the run',
  listFailures: 'Fetches that brought no page',
  countFailures: 'How often each kind of failure happened',
  getGraph:
    'Measures of the link graph of a session: degrees, clustering, distances, topic locality. Of large sessions the first pages are measured',
  getPageGraph:
    'The link graph around a page, or of a domain: some hundred pages and the links between them. Around a page it has the path from the seed, the pages that link to it and to which it links, and those that were reached from these',
  getReport: 'How the session fetched and read its pages: outcomes, retries, rendering, duplicates, languages, traps',
  getJudgement:
    'Precision and recall of what the session reports as relevant, with intervals. Labels on pages drawn at random (strategy `audit` of the label queue) make them narrow',
  getMonitoring:
    'How well a monitoring session keeps up with the web: efficiency, freshness and age of what it found, in windows of time',
  listRobotsBlocked: 'URLs that robots.txt does not allow to be fetched',
  listChanges: 'Changes of the pages of a topic since earlier visits, newest visit first. With `url`: only this page',
} as const;

export const Call = operationsOf(CALLS);

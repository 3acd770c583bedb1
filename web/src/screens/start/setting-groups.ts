import type { Setting } from './setting.js';

/** Settings that belong together, under one heading. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

const COUNT = { kind: 'whole', least: 1, most: 10_000_000 } as const;
const NO_LIMIT = 'Empty: no limit.';

const FAR: readonly Setting[] = [
  { ...COUNT, path: 'budget.fetches', label: 'Fetches', help: `The session ends after so many. ${NO_LIMIT}` },
  {
    ...{ path: 'scope.maxDepth', label: 'Depth', kind: 'whole', least: 0, most: 10_000 },
    help: `Links from a seed. 0: only the seeds. ${NO_LIMIT}`,
  },
  {
    ...{ path: 'domainCap', label: 'Pages per domain', kind: 'cap', standard: 'unlimited' },
    help: 'A number, or such as 5->2: it shrinks from 5 to 2 as fetches are spent.',
  },
  {
    ...{
      path: 'grouping',
      label: 'A domain is',
      kind: 'choice',
      standard: 'registrable-domain',
      help: 'For www.example.org/a/b: example.org, www.example.org or www.example.org/a.',
    },
    choices: [
      ['registrable-domain', 'registrable domain'],
      ['host', 'host'],
      ['path-prefix', 'host and start of path'],
    ],
  },
  {
    ...{ path: 'known', label: 'Pages that the topic has', kind: 'choice', standard: 'refresh' },
    help: 'Skipped and reused ones cost no fetch. Links of reused ones are followed.',
    choices: [
      ['refresh', 'fetch them again'],
      ['skip', 'skip them, except seeds'],
      ['reuse', 'reuse the stored pages'],
    ],
  },
  {
    ...{ path: 'knownDays', label: 'Days until they are old', kind: 'whole', standard: 30, least: 1, most: 3_650 },
    help: 'Older pages of the topic are fetched again in any case.',
  },
  {
    ...{ path: 'sitemaps', label: 'Sitemaps and feeds', kind: 'switch', standard: false },
    help: 'Also take links from those of the visited hosts.',
  },
  {
    ...{ path: 'followNofollow', label: 'Follow nofollow links', kind: 'switch', standard: false },
    help: 'Links marked rel=nofollow.',
  },
  {
    ...{ path: 'maxLinksPerPage', label: 'Links per page', kind: 'whole', standard: 2_000, least: 1, most: 10_000 },
    help: 'The first ones of a page are taken.',
  },
  {
    ...{ path: 'traps.detect', label: 'Avoid crawler traps', kind: 'switch', standard: true },
    help: 'Calendars, endless paths, repeated parts, faceted search.',
  },
  {
    ...{ path: 'traps.maxPerPattern', label: 'URLs of one pattern', kind: 'whole', standard: 50_000 },
    ...{ least: 10, most: 10_000_000 },
    help: 'At most so many of one host differ only in numbers and ids.',
  },
  {
    ...{ path: 'scope.allowHosts', label: 'Only these hosts', kind: 'lines' },
    help: 'With their subdomains. One in a line. Empty: all hosts.',
  },
  {
    ...{ path: 'scope.denyHosts', label: 'Not these hosts', kind: 'lines' },
    help: 'Nor their subdomains. One in a line.',
  },
  {
    ...{ path: 'scope.allowPatterns', label: 'Only URLs like these', kind: 'lines' },
    help: 'One in a line; * matches anything: http*://example.org/news/*',
  },
  {
    ...{ path: 'scope.denyPatterns', label: 'No URLs like these', kind: 'lines' },
    help: 'One in a line; * matches anything: *.example.org/login*',
  },
];

const POLITE: readonly Setting[] = [
  {
    ...{ path: 'concurrency', label: 'Fetches at the same time', kind: 'whole', standard: 8, least: 1, most: 64 },
    help: 'Of all hosts together. With 1, the order on a recorded web is reproducible.',
  },
  {
    ...{ path: 'hostConcurrency', label: 'At the same time from one host', kind: 'whole', standard: 1 },
    ...{ least: 1, most: 8, help: 'Most sites expect one.' },
  },
  {
    ...{ path: 'hostDelayMs', label: 'Seconds between two fetches from one host', kind: 'whole', standard: 1_000 },
    ...{ least: 0, most: 60_000, scale: 1_000 },
    help: 'Longer if robots.txt asks for it or the host is slow.',
  },
  {
    ...{ path: 'robots', label: 'Obey robots.txt', kind: 'switch', standard: true },
    help: 'Without it, a crawl may fetch what sites forbid.',
  },
  {
    ...{ path: 'retries', label: 'Retries', kind: 'whole', standard: 2, least: 0, most: 10 },
    help: 'After a failure that may pass. Each one is a fetch.',
  },
  {
    ...{ path: 'hostFailureLimit', label: 'Give up a host after', kind: 'whole', standard: 10, least: 1, most: 1_000 },
    help: 'Failures in a row.',
  },
  {
    ...{ path: 'hostBarrenLimit', label: 'Let a host wait after', kind: 'whole', standard: 4, least: 0, most: 1_000 },
    help: 'Fetches in a row without a page: refused, login, challenge, same list. 0: never.',
  },
  {
    ...{ path: 'timeoutMs', label: 'Seconds for one fetch', kind: 'whole', standard: 20_000 },
    ...{ least: 100, most: 300_000, scale: 1_000, help: 'With its redirects.' },
  },
  {
    ...{ path: 'maxRedirects', label: 'Redirects of one fetch', kind: 'whole', standard: 10, least: 0, most: 20 },
    help: 'At most.',
  },
  {
    ...{ path: 'userAgent', label: 'User agent', kind: 'text' },
    help: 'The name that servers see. Empty: that of the service.',
  },
  {
    ...{ path: 'acceptLanguage', label: 'Accept-Language', kind: 'text' },
    help: 'Languages that servers and scripts see, such as de-CH, en;q=0.5. Empty: none.',
  },
  {
    ...{ path: 'cookies', label: 'Keep cookies', kind: 'choice', standard: 'visit' },
    help: 'A visit is one fetch with its redirects and scripts.',
    choices: [
      ['visit', 'for each visit'],
      ['session', 'for all visits of a site'],
      ['off', 'not at all'],
    ],
  },
  {
    ...{ path: 'eagerness', label: 'Eagerness', kind: 'decimal', standard: 0.2, least: 0, most: 1 },
    help: 'How ready a free slot is to fetch a lesser link while the hosts of better ones are busy.',
  },
];

const READ: readonly Setting[] = [
  {
    ...{ path: 'render', label: 'Load pages in Chromium', kind: 'choice', standard: 'never' },
    help: 'It runs their scripts, and takes longer.',
    choices: [
      ['never', 'never'],
      ['auto', 'if they need it'],
      ['always', 'always'],
    ],
  },
  {
    ...{ path: 'rendering.wait.until', label: 'Chromium reads a page', kind: 'choice', standard: 'idle' },
    help: 'Quiet: nothing more is on its way that could bring text or links.',
    choices: [
      ['dom', 'when its DOM is ready'],
      ['idle', 'when it is quiet'],
      ['selector', 'when an element is there'],
      ['time', 'some time after its load'],
    ],
  },
  {
    ...{ path: 'rendering.wait.selector', label: 'Element to wait for', kind: 'text' },
    help: 'CSS selector. Only if Chromium waits for an element.',
  },
  {
    ...{ path: 'rendering.wait.ms', label: 'Seconds after the load', kind: 'whole' },
    ...{ least: 0, most: 60_000, scale: 1_000, help: 'Only if Chromium waits for some time.' },
  },
  {
    ...{ path: 'rendering.scroll', label: 'Screens to scroll', kind: 'whole', standard: 0, least: 0, most: 50 },
    help: 'For pages that load more when they are scrolled.',
  },
  {
    ...{ path: 'rendering.loadMore.selector', label: '"Load more" button', kind: 'text' },
    help: 'CSS selector of a button to click. Empty: none.',
  },
  {
    ...{ path: 'rendering.loadMore.clicks', label: 'Clicks on it', kind: 'whole', standard: 5, least: 1, most: 50 },
    help: 'At most.',
  },
  {
    ...{ path: 'rendering.blockTrackers', label: 'Block trackers and ads', kind: 'switch', standard: true },
    help: 'In Chromium.',
  },
  {
    ...{ path: 'rendering.screenshots', label: 'Screenshots', kind: 'switch', standard: false },
    help: 'A small one of each relevant page that Chromium loaded.',
  },
  {
    ...{ path: 'maxBytes', label: 'Megabytes of a page', kind: 'whole', standard: 5_000_000 },
    ...{ least: 1_000, most: 50_000_000, scale: 1_000_000, help: 'The rest is cut off.' },
  },
  {
    ...{ path: 'obeyNoindex', label: 'Obey noindex', kind: 'switch', standard: true },
    help: 'The text of such a page is not kept, and the page is not relevant.',
  },
  {
    ...{ path: 'archive', label: 'Archive', kind: 'switch', standard: false },
    help: 'Store all fetched pages as WARC files.',
  },
  {
    ...{ path: 'search', label: 'Search index', kind: 'choice', standard: 'later' },
    help: 'When it is needed: pages are found at once, and a crawl costs less than with each page.',
    choices: [
      ['now', 'with each page'],
      ['later', 'when it is needed'],
      ['off', 'none: no search'],
    ],
  },
  {
    ...{ path: 'trackChanges', label: 'History of pages', kind: 'switch', standard: false },
    help: 'Compare pages over the sessions of the topic, and ask servers only for changed pages.',
  },
  {
    ...{ path: 'contentTypes', label: 'Kinds of pages', kind: 'several', standard: ['html', 'text'], help: '' },
    choices: [
      ['html', 'HTML'],
      ['text', 'plain text'],
      ['pdf', 'PDF'],
    ],
  },
  {
    ...{ path: 'languages', label: 'Languages of relevant pages', kind: 'lines' },
    help: 'Codes such as en, one in a line. Empty: any. Pages in an unknown language may be relevant too.',
  },
];

const COUNTS: readonly Setting[] = [
  {
    ...{ path: 'duplicates.exact', label: 'Find duplicates', kind: 'switch', standard: true },
    help: 'Pages with the text of an earlier page.',
  },
  {
    ...{ path: 'duplicates.nearDistance', label: 'Difference of near-duplicates', kind: 'whole', standard: 3 },
    ...{ least: 0, most: 10, help: 'Bits of the 64 of the simhash. 0: do not look for near-duplicates.' },
  },
  {
    ...{ path: 'duplicates.reward', label: 'Duplicates can be relevant', kind: 'switch', standard: false },
    help: 'They then bring reward like other pages.',
  },
  {
    ...{ path: 'hostEvidence', label: 'Weigh pages by their host', kind: 'switch', standard: true },
    help: 'If the pages of a host are alike, earlier ones count in the verdict on the next.',
  },
  {
    ...{ path: 'objective.domainWeight', label: 'Weight of a new domain', kind: 'decimal', least: 0, most: 1_000 },
    help: 'Of its first relevant page, added to 1 for each relevant page. Empty: decided by the policy.',
  },
  {
    ...{ ...COUNT, path: 'objective.domainsAtLeast', label: 'Domains to reach first' },
    help: 'Pages of domains without a relevant page come first until then. This or the weight of a new domain.',
  },
  {
    ...{ path: 'modelId', label: 'Model', kind: 'text', none: 'the newest, or a new one' },
    help: 'It judges whether pages are relevant. Listed: those of the topic.',
  },
  {
    ...{ path: 'keywordSetVersion', label: 'Version of the keywords', kind: 'whole', least: 1 },
    help: 'Empty: the current one.',
  },
];

const STOP: readonly Setting[] = [
  {
    ...{ path: 'budget.minutes', label: 'Minutes', kind: 'decimal', above: 0, most: 525_600 },
    help: `Running time; waiting and pauses do not count. ${NO_LIMIT}`,
  },
  { ...COUNT, path: 'budget.relevantPages', label: 'Relevant pages', help: `End when they are found. ${NO_LIMIT}` },
  {
    ...{ ...COUNT, path: 'budget.domains', label: 'Relevant domains' },
    help: `End when so many domains have a relevant page. ${NO_LIMIT}`,
  },
  {
    ...{ path: 'saturation.minHarvestRate', label: 'End below this harvest rate', kind: 'decimal' },
    ...{ above: 0, most: 1, help: 'Share of relevant pages, such as 0.05. Empty: no such rule.' },
  },
  {
    ...{ path: 'saturation.window', label: 'Pages for the harvest rate', kind: 'whole', least: 10, most: 1_000_000 },
    help: 'The last ones that were fetched. Needed for an end by harvest rate.',
  },
  {
    ...{ path: 'saturation.confidence', label: 'Confidence', kind: 'decimal', standard: 0.95, least: 0.5 },
    ...{ most: 0.9999, help: 'That the harvest rate is below the floor.' },
  },
];

const AGAIN: readonly Setting[] = [
  {
    ...{ path: 'monitoring.revisitAfterMinutes', label: 'Visit a page again after minutes', kind: 'decimal' },
    ...{ least: 0.001, most: 525_600 },
    help: 'Makes it a monitoring session, which needs a history of pages. Minutes or steps.',
  },
  {
    ...{ ...COUNT, path: 'monitoring.revisitAfterSteps', label: 'Visit a page again after steps' },
    help: 'Completed steps of the session. Minutes or steps.',
  },
  {
    ...{ path: 'monitoring.freshHours', label: 'Hours until a page is old', kind: 'decimal', standard: 24 },
    ...{ least: 0.01, most: 87_600, help: 'By Last-Modified. Old pages bring no reward.' },
  },
];

const NAMED: readonly Setting[] = [
  { path: 'name', label: 'Name of the session', kind: 'text', help: 'Empty: that of the topic.' },
  { path: 'note', label: 'Note', kind: 'text', help: '' },
  {
    ...{ path: 'randomSeed', label: 'Random seed', kind: 'whole', least: 0, most: 2_147_483_647 },
    help: 'Of the random generator. Empty: a random number.',
  },
  {
    ...{ path: 'startFrom', label: 'Warm start from a session', kind: 'text', none: 'none' },
    help: 'One that has ended, with the same policy: its learned state is copied.',
  },
  {
    ...{ path: 'seeds', label: 'Seeds of this session alone', kind: 'addresses' },
    help: 'One in a line. Empty: those of the topic.',
  },
];

/** All settings of a new session, except the policy, its settings and secrets, which have parts of their own. */
export const GROUPS = {
  far: { title: 'Scope', settings: FAR },
  polite: { title: 'Politeness', settings: POLITE },
  read: { title: 'Reading pages', settings: READ },
  counts: { title: 'Relevance', settings: COUNTS },
  stop: { title: 'Limits', settings: STOP },
  again: { title: 'Monitoring', settings: AGAIN },
  named: { title: 'Name and start', settings: NAMED },
} as const satisfies Readonly<Record<string, SettingGroup>>;

export const SETTINGS: readonly Setting[] = Object.values(GROUPS).flatMap(({ settings }) => settings);

/** Initial values of a new form besides defaults: a session needs a limit. */
export const BEGUN: Readonly<Record<string, string>> = { 'budget.fetches': '500' };

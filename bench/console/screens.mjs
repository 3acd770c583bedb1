/** Types into the start form. */
async function fillStart(page) {
  await page.getByLabel('Keywords', { exact: true }).fill('cheese, butter, cream');
  await page
    .getByLabel('Seeds', { exact: true })
    .fill('http://dairy-product-house.example/\nhttp://food-house.example/');
}

/** Opens the first row of a list beside it. */
async function openFirst(page) {
  await page.locator('.rows a.name').first().click();
  await page.locator('.preview h3').first().waitFor();
}

/**
 * The console's screens: address, text that appears with the main content, and whether the content grows with the
 * session. `before` runs before the picture is taken. `web/src/routes.ts` has the addresses.
 */
export const SCREENS = [
  { name: 'overview', path: () => '/', shown: 'main tbody tr', large: true },
  { name: 'sessions', path: () => '/sessions', shown: 'main tbody tr', large: true },
  { name: 'start', path: () => '/start', shown: 'main form fieldset', large: false, before: fillStart },
  { name: 'session', path: ({ sessionId }) => `/sessions/${sessionId}`, shown: '.figures', large: true },
  { name: 'events', path: ({ sessionId }) => `/sessions/${sessionId}/events`, shown: 'main tbody tr', large: true },
  {
    name: 'results',
    path: ({ topicId }) => `/topics/${topicId}/pages`,
    shown: 'tr.fixed',
    large: true,
    before: openFirst,
  },
  {
    name: 'collected-domains',
    path: ({ topicId }) => `/topics/${topicId}/domains`,
    shown: 'tr.fixed',
    large: true,
    before: openFirst,
  },
  { name: 'pages', path: ({ sessionId }) => `/sessions/${sessionId}/pages`, shown: 'tr.fixed', large: true },
  { name: 'domains', path: ({ sessionId }) => `/sessions/${sessionId}/domains`, shown: 'tr.fixed', large: true },
  {
    name: 'domain',
    path: ({ sessionId, domain }) => `/sessions/${sessionId}/domains/${domain}`,
    shown: '.halves',
    large: true,
  },
  { name: 'why', path: ({ sessionId, step }) => `/sessions/${sessionId}/pages/${step}`, shown: '.halves', large: true },
  {
    name: 'graph',
    path: ({ sessionId, step }) => `/sessions/${sessionId}/graph?step=${step}`,
    shown: '.halves',
    large: true,
  },
  {
    name: 'learned-state',
    path: ({ sessionId }) => `/sessions/${sessionId}/learned-state`,
    shown: 'main h2',
    large: false,
  },
  { name: 'compare', path: ({ sessions }) => `/compare?sessions=${sessions.join()}`, shown: '.halves', large: true },
  { name: 'experiments', path: () => '/experiments', shown: 'main tbody tr', large: false },
  {
    name: 'experiment',
    path: ({ experimentId }) => `/experiments/${experimentId}`,
    shown: '.plot canvas',
    large: false,
  },
  { name: 'spiders', path: () => '/spiders', shown: 'main h1', large: false },
  { name: 'topics', path: () => '/topics', shown: 'main tbody tr', large: true },
  { name: 'topic', path: ({ topicId }) => `/topics/${topicId}`, shown: '.topic', large: true },
  { name: 'model', path: ({ modelId }) => `/models/${modelId}`, shown: 'main h2', large: false },
  { name: 'monitors', path: () => '/monitors', shown: 'main tbody tr', large: false },
  { name: 'monitor', path: ({ monitorId }) => `/monitors/${monitorId}`, shown: 'main h1', large: false },
  { name: 'schedules', path: () => '/schedules', shown: 'main tbody tr', large: false },
  { name: 'schedule', path: ({ scheduleId }) => `/schedules/${scheduleId}`, shown: 'main ol', large: false },
  { name: 'operate', path: () => '/operate', shown: 'main h2', large: true },
  ...['keys', 'projects', 'webhooks', 'audit'].map((part) => ({
    ...{ name: part, path: () => `/operate/${part}`, shown: 'main h1', large: false },
  })),
  { name: 'nowhere', path: () => '/nowhere', shown: 'main ul', large: false },
  { name: 'labels', path: ({ topicId }) => `/topics/${topicId}/labels`, shown: '#page-title', large: true },
];

/** The console's own addresses: the page is served at each, and shows there what the address says. `web/src/routes.ts` has a screen for each. */
export const CLIENT_ROUTES: readonly string[] = [
  '/',
  '/start',
  '/sessions/:id',
  '/sessions/:id/domains',
  '/sessions/:id/pages/:step',
  '/sessions/:id/graph',
  '/sessions/:id/mind',
  '/sessions/:id/domains/:domain',
  '/compare',
  '/experiments/:id',
  '/topics/:id/labels',
  '/topics',
  '/topics/:id',
  '/models/:id',
  '/operate',
  '/operate/:part',
];

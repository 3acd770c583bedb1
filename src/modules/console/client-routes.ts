/**
 * The console's own paths: each serves the page, which shows the screen of the path. `web/src/routes.ts` has a screen
 * for each.
 */
export const CLIENT_ROUTES: readonly string[] = [
  '/',
  '/start',
  '/sessions',
  '/sessions/:id',
  '/sessions/:id/events',
  '/sessions/:id/domains',
  '/sessions/:id/pages',
  '/sessions/:id/pages/:step',
  '/sessions/:id/graph',
  '/sessions/:id/mind',
  '/sessions/:id/domains/:domain',
  '/compare',
  '/experiments',
  '/experiments/:id',
  '/spiders',
  '/spiders/:id',
  '/topics/:id/labels',
  '/topics/:id/pages',
  '/topics/:id/domains',
  '/topics',
  '/topics/:id',
  '/models/:id',
  '/monitors',
  '/monitors/:id',
  '/schedules',
  '/schedules/:id',
  '/operate',
  '/operate/:part',
];

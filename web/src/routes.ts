/**
 * The console's addresses, each with its screen. The service serves the page at the same ones
 * (`src/modules/service/console/console-files.ts`).
 */
export const ROUTES = {
  overview: '/',
  sessions: '/sessions',
  start: '/start',
  session: '/sessions/:id',
  events: '/sessions/:id/events',
  domains: '/sessions/:id/domains',
  pages: '/sessions/:id/pages',
  page: '/sessions/:id/pages/:step',
  graph: '/sessions/:id/graph',
  learnedState: '/sessions/:id/learned-state',
  domain: '/sessions/:id/domains/:domain',
  compare: '/compare',
  experiments: '/experiments',
  experiment: '/experiments/:id',
  spiders: '/spiders',
  spider: '/spiders/:id',
  labels: '/topics/:id/labels',
  results: '/topics/:id/pages',
  collectedDomains: '/topics/:id/domains',
  shared: '/shared',
  topics: '/topics',
  topic: '/topics/:id',
  model: '/models/:id',
  monitors: '/monitors',
  monitor: '/monitors/:id',
  schedules: '/schedules',
  schedule: '/schedules/:id',
  operate: '/operate',
  operatePart: '/operate/:part',
} as const;

export type ScreenName = keyof typeof ROUTES;

export interface Place {
  readonly screen: ScreenName;
  /** Value of the first parameter of the pattern (`:id`); empty if it has none. */
  readonly id: string;
  /** Value of the second parameter: the shown part. */
  readonly part: string;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** The screen at an address; null if there is none. */
export function placeOf(path: string): Place | null {
  const parts = partsOf(path);
  for (const [screen, pattern] of Object.entries(ROUTES) as [ScreenName, string][]) {
    const wanted = partsOf(pattern);
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, i) => part.startsWith(':') || part === parts[i])) continue;
    const [id = '', part = ''] = parts.filter((_, i) => wanted[i]?.startsWith(':')).map(readable);
    return { screen, id, part };
  }
  return null;
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a screen. @param values what stands in it where its pattern has names, in their order */
export function pathTo(screen: ScreenName, ...values: readonly string[]): string {
  const rest = [...values];
  return ROUTES[screen].replaceAll(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''));
}

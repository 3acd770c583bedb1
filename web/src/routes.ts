/** The console's addresses, each with its screen. The service serves the page at the same ones (`src/modules/console/client-routes.ts`). */
export const ROUTES = {
  sessions: '/',
  start: '/start',
  session: '/sessions/:id',
  domains: '/sessions/:id/domains',
  labels: '/topics/:id/labels',
} as const;

export type ScreenName = keyof typeof ROUTES;

export interface Place {
  readonly screen: ScreenName;
  /** What stands in the address where the pattern has `:id`; empty in those that have none. */
  readonly id: string;
}

/** What an address leads to; null when nothing is there. */
export function placeOf(path: string): Place | null {
  const parts = path.split('/').filter((part) => part !== '');
  for (const [screen, pattern] of Object.entries(ROUTES) as [ScreenName, string][]) {
    const wanted = pattern.split('/').filter((part) => part !== '');
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, i) => part.startsWith(':') || part === parts[i])) continue;
    const at = wanted.indexOf(':id');
    return { screen, id: at < 0 ? '' : readable(parts[at] ?? '') };
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

/** The address of a screen. */
export const pathTo = (screen: ScreenName, id = ''): string => ROUTES[screen].replace(':id', encodeURIComponent(id));

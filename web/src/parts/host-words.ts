import { duration } from './words.js';

/** Why a host is not fetched from, as the API names it. */
export type HostState =
  | 'ROBOTS_UNREACHABLE'
  | 'CIRCUIT_OPEN'
  | 'RETRY_AFTER'
  | 'DELAY'
  | 'HELD'
  | 'GIVEN_UP'
  | 'DOMAIN_CAP'
  | 'ROBOTS_DENIED';

export interface HostWords {
  readonly name: string;
  readonly meaning: string;
}

export const HOST_STATES: Readonly<Record<HostState, HostWords>> = {
  ROBOTS_UNREACHABLE: {
    name: 'robots.txt unreachable',
    meaning: 'Its robots.txt could not be fetched. Until it can be, nothing of the host may be fetched.',
  },
  CIRCUIT_OPEN: {
    name: 'Circuit open',
    meaning: 'Too many requests failed in a row. The host gets no requests for a while, then one on trial.',
  },
  RETRY_AFTER: { name: 'Retry-After', meaning: 'The host asked for no requests until then.' },
  DELAY: { name: 'Delay', meaning: 'Its next turn is later: fetches from one host have a minimum delay.' },
  HELD: {
    name: 'Held',
    meaning:
      'Its last fetches brought nothing: refusals, challenges, login pages, soft 404s or one list. Its candidates wait, and it is probed now and then.',
  },
  GIVEN_UP: { name: 'Given up', meaning: 'It failed too often in a row. The session sends it no more requests.' },
  DOMAIN_CAP: { name: 'Page limit reached', meaning: 'The session has as many pages of the domain as it may have.' },
  ROBOTS_DENIED: { name: 'Denied in part', meaning: 'Its robots.txt forbids some URLs. Others may be fetched.' },
};

/** States that are about robots.txt, and not about the pace. */
export const isOfRobots = (state: HostState): boolean => state === 'ROBOTS_UNREACHABLE' || state === 'ROBOTS_DENIED';

/** Until when somebody waits, in words. */
export function untilInWords(iso: string | null, now: number): string {
  if (iso === null) return '–';
  const seconds = (Date.parse(iso) - now) / 1_000;
  return seconds <= 0 ? 'now' : `in ${duration(seconds)}`;
}

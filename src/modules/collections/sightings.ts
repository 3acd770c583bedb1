import type { StepOutcome } from '../../domain/fetching/index.js';
import type { PageChange } from '../../domain/session/index.js';
import { registrableDomain } from '../../domain/url/index.js';

/** What a collection asks of a step of a session. */
export interface SightedStep {
  readonly step: number;
  readonly seq: number;
  /** The canonical URL that was reached. */
  readonly url: string;
  readonly host: string;
  readonly outcome: StepOutcome;
  readonly httpStatus: number | null;
  readonly fetchedAt: Date;
  readonly change: PageChange | null;
  /** Of the page whose link was followed; null for a seed. */
  readonly sourceHost: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly probability: number;
  readonly relevant: boolean;
  /** Of its text; null where it is not compared. */
  readonly textKey: bigint | null;
}

/** What steps of a session say of one URL. Without a step that brought the page nothing is known of it. */
export interface Sighting extends Seen {
  readonly url: string;
  readonly host: string;
  /** The newest step that brought the page, and its place in the log; null where none did. */
  readonly step: number | null;
  readonly seq: number | null;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  readonly changedAt: Date | null;
  readonly goneAt: Date | null;
  /** The other domain whose page led to it, of the first step that brought the page; null for a seed, and within its domain. */
  readonly via: string | null;
}

/** What the newest step says of the page. */
interface Seen {
  readonly title: string | null;
  readonly language: string | null;
  readonly probability: number | null;
  readonly relevant: boolean | null;
  readonly textKey: bigint | null;
}

/** How servers say that a page is not there any more. */
const GONE = new Set([404, 410]);

/** One sighting for each URL. @param steps in the order of the log; others than pages and pages that are gone tell nothing */
export function sightingsOf(steps: readonly SightedStep[]): Sighting[] {
  const sightings = new Map<string, Sighting>();
  for (const { url, host, outcome, httpStatus, fetchedAt, change, sourceHost, ...seen } of steps) {
    const isPage = outcome === 'page';
    if (!isPage && !GONE.has(httpStatus ?? 0)) continue;
    const before = sightings.get(url) ?? { url, host, ...NOTHING };
    sightings.set(
      url,
      isPage
        ? {
            ...before,
            ...seen,
            firstAt: before.firstAt !== null && before.firstAt < fetchedAt ? before.firstAt : fetchedAt,
            lastAt: later(before.lastAt, fetchedAt),
            via: before.step === null ? viaOf(host, sourceHost) : before.via,
            changedAt: change === 'changed' ? later(before.changedAt, fetchedAt) : before.changedAt,
          }
        : { ...before, goneAt: later(before.goneAt, fetchedAt) },
    );
  }
  return [...sightings.values()];
}

const NOTHING = {
  ...{ step: null, seq: null, firstAt: null, lastAt: null, changedAt: null, goneAt: null, via: null },
  ...{ title: null, language: null, probability: null, relevant: null, textKey: null },
};

function viaOf(host: string, sourceHost: string | null): string | null {
  if (sourceHost === null || sourceHost === host) return null;
  const domain = registrableDomain(sourceHost);
  return domain === registrableDomain(host) ? null : domain;
}

const later = (before: Date | null, now: Date): Date => (before !== null && before > now ? before : now);

import type { StepOutcome } from '../../../domain/fetching/index.js';
import type { PageChange } from '../../../domain/session/index.js';
import { registrableDomain } from '../../../domain/url/index.js';

/** The fields of a session's step used by a collection. */
export interface SightedStep {
  readonly step: number;
  readonly seq: number;
  /** The canonical final URL. */
  readonly url: string;
  readonly host: string;
  readonly outcome: StepOutcome;
  readonly httpStatus: number | null;
  readonly fetchedAt: Date;
  readonly change: PageChange | null;
  /** Host of the page whose link was followed; null for a seed. */
  readonly sourceHost: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly probability: number;
  readonly relevant: boolean;
  /** Key of its text; null if it is not compared. */
  readonly textKey: bigint | null;
}

/** The result of a session's steps for one URL. Without a step with the page its contents are unknown. */
export interface Sighting extends Seen {
  readonly url: string;
  readonly host: string;
  /** The newest step with the page, and its position in the log; null if there is none. */
  readonly step: number | null;
  readonly seq: number | null;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  readonly changedAt: Date | null;
  readonly goneAt: Date | null;
  /**
   * The other domain whose page linked to it, for the first step with the page; null for a seed, and within its domain.
   */
  readonly via: string | null;
}

/** The page according to its newest step. */
interface Seen {
  readonly title: string | null;
  readonly language: string | null;
  readonly probability: number | null;
  readonly relevant: boolean | null;
  readonly textKey: bigint | null;
}

/** Statuses of a page that is gone. */
const GONE = new Set([404, 410]);

/** One sighting for each URL. @param steps in the order of the log; only pages and gone pages count */
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

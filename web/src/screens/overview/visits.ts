/** Further looks within this time are one visit. */
const VISIT_MS = 30 * 60_000;
const [DAY_MS, WEEK_MS] = [86_400_000, 7 * 86_400_000];

/** Visits of the overview: the browser keeps them. */
export interface Visits {
  /** End of the visit before this one, epoch ms; null on the first visit. */
  readonly before: number | null;
  /** The newest look, epoch ms. */
  readonly seen: number;
}

/** The visits with one more look. */
export function looked(visits: Visits | null, now: number): Visits {
  if (visits === null) return { before: null, seen: now };
  return { before: now - visits.seen > VISIT_MS ? visits.seen : visits.before, seen: now };
}

/** Stored visits; null where none are stored, or where they cannot be read. */
export function visitsFrom(stored: string | null): Visits | null {
  try {
    const visits = JSON.parse(stored ?? 'null') as Partial<Visits> | null;
    if (typeof visits?.seen !== 'number') return null;
    return { before: typeof visits.before === 'number' ? visits.before : null, seen: visits.seen };
  } catch {
    return null;
  }
}

export const SINCE = ['visit', 'day', 'week'] as const;
export type Since = (typeof SINCE)[number];

/** The start of what counts as new, epoch ms. Without an earlier visit: a week ago. */
export function sinceWhen(since: Since, { before }: Visits, now: number): number {
  if (since === 'day') return now - DAY_MS;
  return since === 'visit' && before !== null ? before : now - WEEK_MS;
}

/** The choice that an address names. */
export const sinceIn = (text: string | null, { before }: Visits): Since =>
  SINCE.find((one) => one === text && (one !== 'visit' || before !== null)) ?? (before === null ? 'week' : 'visit');

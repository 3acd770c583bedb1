import { hoursUntilLook } from '../../../domain/monitoring/index.js';
import { isForager, type MonitorSettings } from './monitor.js';

/** A watched page as stored. */
export interface WatchedRow {
  readonly id: string;
  readonly url: string;
  readonly state: 'WATCHED' | 'GONE';
  readonly title: string | null;
  readonly probability: number | null;
  readonly looks: number;
  readonly changes: number;
  /** Changes per hour. */
  readonly rate: number;
  readonly misses: number;
  readonly lookedAt: Date | null;
  readonly changedAt: Date | null;
  readonly createdAt: Date;
}

/** The same for users. */
export interface WatchedPage extends Omit<WatchedRow, 'rate'> {
  readonly changesPerDay: number;
  readonly dueAt: Date | null;
}

const HOURS_OF_DAY = 24;
const HOUR_MS = 3_600_000;

export function watchedPage({ rate, ...page }: WatchedRow, { policy, ...settings }: MonitorSettings): WatchedPage {
  const gone = page.state === 'GONE';
  const due = (lookedAt: Date): Date | null =>
    isForager(policy)
      ? null
      : new Date(lookedAt.getTime() + HOUR_MS * hoursUntilLook({ rate, gone }, { ...settings, policy }));
  return { ...page, changesPerDay: HOURS_OF_DAY * rate, dueAt: page.lookedAt && due(page.lookedAt) };
}

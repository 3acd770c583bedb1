import type { Recurrence } from './recurrence.js';
import { MAX_COUNTED, MAX_WAITING, type MissedRule, type OverlapRule, type RunState } from './schedule.js';

/** What is known of a schedule when its due time has come. */
export interface DueFacts {
  /** The first due time that nobody has dealt with; not later than `now`. */
  readonly nextDueAt: Date;
  readonly now: Date;
  /** A due time that is older is missed, ms. */
  readonly graceMs: number;
  readonly missed: MissedRule;
  readonly overlap: OverlapRule;
  /** The session of an earlier run has not ended. */
  readonly underWay: boolean;
  /** Runs that wait already, and those of them that were on time. */
  readonly waiting: number;
  readonly waitingOnTime: number;
}

/** A row of the list of runs. */
export interface NewRun {
  readonly dueAt: Date;
  readonly dueUntil: Date;
  readonly dueCount: number;
  readonly missed: boolean;
  readonly state: Extract<RunState, 'WAITING' | 'SKIPPED_MISSED' | 'SKIPPED_OVERLAP'>;
}

export interface DueDecision {
  /** In the order of their due times, each of which is told once. */
  readonly runs: readonly NewRun[];
  /** The first due time that is still to come; null when there is none. */
  readonly nextDueAt: Date | null;
}

/**
 * Decides what becomes of all due times that have come. A due time is missed when the next one has come too, or when it is older than the grace time: then no
 * worker was there in time.
 */
export function decideDue(recurrence: Recurrence, facts: DueFacts): DueDecision {
  const { now, nextDueAt, missed } = facts;
  const next = recurrence.after(now, 1)[0] ?? null;
  const most = missed === 'all' ? Math.max(0, MAX_WAITING - facts.waiting) : 0;
  // The stored due time counts even where another version of the rules of the time zone does not name it.
  const known = recurrence.upTo(now, most + 1).filter((date) => date >= nextDueAt);
  const [newest, ...older] = known.length > 0 ? known : [nextDueAt];
  const isLate = now.getTime() - newest.getTime() > facts.graceMs;
  const isRun = !isLate || missed === 'once' || (missed === 'all' && most > 0);
  const catchUp = missed === 'all' ? older.slice(0, Math.max(0, isLate ? most - 1 : most)).reverse() : [];
  const first = catchUp[0] ?? (isRun ? newest : null);
  return {
    runs: [
      ...skippedBefore(recurrence, nextDueAt, first, newest),
      ...catchUp.map((dueAt) => single(dueAt, 'WAITING', true)),
      ...(isRun ? [newestRun(newest, isLate, catchUp.length, facts)] : []),
    ],
    nextDueAt: next,
  };
}

/** The newest due time waits to be started; one that overlaps may not. */
function newestRun(dueAt: Date, isLate: boolean, catchUp: number, facts: DueFacts): NewRun {
  const isBusy = facts.underWay || facts.waiting + catchUp > 0;
  const mayWait = facts.overlap === 'queue' && facts.waitingOnTime === 0;
  // Those that catch up one by one wait for each other anyhow.
  const waits = !isBusy || mayWait || (isLate && facts.missed === 'all');
  return single(dueAt, waits ? 'WAITING' : 'SKIPPED_OVERLAP', isLate);
}

const single = (dueAt: Date, state: NewRun['state'], missed: boolean): NewRun => ({
  dueAt,
  dueUntil: dueAt,
  dueCount: 1,
  missed,
  state,
});

/** The due times that are given up because they were missed, as one row. @param end the first that is not; null when they all are, up to `newest` */
function skippedBefore(recurrence: Recurrence, from: Date, end: Date | null, newest: Date): NewRun[] {
  if (end !== null && end <= from) return [];
  const [last = from] = end === null ? [newest] : recurrence.upTo(new Date(end.getTime() - 1), 1);
  const dueUntil = last < from ? from : last;
  const others = recurrence.between(from, dueUntil, MAX_COUNTED - 1);
  return [{ dueAt: from, dueUntil, dueCount: 1 + others.length, missed: true, state: 'SKIPPED_MISSED' }];
}

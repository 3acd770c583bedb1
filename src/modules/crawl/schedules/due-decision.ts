import type { Recurrence } from './recurrence.js';
import { MAX_COUNTED, MAX_WAITING, type MissedRule, type OverlapRule, type RunState } from './schedule.js';

/** The state of a schedule at its due time. */
export interface DueFacts {
  /** The first unprocessed due time; not later than `now`. */
  readonly nextDueAt: Date;
  readonly now: Date;
  /** Age at which a due time counts as missed, ms. */
  readonly graceMs: number;
  readonly missed: MissedRule;
  readonly overlap: OverlapRule;
  /** The session of an earlier run has not ended. */
  readonly underWay: boolean;
  /** Waiting runs, and how many of them were on time. */
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
  /** In the order of their due times, each of which occurs once. */
  readonly runs: readonly NewRun[];
  /** The first future due time; null if there is none. */
  readonly nextDueAt: Date | null;
}

/**
 * Decides about all past due times. A due time is missed if the next one has passed too, or if it is older than the
 * grace time: no worker was running in time.
 */
export function decideDue(recurrence: Recurrence, facts: DueFacts): DueDecision {
  const { now, nextDueAt, missed } = facts;
  // The stored due time counts even if another version of the time zone's rules does not include it.
  const due = [nextDueAt, ...recurrence.between(nextDueAt, now, MAX_COUNTED)];
  const isWhole = due.length <= MAX_COUNTED;
  const last = isWhole ? due : recurrence.upTo(now, MAX_WAITING + 2).reverse();
  const newest = last[last.length - 1];
  const isLate = now.getTime() - newest.getTime() > facts.graceMs;
  const most = missed === 'all' ? Math.max(0, MAX_WAITING - facts.waiting) : 0;
  const isRun = !isLate || missed === 'once' || most > 0;
  const older = last.slice(0, -1);
  const catchUp = older.slice(Math.max(0, older.length - Math.max(0, isLate ? most - 1 : most)));
  const taken = catchUp.length + (isRun ? 1 : 0);
  return {
    runs: [
      ...givenUp(nextDueAt, last[last.length - 1 - taken], isWhole ? due.length - taken : MAX_COUNTED),
      ...catchUp.map((dueAt) => single(dueAt, 'WAITING', true)),
      ...(isRun ? [newestRun(newest, isLate, catchUp.length, facts)] : []),
    ],
    nextDueAt: recurrence.after(now, 1)[0] ?? null,
  };
}

/** The newest due time waits to be started; an overlapping one may be skipped. */
function newestRun(dueAt: Date, isLate: boolean, catchUp: number, facts: DueFacts): NewRun {
  const isBusy = facts.underWay || facts.waiting + catchUp > 0;
  const queued = facts.missed === 'all' ? facts.waitingOnTime : facts.waiting;
  const mayWait = facts.overlap === 'queue' && queued === 0;
  // Runs that catch up one by one wait for each other anyway.
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

/** Missed due times that are skipped, as one row. */
function givenUp(dueAt: Date, dueUntil: Date, dueCount: number): NewRun[] {
  return dueCount === 0 ? [] : [{ dueAt, dueUntil, dueCount, missed: true, state: 'SKIPPED_MISSED' }];
}

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
  // The stored due time counts even where another version of the rules of the time zone does not name it.
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

/** The newest due time waits to be started; one that overlaps may not. */
function newestRun(dueAt: Date, isLate: boolean, catchUp: number, facts: DueFacts): NewRun {
  const isBusy = facts.underWay || facts.waiting + catchUp > 0;
  const queued = facts.missed === 'all' ? facts.waitingOnTime : facts.waiting;
  const mayWait = facts.overlap === 'queue' && queued === 0;
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

/** Due times that are left out because they were missed, as one row. */
function givenUp(dueAt: Date, dueUntil: Date, dueCount: number): NewRun[] {
  return dueCount === 0 ? [] : [{ dueAt, dueUntil, dueCount, missed: true, state: 'SKIPPED_MISSED' }];
}

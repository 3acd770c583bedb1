import type { JsonValue } from '../../domain/base/json-value.js';

/** What happens with due times at which no worker was there. */
export const MISSED_RULES = ['skip', 'once', 'all'] as const;
export type MissedRule = (typeof MISSED_RULES)[number];

/** What happens with a due time while the run before has not ended. */
export const OVERLAP_RULES = ['skip', 'queue'] as const;
export type OverlapRule = (typeof OVERLAP_RULES)[number];

export const PAUSE_REASONS = ['user', 'failures'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** What became of a due time. */
export const RUN_STATES = [
  'WAITING',
  'STARTED',
  'FAILED',
  'SKIPPED_MISSED',
  'SKIPPED_OVERLAP',
  'SKIPPED_PAUSED',
] as const;
export type RunState = (typeof RUN_STATES)[number];

export const MAX_NAME_CHARS = 200;
/** Schedules of one project. */
export const MAX_SCHEDULES = 1_000;
/** Runs that are kept of one schedule, without those that wait. */
export const KEPT_RUNS = 1_000;
/** Runs of one schedule that wait, with those that catch up on missed due times. */
export const MAX_WAITING = 100;
/** Missed due times that are counted; more are told as so many. */
export const MAX_COUNTED = 5_000;
/** Failures in a row after which a schedule is paused. */
export const MAX_FAILURES = 5;
/** Next due times that may be asked for, and how many there are when no number is given. */
export const MAX_NEXT_RUNS = 50;
export const DEFAULT_NEXT_RUNS = 5;

/** An object as it is stored. */
export type ActionSettings = Readonly<Record<string, JsonValue>>;

/** What a schedule does, and with what. */
export interface StoredAction {
  readonly kind: string;
  readonly settings: ActionSettings;
}

/** What may be changed of a schedule. */
export interface ScheduleSettings {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly action: StoredAction;
  readonly missed: MissedRule;
  readonly overlap: OverlapRule;
}

/** A schedule as it is stored. */
export interface Schedule extends ScheduleSettings {
  readonly id: string;
  readonly pausedAt: Date | null;
  readonly pauseReason: PauseReason | null;
  /** The first due time that nobody has dealt with; null while it is paused. */
  readonly nextDueAt: Date | null;
  /** The session of the last run that was started, until it is known to have ended. */
  readonly sessionId: string | null;
  /** Runs in a row that could not be started, or whose session failed. */
  readonly failures: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What became of a due time, or of several that were missed together. */
export interface ScheduleRun {
  readonly id: string;
  readonly scheduleId: string;
  readonly dueAt: Date;
  readonly dueUntil: Date;
  readonly dueCount: number;
  readonly missed: boolean;
  readonly state: RunState;
  readonly reason: string | null;
  readonly error: string | null;
  readonly sessionId: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
}

/** How the schedules of all projects stand. */
export interface SchedulesStanding {
  /** Schedules that wait for their due time. */
  readonly waiting: number;
  readonly due: number;
  /** By a user. */
  readonly paused: number;
  /** Paused after failures. */
  readonly failed: number;
  /** For how long the earliest due time that no worker has dealt with is over. */
  readonly lateSeconds: number;
  readonly runsWaiting: number;
}

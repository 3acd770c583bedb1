import type { JsonValue } from '../../../domain/base/json-value.js';
import { Injectable } from '@nestjs/common';

/** Handling of due times at which no worker was running. */
export const MISSED_RULES = ['skip', 'once', 'all'] as const;
export type MissedRule = (typeof MISSED_RULES)[number];

/** Handling of a due time while the previous run has not ended. */
export const OVERLAP_RULES = ['skip', 'queue'] as const;
export type OverlapRule = (typeof OVERLAP_RULES)[number];

export const PAUSE_REASONS = ['user', 'failures'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** The result of a due time. */
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
/** Most schedules per project. */
export const MAX_SCHEDULES = 1_000;
/** Most runs kept per schedule, without waiting ones. */
export const KEPT_RUNS = 1_000;
/** Most waiting runs per schedule, including those for missed due times. */
export const MAX_WAITING = 100;
/** Limit for counting missed due times. */
export const MAX_COUNTED = 5_000;
/** Consecutive failures after which a schedule is paused. */
export const MAX_FAILURES = 5;
/** Limit for requested due times, and the default number. */
export const MAX_NEXT_RUNS = 50;
export const DEFAULT_NEXT_RUNS = 5;

/** A stored object. */
export type ActionSettings = Readonly<Record<string, JsonValue>>;

/** The action of a schedule with its settings. */
export interface StoredAction {
  readonly kind: string;
  readonly settings: ActionSettings;
}

/** The settings that users can change. */
export interface ScheduleSettings {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly action: StoredAction;
  readonly missed: MissedRule;
  readonly overlap: OverlapRule;
}

/** A schedule as stored. */
export interface Schedule extends ScheduleSettings {
  readonly id: string;
  readonly pausedAt: Date | null;
  readonly pauseReason: PauseReason | null;
  /** The first unprocessed due time; null while it is paused. */
  readonly nextDueAt: Date | null;
  /** The session of the last started run, until its end is known. */
  readonly sessionId: string | null;
  /** Consecutive runs that could not be started, or whose session failed. */
  readonly failures: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The result of a due time, or of several that were missed together. */
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

/** The state of all projects' schedules. */
export interface SchedulesStanding {
  /** Schedules waiting for their due time. */
  readonly waiting: number;
  readonly due: number;
  /** By a user. */
  readonly paused: number;
  /** Paused after failures. */
  readonly failed: number;
  /** Delay of the earliest unprocessed due time. */
  readonly lateSeconds: number;
  readonly runsWaiting: number;
}

/** The clock of schedules. Tests and benchmarks replace it. */
@Injectable()
export class ScheduleClock {
  /** Milliseconds since 1970. */
  now(): number {
    return Date.now();
  }
}

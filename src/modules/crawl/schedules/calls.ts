import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createSchedule: 'Start sessions or runs of a monitor at the due times of a cron expression',
  listSchedules: 'Schedules, newest first',
  getSchedule: 'A schedule: when it is due, what it does, and whether it is paused',
  updateSchedule: 'Change a schedule. A new expression or time zone counts from now on',
  pauseSchedule: 'Pause a schedule. Nothing starts until it is resumed, and waiting runs are skipped',
  resumeSchedule: 'Continue a schedule with the next due time. Due times during the pause are skipped',
  deleteSchedule: 'Delete a schedule with its list of runs. Sessions that it has started stay and go on',
  getNextRuns: 'When a schedule is due next, within 20 years. Of a paused one: when it would be',
  previewSchedule: 'When an expression is due next in a time zone, within 20 years. Nothing is stored',
  listScheduleRuns: 'Runs of a schedule, one for each due time, newest first. The service keeps the newest 1000',
} as const;

export const Call = operationsOf(CALLS);

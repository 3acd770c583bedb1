import { operationsOf } from '../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createSchedule: 'Start sessions again and again, by the calendar',
  listSchedules: 'Schedules, newest first',
  getSchedule: 'A schedule: when it is due, what it does, and whether it is paused',
  updateSchedule: 'Change a schedule. A new expression or time zone counts from now on',
  pauseSchedule: 'Pause a schedule. Nothing is started until it is resumed, and what waits is given up',
  resumeSchedule: 'Continue a schedule with the next due time. What was due meanwhile is left out',
  deleteSchedule: 'Delete a schedule with its list of runs. Sessions that it has started stay and go on',
  getNextRuns: 'When a schedule is due next, within 20 years. Of a paused one: when it would be',
  previewSchedule: 'When an expression is due next in a time zone, within 20 years. Nothing is stored',
  listScheduleRuns: 'What became of the due times of a schedule, newest first. The last 1000 are kept',
} as const;

export const Call = operationsOf(CALLS);

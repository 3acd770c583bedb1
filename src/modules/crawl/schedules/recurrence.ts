import { Cron } from 'croner';
import { DomainError, invalid } from '../../../platform/errors/index.js';

/** The shortest interval that a cron expression of five fields can express, s. */
const LEAST_INTERVAL_SECONDS = 60;
export const MAX_CRON_CHARS = 200;
export const MAX_ZONE_CHARS = 100;

const CRON =
  'five fields, minute hour day-of-month month day-of-week, such as "30 6 * * MON-FRI", or one of @hourly, @daily, @weekly, @monthly, @yearly';
const ZONE = 'the name of an IANA time zone, such as Europe/Berlin or UTC';
const NICKNAMES = new Set(['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually']);
/** Consecutive due times checked for the shortest interval: hours and weekdays repeat within this number. */
const LOOKED_AT = 500;

/**
 * The due times of a cron expression in a time zone.
 *
 * When the clock of the zone changes: a due time in a skipped hour is due at the first moment after it. A due time in a
 * repeated hour is due the first time. Expressions with `*` or a step in the minute or the hour mean intervals: they
 * have no due time in a skipped hour, and twice the due times in a repeated hour.
 */
export class Recurrence {
  private readonly cron: Cron;

  /** @throws DomainError VALIDATION_FAILED naming `cron` or `timeZone` */
  constructor(cron: string, timeZone: string) {
    const timezone = checkedZone(timeZone);
    const fields = cron.trim().split(/\s+/);
    if (fields.length !== 5 && !NICKNAMES.has(cron.trim().toLowerCase()))
      throw invalid('cron', `cron: ${JSON.stringify(cron)} does not have five fields`, CRON);
    try {
      this.cron = new Cron(fields.join(' '), {
        timezone,
        mode: '5-part',
        paused: true,
        fixedTimeRule: 'no-wildcard',
      });
    } catch (error) {
      const text = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
      // croner counts days and months from 0 there.
      const why = text.replace(/(?<=value for (?:day|month|nearestWeekdays): )-?\d+$/, (value) =>
        String(Number(value) + 1),
      );
      throw invalid('cron', `cron: ${why}`, CRON);
    }
  }

  /** The next due times after the given moment; fewer if there are no more. */
  after(moment: Date, count: number): Date[] {
    return this.cron.nextRuns(count, moment);
  }

  /** The first due times after one moment, up to and including another one, with a limit. */
  between(from: Date, to: Date, most: number): Date[] {
    const found: Date[] = [];
    for (let size = 8; found.length < most; size = Math.min(2 * size, 512)) {
      const more = this.after(found.at(-1) ?? from, Math.min(size, most - found.length));
      const past = more.findIndex((date) => date > to);
      if (past >= 0 || more.length === 0) return [...found, ...more.slice(0, Math.max(0, past))];
      found.push(...more);
    }
    return found;
  }

  /** The last due times up to and including the given moment, newest first. */
  upTo(moment: Date, count: number): Date[] {
    return this.cron.previousRuns(count, new Date(moment.getTime() + 1));
  }
}

/**
 * A valid recurrence for a schedule.
 *
 * @param leastSeconds between two due times
 * @throws DomainError VALIDATION_FAILED naming `cron` or `timeZone`; also for an expression that is never due, or due
 * too often
 */
export function checkedRecurrence(cron: string, timeZone: string, now: Date, leastSeconds: number): Recurrence {
  const recurrence = new Recurrence(cron, timeZone);
  const due = recurrence.after(now, leastSeconds > LEAST_INTERVAL_SECONDS ? LOOKED_AT : 1);
  if (due.length === 0)
    throw invalid('cron', 'cron: this is never due', 'an expression that names days that there are');
  const tooSoon = due.find((date, i) => i > 0 && date.getTime() - due[i - 1].getTime() < 1_000 * leastSeconds);
  if (tooSoon !== undefined)
    throw invalid(
      'cron',
      `cron: this is due less than ${leastSeconds} s after the time before, as on ${tooSoon.toISOString()}`,
      `due times that are at least ${leastSeconds} s apart (the operator's setting SCHEDULE_MIN_INTERVAL_SECONDS)`,
    );
  return recurrence;
}

function checkedZone(timeZone: string): string {
  try {
    // Offsets such as +02:00 are not zones: they have no daylight saving time.
    if (/^[a-z]/i.test(timeZone)) return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw invalid('timeZone', `timeZone: there is no time zone ${JSON.stringify(timeZone)}`, ZONE);
}

/** A stored recurrence, which was checked before; null if this version of the service cannot read it any more. */
export function storedRecurrence(cron: string, timeZone: string): Recurrence | null {
  try {
    return new Recurrence(cron, timeZone);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

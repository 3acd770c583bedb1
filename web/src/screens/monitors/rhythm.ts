import { counted, decimal } from '../../parts/words.js';

/** A span of hours in words, such as `3 days`. */
export function spanInWords(hours: number): string {
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute');
  if (hours < 36) return counted(Math.round(hours), 'hour');
  if (hours < 24 * 60) return counted(Math.round(hours / 24), 'day');
  return counted(Math.round(hours / (24 * 30.4)), 'month');
}

interface History {
  readonly changesPerDay: number;
  readonly looks: number;
  readonly changes: number;
}

/** The change rate of a page by its history; a short history says little. */
export function changesInWords({ changesPerDay, looks, changes }: History): string {
  if (looks === 0) return 'not known yet';
  if (changes === 0) return looks === 1 ? 'no change in 1 check' : `no change in ${decimal(looks)} checks`;
  return changesPerDay <= 0 ? 'hardly ever' : `about every ${spanInWords(24 / changesPerDay).replace(/^1 /, '')}`;
}

/** When a page is checked next. */
export function dueInWords(dueAt: string | null, now: number): string {
  if (dueAt === null) return '–';
  const hours = (Date.parse(dueAt) - now) / 3_600_000;
  return hours <= 0 ? 'at the next run' : `in ${spanInWords(hours)} or later`;
}

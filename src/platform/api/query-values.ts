import { isDecimal } from '../errors/index.js';

/** Converts query string values that are valid; leaves others for the validation to refuse. */

interface Given {
  readonly value: unknown;
}
/** A calendar date, optionally with a time and its zone. */
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** `?flag=true` as a boolean. */
export const queryFlag = ({ value }: Given): unknown => (value === 'true' ? true : value === 'false' ? false : value);

/** `?depthMin=3` as a number. */
export const queryNumber = ({ value }: Given): unknown =>
  typeof value === 'string' && isDecimal(value) ? Number(value) : value;

/**
 * Valid from year 1 on. `Date` itself reads 30 February as 1 or 2 March, and accepts years that PostgreSQL does not
 * have.
 */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= (days[month - 1] ?? 0);
}

/** `?fetchedFrom=2026-11-01T00:00:00Z` as a date; only existing calendar days. GraphQL passes dates already. */
export const queryDate = ({ value }: Given): unknown => {
  if (typeof value !== 'string') return value;
  const parts = MOMENT.exec(value);
  if (!parts || !isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return value;
  // Without a zone, JavaScript would use the machine's.
  const date = new Date(parts[4] === undefined || parts[7] !== undefined ? value : `${value}Z`);
  return Number.isNaN(date.getTime()) ? value : date;
};

/** Parses a moment as `Date.toISOString` writes it, with a year that databases support; null otherwise. */
export function exactMoment(text: string): Date | null {
  const parts = MOMENT.exec(text);
  if (!parts || !isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return null;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text ? date : null;
}

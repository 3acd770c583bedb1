/** A zone at the end of a date; without one, `Date.parse` would use this machine's. */
const ZONE = /(?:[a-z]|:\d\d(?:\.\d{1,9})?\s?[+-]\d\d:?\d\d|\))$/i;
const ISO_TIME = /^\d{4}-\d\d-\d\dt/i;

/** Epoch ms of a date in RFC 822, RFC 850 or ISO 8601 form, UTC if it names no zone; NaN if invalid. */
export function timeOf(text: string): number {
  const date = text.trim();
  if (ISO_TIME.test(date)) return Date.parse(ZONE.test(date) ? date : `${date}Z`);
  return Date.parse(ZONE.test(date) ? date : `${date} UTC`);
}

/** A zone at the end of a date; without one, `Date.parse` would use this machine's. */
const ZONE = /(?:[a-z]|:\d\d(?:\.\d{1,9})?\s?[+-]\d\d:?\d\d|\))$/i;
/** Zones whose names `Date.parse` does not know, as offsets. Other names have several meanings. */
const ZONES: ReadonlyMap<string, string> = new Map([
  ['CET', '+0100'],
  ['CEST', '+0200'],
  ['EET', '+0200'],
  ['EEST', '+0300'],
  ['JST', '+0900'],
  ['MSK', '+0300'],
]);
const ZONE_NAME = /\b[A-Z]{3,4}$/;
/** A blank before the offset of an ISO 8601 time, and an offset of hours alone. */
const ISO_OFFSET = /\s?([+-]\d\d)(?::?(\d\d))?$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dt/i;

/** Epoch ms of a date in RFC 822, RFC 850 or ISO 8601 form, UTC if it names no zone; NaN if invalid. */
export function timeOf(text: string): number {
  const date = text.trim().replace(ZONE_NAME, (name) => ZONES.get(name) ?? name);
  if (ISO_TIME.test(date)) return isoTimeOf(date);
  return Date.parse(ZONE.test(date) ? date : `${date} UTC`);
}

/** Epoch ms of a date and a time; the date itself has a hyphen too. */
function isoTimeOf(text: string): number {
  const [day, time] = [text.slice(0, 11), text.slice(11)];
  const whole =
    day + time.replace(',', '.').replace(ISO_OFFSET, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);
  return Date.parse(ZONE.test(whole) ? whole : `${whole}Z`);
}

/** Words in a path that indicate a calendar. */
const CALENDAR_WORD =
  /(?:^|[^a-z])(?:i?cal|calendars?|kalender|calendrier|calendario|agenda|events?|schedule|datepicker|termine|veranstaltungen)(?:[^a-z]|$)/;
/** Parameters with a day or month of a calendar. A year alone does not count: it may be that of a film or a car. */
const DATE_NAME =
  '[?&;](?:[a-z]+[-_.])*(?:month|day|week|date|monat|datum|mois|fecha|mes|time|timestamp|ts)(?:[-_.][a-z]+)*=';
const DATE_PARAMETER = new RegExp(DATE_NAME);
/** Years that calendars reach before their span is too long. A narrow range excludes ids. */
const YEAR = '((?:1[89]|2[0-4])\\d\\d)';
const MONTH = '(0[1-9]|1[0-2])';
const DAY = '(?:[0-2]\\d|3[01])';
/** Year and month with a separator, `2026-05-01` or adjacent path segments, or run together, `20260501`. */
const YEAR_MONTH = new RegExp(
  `(?:^|\\D)${YEAR}(?:[-/_.](?:${MONTH}|([1-9]))(?!\\d)(?:[-/_.](?:${DAY}|\\d)(?!\\d))?|${MONTH}${DAY}?(?!\\d))`,
);
const YEAR_PARAMETER = /[?&;](?:[a-z]+[-_.])*(?:y|yr|year|jahr|annee|anno)=(\d{4})(?!\d)/;
const MONTH_PARAMETER = /[?&;](?:[a-z]+[-_.])*(?:m|mo|mon|month|monat|mois|mes)=(0?[1-9]|1[0-2])(?!\d)/;
/** Seconds or milliseconds since 1970. */
const TIMESTAMP = new RegExp(`${DATE_NAME}(\\d{9,10})(?:\\d{3})?(?!\\d)`);
const SECONDS_PER_MONTH = 2_629_746;
/**
 * Text that may follow a date in the path of a calendar's view; other words indicate the page of one event or article.
 */
const VIEW_END = /^(?:\/|day|week|month|list|view)*(?:index)?(?:\.\w{1,5})?$/;

const months = (year: string, month: string): number => Number(year) * 12 + Number(month) - 1;

function monthIn(text: string): { month: number; end: number } | null {
  const date = YEAR_MONTH.exec(text);
  return date && { month: months(date[1], date[2] ?? date[3] ?? date[4]), end: date.index + date[0].length };
}

/**
 * The month of a calendar's view, counted from the year 0; null for other URLs.
 *
 * @param pathAndQuery in lower case
 */
export function calendarMonth(pathAndQuery: string): number | null {
  const named = CALENDAR_WORD.test(pathAndQuery);
  const mark = pathAndQuery.indexOf('?');
  const query = mark === -1 ? '' : pathAndQuery.slice(mark);
  if (!named && (query === '' || !DATE_PARAMETER.test(query))) return null;
  if (query !== '') {
    const year = YEAR_PARAMETER.exec(query);
    const month = MONTH_PARAMETER.exec(query);
    if (year !== null && month !== null) return months(year[1], month[1]);
    const inValue = monthIn(query);
    if (inValue !== null) return inValue.month;
    const stamp = TIMESTAMP.exec(query);
    if (stamp !== null) return 1970 * 12 + Math.floor(Number(stamp[1]) / SECONDS_PER_MONTH);
  }
  if (!named) return null;
  const path = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const date = monthIn(path);
  return date !== null && VIEW_END.test(path.slice(date.end)) ? date.month : null;
}

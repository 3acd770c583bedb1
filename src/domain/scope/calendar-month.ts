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
/** The same with the month first, `05-2026` or `12/5/2026`. */
const MONTH_YEAR = new RegExp(`(?:^|\\D)(?:${DAY}[-/_.]|[1-9][-/_.])?(0?[1-9]|1[0-2])[-/_.]${YEAR}(?!\\d)`);
const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** A whole name or its first letters: `mar` and `march`, not `market`. */
const NAME =
  '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:(?<=jan|feb)r?uary|(?<=mar)ch|(?<=apr)il|(?<=jun)e|(?<=jul)y|(?<=aug)ust|(?<=sep)t|(?<=sep)tember|(?<=oct)ober|(?<=nov|dec)ember)?(?![a-z])';
/** A year beside the name of a month, `may-2026` or `2026/may`. */
const NAMED_MONTH = new RegExp(`(?:^|[^a-z])(?:${NAME}[-/_.+]+${YEAR}(?!\\d)|${YEAR}[-/_.+]+${NAME})`);
const NAMED_MONTH_PARAMETER = new RegExp(`[?&;](?:[a-z]+[-_.])*(?:m|mo|mon|month|monat|mois|mes)=${NAME}`);
/** A year and the number of a week, `2026-w05`. */
const YEAR_WEEK = new RegExp(`(?:^|\\D)${YEAR}[-/_.]?(?:w|kw|week)[-/_.]?([0-4]?\\d|5[0-3])(?!\\d)`);
const WEEKS_PER_MONTH = 4.42;
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

const monthNamed = (name: string): string => String(1 + NAMES.indexOf(name));

function monthIn(text: string): { month: number; end: number } | null {
  const found = (date: RegExpExecArray, month: number): { month: number; end: number } => ({
    month,
    end: date.index + date[0].length,
  });
  const date = YEAR_MONTH.exec(text);
  if (date !== null) return found(date, months(date[1], date[2] ?? date[3] ?? date[4]));
  const reversed = MONTH_YEAR.exec(text);
  if (reversed !== null) return found(reversed, months(reversed[2], reversed[1]));
  const week = YEAR_WEEK.exec(text);
  if (week !== null)
    return found(week, months(week[1], '1') + Math.min(11, Math.floor(Number(week[2]) / WEEKS_PER_MONTH)));
  const named = NAMED_MONTH.exec(text);
  return named && found(named, months(named[2] ?? named[3], monthNamed(named[1] ?? named[4])));
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
    const name = NAMED_MONTH_PARAMETER.exec(query);
    if (year !== null && name !== null) return months(year[1], monthNamed(name[1]));
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

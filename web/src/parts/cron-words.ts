/** Cron expressions in words, and the rules of the form of a schedule that become one. */

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const SHORT_DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** When something is done again and again. */
export type Rule =
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly time: string }
  /** Days from Monday, 0, to Sunday, 6. */
  | { readonly every: 'week'; readonly days: readonly number[]; readonly time: string }
  | { readonly every: 'month'; readonly day: number; readonly time: string }
  | { readonly every: 'other'; readonly cron: string };

const NAMED: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
};

const two = (value: number): string => String(value).padStart(2, '0');

function numberIn(text: string, least: number, most: number): number | null {
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

/** A day as cron names it, from Monday, 0, to Sunday, 6; null: it is none. */
function dayIn(text: string): number | null {
  const named = SHORT_DAYS.indexOf(text.toUpperCase() as 'MON');
  if (named >= 0) return named;
  const value = numberIn(text, 0, 7);
  return value === null ? null : (value + 6) % 7;
}

/** Days of a list such as `MON,WED` or `1-5`; null: it is written otherwise. */
function daysIn(text: string): number[] | null {
  const days = new Set<number>();
  for (const part of text.split(',')) {
    const [from, to, ...more] = part.split('-');
    const first = dayIn(from ?? '');
    const last = to === undefined ? first : dayIn(to);
    if (first === null || last === null || more.length > 0 || last < first) return null;
    for (let day = first; day <= last; day++) days.add(day);
  }
  return [...days].sort((a, b) => a - b);
}

/** The rule of an expression; `other` where the form has no words for it. */
export function ruleOf(cron: string): Rule {
  const other: Rule = { every: 'other', cron };
  const [minuteText, hourText, dayText, monthText, weekText, ...more] = (NAMED[cron.trim().toLowerCase()] ?? cron)
    .trim()
    .split(/\s+/);
  if (weekText === undefined || more.length > 0 || monthText !== '*') return other;
  const minute = numberIn(minuteText ?? '', 0, 59);
  if (minute === null) return other;
  if (hourText === '*') return dayText === '*' && weekText === '*' ? { every: 'hour', minute } : other;
  const hour = numberIn(hourText ?? '', 0, 23);
  if (hour === null) return other;
  const time = `${two(hour)}:${two(minute)}`;
  if (dayText === '*' && weekText === '*') return { every: 'day', time };
  if (dayText === '*') {
    const days = daysIn(weekText);
    return days === null ? other : { every: 'week', days, time };
  }
  const day = weekText === '*' ? numberIn(dayText ?? '', 1, 31) : null;
  return day === null ? other : { every: 'month', day, time };
}

const clock = (time: string): string => {
  const [hour = '0', minute = '0'] = time.split(':');
  return `${Number(minute)} ${Number(hour)}`;
};

/** The expression of a rule. A week without days, or no time, has none: ''. */
export function cronOf(rule: Rule): string {
  if (rule.every === 'other') return rule.cron.trim();
  if (rule.every === 'hour') return `${rule.minute} * * * *`;
  if (!/^\d\d:\d\d/.test(rule.time)) return '';
  if (rule.every === 'day') return `${clock(rule.time)} * * *`;
  if (rule.every === 'month') return `${clock(rule.time)} ${rule.day} * *`;
  const days = rule.days.map((day) => SHORT_DAYS[day] ?? '').join(',');
  return days === '' ? '' : `${clock(rule.time)} * * ${days}`;
}

function daysInWords(days: readonly number[]): string {
  if (days.length === 7) return 'day';
  if (days.join() === '0,1,2,3,4') return 'working day';
  const names = days.map((day) => DAYS[day] ?? '');
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** An expression in words, such as `every Monday at 08:00`; others as they are. */
export function cronInWords(cron: string): string {
  const rule = ruleOf(cron);
  switch (rule.every) {
    case 'hour':
      return rule.minute === 0 ? 'every hour' : `every hour, ${rule.minute} minutes past`;
    case 'day':
      return `every day at ${rule.time}`;
    case 'week':
      return `every ${daysInWords(rule.days)} at ${rule.time}`;
    case 'month':
      return `on day ${rule.day} of every month at ${rule.time}`;
    case 'other':
      return `by the cron expression ${rule.cron.trim()}`;
  }
}

const decimal = (value: number): string => (value < 10 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0));
const about = (value: string, unit: string): string => `about ${value} ${unit}${value === '1' ? '' : 's'} left`;

/**
 * The time until a moment, in words; empty for null.
 *
 * @param end ISO date and time; for a past one, less than a minute is left
 * @param now epoch ms
 */
export function timeLeft(end: string | null, now: number): string {
  if (end === null) return '';
  const minutes = (Date.parse(end) - now) / 60_000;
  if (minutes < 1) return 'less than a minute left';
  if (minutes < 90) return about(minutes.toFixed(0), 'minute');
  return minutes < 36 * 60 ? about(decimal(minutes / 60), 'hour') : about(decimal(minutes / 1_440), 'day');
}

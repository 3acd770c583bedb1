const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A size in the unit that makes it readable, thousands at a time. */
export function bytesInWords(bytes: number): string {
  let [rest, unit] = [bytes, 0];
  while (rest >= 999.5 && unit < UNITS.length - 1) {
    rest /= 1_000;
    unit++;
  }
  return `${number.format(rest)} ${UNITS[unit] ?? ''}`;
}

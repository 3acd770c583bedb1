const CAPITALS = /^[A-Z][A-Z0-9_]*$/;

/** A value of an enum as REST spells it: `rate-limited` for RATE_LIMITED. Other values are spelt like this already. */
export const restSpelling = (value: string): string =>
  CAPITALS.test(value) ? value.toLowerCase().replaceAll('_', '-') : value;

/**
 * A GraphQL enum for values that REST writes in lower case: `taken-over` becomes TAKEN_OVER, `auto: no gain` becomes
 * AUTO_NO_GAIN. Pass it to `registerEnumType`.
 */
export function enumOf<T extends string>(values: readonly T[]): Record<string, T> {
  return Object.fromEntries(values.map((value) => [value.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'), value]));
}

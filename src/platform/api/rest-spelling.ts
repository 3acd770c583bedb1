const CAPITALS = /^[A-Z][A-Z0-9_]*$/;

/** A value of an enum as REST spells it: `rate-limited` for RATE_LIMITED. Other values are spelt like this already. */
export const restSpelling = (value: string): string =>
  CAPITALS.test(value) ? value.toLowerCase().replaceAll('_', '-') : value;

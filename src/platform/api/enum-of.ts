/** A GraphQL enum of values that REST has in lower case with hyphens: `taken-over` is TAKEN_OVER. Pass it to `registerEnumType`. */
export function enumOf<T extends string>(values: readonly T[]): Record<string, T> {
  return Object.fromEntries(values.map((value) => [value.toUpperCase().replaceAll('-', '_'), value]));
}

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** The value, not undefined, as it is read after being stored as JSON: dates are texts, undefined fields are gone. */
export const storedForm = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue;

/** Values of query strings, converted where they are what they claim; anything else is left for the validation to refuse. */

/** `?flag=true` as a boolean. */
export const queryFlag = ({ value }: { value: unknown }): unknown => (value === 'true' ? true : value === 'false' ? false : value);

/** `?depthMin=3` as a number. */
export const queryNumber = ({ value }: { value: unknown }): unknown => (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value);

/** `?fetchedFrom=2026-11-01T00:00:00Z` as a date. GraphQL gives dates already. */
export const queryDate = ({ value }: { value: unknown }): unknown => {
  if (typeof value !== 'string') return value;
  const date = new Date(value);
  return /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(date.getTime()) ? date : value;
};

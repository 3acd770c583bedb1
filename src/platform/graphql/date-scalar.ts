import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d))?$/;

/** Dates that are in the calendar, from the year 100: `Date` itself takes 30 February for 1 March, and years that PostgreSQL does not have. */
function read(value: unknown): Date {
  const match = typeof value === 'string' ? RFC_3339.exec(value) : null;
  const [year = 0, month = 0, day = 0] = match?.slice(1, 4).map(Number) ?? [];
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const date = new Date(match?.[0] ?? Number.NaN);
  if (Number.isNaN(date.getTime()) || year < 100 || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) {
    throw new GraphQLError('A DateTime is a date of the calendar such as 2026-11-01 or 2026-11-01T09:54:33Z');
  }
  return date;
}

/** A moment in time, as RFC 3339 writes it. */
export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment in time, such as 2026-11-01T09:54:33.000Z',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339',
  serialize: (value) => (value instanceof Date ? value : new Date(String(value))).toISOString(),
  parseValue: read,
  parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : null),
});

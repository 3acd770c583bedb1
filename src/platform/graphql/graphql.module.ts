import type { DynamicModule } from '@nestjs/common';
import { GraphQLModule, Query, Resolver } from '@nestjs/graphql';
import { FastifyGraphqlDriver } from './driver.js';
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isCalendarDay } from '../api/index.js';

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d))?$/;

function read(value: unknown): Date {
  const match = typeof value === 'string' ? RFC_3339.exec(value) : null;
  const [year = 0, month = 0, day = 0] = match?.slice(1, 4).map(Number) ?? [];
  const date = new Date(match?.[0] ?? Number.NaN);
  if (Number.isNaN(date.getTime()) || !isCalendarDay(year, month, day)) {
    throw new GraphQLError('A DateTime is a date of the calendar such as 2026-11-01 or 2026-11-01T09:54:33Z');
  }
  return date;
}

/** A moment in time in RFC 3339 format. */
const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment in time, such as 2026-11-01T09:54:33.000Z',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339',
  serialize: (value) => (value instanceof Date ? value : new Date(String(value))).toISOString(),
  parseValue: read,
  parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : null),
});

@Resolver()
export class ServiceResolver {
  @Query(() => String, { description: 'Name and version of this API' })
  service(): string {
    return 'Gleaner 0.1';
  }
}

/** GraphQL over HTTP and over graphql-transport-ws; both at /graphql. */
export function graphqlModule(): DynamicModule {
  return GraphQLModule.forRoot({
    driver: FastifyGraphqlDriver,
    path: '/graphql',
    autoSchemaFile: true,
    autoTransformHttpErrors: false,
    // The test of the committed schema covers this check, which would take a fifth of each start.
    buildSchemaOptions: { scalarsMap: [{ type: Date, scalar: DateTimeScalar }], skipCheck: true },
  });
}

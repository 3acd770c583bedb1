import type { DynamicModule } from '@nestjs/common';
import { GraphQLModule, Query, Resolver } from '@nestjs/graphql';
import { DateTimeScalar } from './date-scalar.js';
import { FastifyGraphqlDriver } from './driver.js';

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

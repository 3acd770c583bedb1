import type { DynamicModule } from '@nestjs/common';
import { GraphQLModule, Query, Resolver } from '@nestjs/graphql';
import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius';
import type { FastifyRequest } from 'fastify';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type GraphqlContext, RequestLoaders } from '../api/index.js';
import { ApiKeys } from '../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { DomainError, formatGraphqlErrors } from '../errors/index.js';
import { complexityRule, refuseInvalidSubscription } from './query-cost.js';

/** Proxies close silent connections after a minute. */
const KEEP_ALIVE_MS = 30_000;

@Resolver()
export class ServiceResolver {
  @Query(() => String, { description: 'Name and version of this API' })
  service(): string {
    return 'Gleaner 0.1';
  }
}

interface SocketContext extends GraphqlContext {
  readonly authorized: boolean;
}

function driverConfig(config: AppConfig, keys: ApiKeys): MercuriusDriverConfig {
  return {
    path: '/graphql', graphiql: false, ide: false, autoSchemaFile: true, sortSchema: true,
    queryDepth: config.GRAPHQL_MAX_DEPTH,
    // A cached query would skip the rules, and cost depends on the variables.
    cache: false,
    validationRules: ({ variables }) => [complexityRule(config.GRAPHQL_MAX_COMPLEXITY, variables ?? {})],
    errorFormatter: formatGraphqlErrors,
    context: (): GraphqlContext => ({ loaders: new RequestLoaders() }),
    subscription: {
      keepAlive: KEEP_ALIVE_MS,
      context: (_socket: unknown, request: FastifyRequest): SocketContext =>
        ({ loaders: new RequestLoaders(false), authorized: !keys.required || keys.identify(request.headers.authorization) !== null }),
      // `connection_init` may carry the key; what is returned is merged into the context.
      onConnect: ({ payload }: { payload?: Record<string, unknown> | null }) => {
        const given = payload?.['authorization'] ?? payload?.['Authorization'];
        if (given === undefined || !keys.required) return {};
        return keys.identify(given) === null ? false : { authorized: true };
      },
    },
    hooks: {
      preSubscriptionExecution: (schema: GraphQLSchema, document: DocumentNode, context: unknown) => {
        if (!(context as SocketContext).authorized) throw new DomainError('UNAUTHENTICATED', 'This call needs a valid key');
        refuseInvalidSubscription(schema, document, config.GRAPHQL_MAX_COMPLEXITY);
      },
    },
  };
}

/** GraphQL over HTTP and, for subscriptions, over graphql-transport-ws; both at /graphql. */
export function graphqlModule(): DynamicModule {
  return GraphQLModule.forRootAsync<MercuriusDriverConfig>({ driver: MercuriusDriver, inject: [APP_CONFIG, ApiKeys], useFactory: driverConfig });
}

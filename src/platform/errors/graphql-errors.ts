import { Logger } from '@nestjs/common';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type Failure, failureOf } from './problem.js';

const logger = new Logger('GraphQL');

function formatted(error: GraphQLError, failure: Failure): GraphQLFormattedError {
  const { code, message, field, allowed, details } = failure;
  const extensions = Object.fromEntries(Object.entries({ code, field, allowed, details }).filter(([, value]) => value !== undefined));
  return { message, locations: error.locations, path: error.path, extensions };
}

function format(error: Error, requestId: string | undefined): GraphQLFormattedError[] {
  const cause = error instanceof GraphQLError ? error.originalError : error;
  // Mercurius wraps what is wrong with the query itself into one error.
  const nested = (cause as { errors?: unknown } | undefined)?.errors;
  if (Array.isArray(nested)) return nested.flatMap((inner) => format(inner as Error, requestId));
  const located = error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error });
  // Without an original error it is GraphQL's own: syntax, unknown fields, wrong types of arguments.
  if (cause === undefined || cause === null || cause instanceof GraphQLError) {
    return [formatted(located, { code: 'VALIDATION_FAILED', status: 400, message: located.message, unexpected: false })];
  }
  const mercurius = String((cause as { code?: unknown }).code).startsWith('MER_ERR_GQL');
  const failure: Failure = mercurius ? { code: 'VALIDATION_FAILED', status: 400, message: cause.message, unexpected: false } : failureOf(cause);
  if (failure.unexpected) logger.error({ err: cause, requestId, path: located.path }, 'resolver failed');
  return [formatted(located, failure)];
}

interface Execution {
  readonly data?: unknown;
  readonly errors?: readonly Error[];
}

/** Mercurius' error formatter: each error carries `extensions.code`; 400 when the query itself was refused, 200 when it ran. */
export function formatGraphqlErrors(execution: Execution, context: { readonly reply?: { readonly request: { readonly id: string } } } | null) {
  const requestId = context?.reply?.request.id;
  const errors = (execution.errors ?? []).flatMap((error) => format(error, requestId));
  const ran = execution.data !== undefined && execution.data !== null || errors.some((error) => error.path !== undefined);
  const refused = errors.every((error) => error.extensions?.['code'] === 'VALIDATION_FAILED');
  return { statusCode: ran || !refused ? 200 : 400, response: { data: execution.data ?? null, errors } };
}

import { Logger } from '@nestjs/common';
import { GraphQLError } from 'graphql';
import { logRequestFailure } from './log-request-failure.js';
import { type Failure, failureOf } from './problem.js';

const logger = new Logger('GraphQL');

/** The fields of a GraphQL error beside its message. */
export function graphqlExtensions({
  code,
  field,
  allowed,
  details,
  retryAfterSeconds,
}: Failure): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ code, field, allowed, details, retryAfterSeconds }).filter(([, value]) => value !== undefined),
  );
}

function failureBehind(error: GraphQLError, requestId: string): Failure {
  const { originalError: cause } = error;
  // Without an original error it is GraphQL's own: syntax, unknown fields, wrong argument types.
  if (cause === undefined || cause === null || cause instanceof GraphQLError)
    return { code: 'VALIDATION_FAILED', status: 400, message: error.message, unexpected: false };
  const failure = failureOf(cause);
  if (failure.unexpected) logRequestFailure(logger, cause, 'resolver failed', { requestId, path: error.path });
  return failure;
}

/**
 * Converts an error for clients: with `extensions.code`, and without the message of an unexpected error, which is
 * logged instead. Converted errors are returned unchanged.
 *
 * @param requestId in the log line
 */
export function formatGraphqlError(error: GraphQLError, requestId: string): GraphQLError {
  if (error.originalError === undefined && error.extensions['code'] !== undefined) return error;
  const failure = failureBehind(error, requestId);
  const { nodes, source, positions, path } = error;
  return new GraphQLError(failure.message, { nodes, source, positions, path, extensions: graphqlExtensions(failure) });
}

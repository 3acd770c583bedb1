import { Logger } from '@nestjs/common';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { MercuriusContext } from 'mercurius';
import { type Failure, failureOf } from './problem.js';

const logger = new Logger('GraphQL');

interface Formatted {
  readonly error: GraphQLError;
  readonly status: number;
}

function formatted(error: GraphQLError, failure: Failure): Formatted {
  const { code, message, field, allowed, details, status } = failure;
  const extensions = Object.fromEntries(Object.entries({ code, field, allowed, details }).filter(([, value]) => value !== undefined));
  const { nodes, source, positions, path } = error;
  return { error: new GraphQLError(message, { nodes, source, positions, path, extensions }), status };
}

function format(error: Error, requestId: string | undefined): Formatted[] {
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

/** Mercurius' error formatter: each error carries `extensions.code`. A query that ran answers 200, a refused one with the status of the refusal. */
export function formatGraphqlErrors(
  execution: ExecutionResult & Required<Pick<ExecutionResult, 'errors'>>, context: Partial<MercuriusContext>,
): { statusCode: number; response: ExecutionResult } {
  const all = execution.errors.flatMap((error) => format(error, context.reply?.request.id));
  const ran = (execution.data !== undefined && execution.data !== null) || all.some(({ error }) => error.path !== undefined);
  return {
    statusCode: ran ? 200 : Math.max(400, ...all.map(({ status }) => status)),
    response: { data: execution.data ?? null, errors: all.map(({ error }) => error) },
  };
}

import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { graphqlExtensions } from './graphql-errors.js';
import { logRequestFailure } from './log-request-failure.js';
import { type Failure, failureOf, type Problem, PROBLEM_TYPE, problemOf } from './problem.js';

/** The GraphQL form of a failure before a query ran. */
function graphqlBody(failure: Failure): object {
  return { errors: [{ message: failure.message, extensions: graphqlExtensions(failure) }] };
}

/** The body of an error response and its media type: problem details, or GraphQL's own form at /graphql. */
export function failureBody(
  failure: Failure,
  path: string | undefined,
  ids: Pick<Problem, 'requestId' | 'traceId'>,
): { readonly type: string; readonly body: string } {
  return path === '/graphql'
    ? { type: 'application/json; charset=utf-8', body: JSON.stringify(graphqlBody(failure)) }
    : { type: `${PROBLEM_TYPE}; charset=utf-8`, body: JSON.stringify(problemOf(failure, path, ids)) };
}

const logger = new Logger('Request');

/**
 * Whether the client has gone, so that sending the response broke off: clients may do so at any time, and it is no
 * fault of the service.
 */
const isGone = (error: unknown, reply: FastifyReply): boolean =>
  reply.raw.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Fastify refuses a body that is too large without saying how large it may be: the limit is the route's. */
function limited(failure: Failure, error: unknown, { routeOptions }: FastifyRequest): Failure {
  if ((error as { code?: unknown } | null)?.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return failure;
  const { bodyLimit } = routeOptions;
  return { ...failure, message: 'the body is too large', field: 'body', allowed: `at most ${bodyLimit} bytes` };
}

/** Answers a failed request: with problem details, or in GraphQL's own form at /graphql. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = limited(failureOf(error), error, request);
  const path = request.url.split('?', 1)[0] ?? request.url;
  if (failure.unexpected && !isGone(error, reply))
    logRequestFailure(logger, error, 'request failed', { requestId: request.id, method: request.method, path });
  // A stream that broke off has sent its head: closing the connection is the only signal left.
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (failure.code === 'UNAUTHENTICATED') void reply.header('www-authenticate', 'Bearer');
  if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', failure.retryAfterSeconds);
  void reply.status(failure.status).header('x-request-id', request.id);
  const { type, body } = failureBody(failure, path, {
    requestId: request.id,
    traceId: request.span?.traceId ?? undefined,
  });
  void reply.type(type).send(body);
}

/** Answers every error of a REST handler. Errors of resolvers are passed on to GraphQL. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType<string>() !== 'http') throw error;
    const http = host.switchToHttp();
    answerFailure(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

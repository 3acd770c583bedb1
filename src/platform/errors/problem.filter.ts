import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from './domain-error.js';
import { type Failure, failureOf, PROBLEM_TYPE, problemOf } from './problem.js';

/** Seconds after which an outage of the database is worth another try: its restart takes about one. */
const OUTAGE_RETRY_SECONDS = 2;

/** The GraphQL form of a failure that happened before a query ran. */
function graphqlBody(failure: Failure): object {
  const { code, message, field, allowed, details } = failure;
  return { data: null, errors: [{ message, extensions: { code, field, allowed, details } }] };
}

const logger = new Logger('Request');

/** Answers a request that failed: with problem details, or at /graphql in GraphQL's own form. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error);
  const path = request.url.split('?', 1)[0] ?? request.url;
  if (failure.unexpected) logger.error({ err: error, requestId: request.id, method: request.method, path }, 'request failed');
  // A stream that broke off half-way has sent its head: cutting the connection is all that can still be said.
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (failure.code === 'UNAUTHENTICATED') void reply.header('www-authenticate', 'Bearer');
  if (failure.code === 'UNAVAILABLE') void reply.header('retry-after', OUTAGE_RETRY_SECONDS);
  void reply.status(failure.status).header('x-request-id', request.id);
  if (path === '/graphql') void reply.type('application/json; charset=utf-8').send(graphqlBody(failure));
  else void reply.type(`${PROBLEM_TYPE}; charset=utf-8`).send(JSON.stringify(problemOf(failure, path, request.id)));
}

/** What GraphQL is given for an error of a resolver. Unexpected ones end here: what a subscription throws is sent without passing the formatter. */
function resolverError(error: unknown): unknown {
  const failure = failureOf(error);
  if (!failure.unexpected || error instanceof DomainError) return error;
  logger.error({ err: error }, 'resolver failed');
  return new DomainError(failure.code, failure.message, { cause: error });
}

/** Answers every error of a REST handler. Errors of resolvers go on to GraphQL. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType<string>() !== 'http') throw resolverError(error);
    const http = host.switchToHttp();
    answerFailure(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

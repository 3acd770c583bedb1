import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql';
import { createHandler, type RequestParams, type Response } from 'graphql-http';
import { failureOf, graphqlExtensions } from '../errors/index.js';
import type { GraphqlContext } from '../api/index.js';
import type { GraphqlOperations, PreparedOperation } from './operations.js';

const RESPONSE_TYPE = 'application/graphql-response+json';

/** A response in GraphQL's form with a given status. */
function refusal(
  status: number,
  errors: readonly GraphQLError[],
  accept = '',
  headers: Record<string, string> = {},
): Response {
  const type = accept.includes(RESPONSE_TYPE) ? RESPONSE_TYPE : 'application/json';
  return [
    JSON.stringify({ errors }),
    { status, statusText: '', headers: { ...headers, 'content-type': `${type}; charset=utf-8` } },
  ];
}

/** An error with a status, like Fastify's, in GraphQL's form. */
function statusError(statusCode: number, message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: graphqlExtensions(failureOf(Object.assign(new Error(message), { statusCode }))),
  });
}

/** Formats errors of the handler itself, which occur before there is an operation. */
function formatError(error: Readonly<GraphQLError | Error>): GraphQLError {
  if (error instanceof GraphQLError && error.extensions['code'] !== undefined) return error;
  return new GraphQLError(error.message, { extensions: { code: 'VALIDATION_FAILED' } });
}

/** Messages for errors that the handler reports only by status. */
const SAYS: Readonly<Record<number, string>> = {
  405: 'GraphQL is asked by GET or POST',
  406: `Answers are ${RESPONSE_TYPE} or application/json, in UTF-8`,
  415: 'The body must be application/json, in UTF-8',
};

function spelledOut([, { status, headers }]: Response): Response {
  return refusal(status, [statusError(status, SAYS[status] ?? 'This cannot be answered')], '', headers);
}

/** Refuses operations that their transport does not allow. */
function transportRefusal(
  { operation: { operation } }: PreparedOperation,
  { method, headers }: FastifyRequest,
): Response | null {
  if (operation === OperationTypeNode.SUBSCRIPTION) {
    const message = 'Subscriptions are served over WebSockets at this address, by the protocol graphql-transport-ws';
    return refusal(400, [new GraphQLError(message, { extensions: { code: 'VALIDATION_FAILED' } })], headers.accept);
  }
  if (operation === OperationTypeNode.MUTATION && method === 'GET')
    return refusal(405, [statusError(405, 'Mutations need POST')], headers.accept, { allow: 'POST' });
  return null;
}

/**
 * GraphQL over HTTP: content negotiation, parameters and status codes follow the specification's reference
 * implementation.
 */
export function httpRoute(
  operations: GraphqlOperations,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const handler = createHandler<FastifyRequest, FastifyReply, GraphqlContext>({
    formatError,
    parseRequestParams: ({ raw }) => {
      if (Array.isArray(raw.body)) throw new Error('The body must be an object: one operation per request');
    },
    onSubscribe: ({ raw }, { query, operationName, variables }: RequestParams) => {
      if (raw.scope === null) throw new Error('a GraphQL call passed the edge without a project');
      const prepared = operations.prepare(
        { query, operationName, variables },
        { requestId: raw.id, caller: raw.caller, scope: raw.scope },
      );
      if ('errors' in prepared)
        return prepared.reason === 'refused' ? refusal(400, prepared.errors, raw.headers.accept) : prepared.errors;
      return transportRefusal(prepared, raw) ?? prepared;
    },
    onOperation: ({ context: reply }, _args, { errors = [] }: ExecutionResult) => {
      const waits = errors.flatMap(({ extensions: { retryAfterSeconds } }) =>
        typeof retryAfterSeconds === 'number' ? [retryAfterSeconds] : [],
      );
      if (waits.length > 0) void reply.header('retry-after', Math.max(...waits));
    },
    execute: (args) => operations.run(args as PreparedOperation),
  });
  return async (request, reply) => {
    // The handler reads the query between the first and the second question mark.
    const [path, ...query] = request.url.split('?');
    const answer = await handler({
      method: request.method,
      url: `${path}?${query.join('%3F')}`,
      headers: request.headers,
      body: request.body as Record<string, unknown> | null,
      raw: request,
      context: reply,
    });
    const [body, { status, headers }] = answer[0] === null ? spelledOut(answer) : answer;
    return reply
      .code(status)
      .headers({ vary: 'accept', ...headers })
      .send(body);
  };
}

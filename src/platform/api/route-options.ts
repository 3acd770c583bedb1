import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProduces, ApiOperation } from '@nestjs/swagger';

declare module 'fastify' {
  /** The options of routes that hooks read. */
  interface FastifyContextConfig {
    /** Media types of the responses, if not JSON. */
    readonly produces?: readonly string[];
    /** Sent uncompressed. */
    readonly asItIs?: boolean;
    /** The body may be a whole document. */
    readonly largeBody?: boolean;
    /** The body is JSON lines, read as a stream; other routes refuse their media types. */
    readonly jsonLines?: boolean;
    /** Needs no key. */
    readonly open?: boolean;
    /** Accepts a token in the query instead of a key. */
    readonly tokenInQuery?: boolean;
    /** Takes If-Match: of the resource at the path, or checked by the handler itself. */
    readonly condition?: 'resource' | 'own';
  }
}

/** Path prefix of this version of the REST API and of links to its resources. */
export const API_PREFIX = '/v1';

/** Media types of a route's responses, if not JSON: for OpenAPI, and for checking `Accept`. */
export function Produces(...types: string[]): MethodDecorator {
  return applyDecorators(ApiProduces(...types), RouteConfig({ produces: types }));
}

/** Like `Produces`, for files that are sent uncompressed: ranges and lengths are those of the file. */
export function ProducesFile(...types: string[]): MethodDecorator {
  return applyDecorators(ApiProduces(...types), RouteConfig({ produces: types, asItIs: true }));
}

/** Allows a larger JSON body: for routes that take a whole document. */
export function LargeBody(): MethodDecorator {
  return RouteConfig({ largeBody: true });
}

/**
 * Marks routes that accept a token in the query instead of a key: such calls have no project, and the handler checks
 * the token.
 */
export function TokenInQuery(): MethodDecorator {
  return RouteConfig({ tokenInQuery: true });
}

/** A decorator for REST handlers that names and describes a call. Resolvers use the same text as their description. */
export function operationsOf<K extends string>(
  texts: Readonly<Record<K, string>>,
): (operationId: K, description?: string) => MethodDecorator {
  return (operationId, description) => ApiOperation({ summary: texts[operationId], operationId, description });
}

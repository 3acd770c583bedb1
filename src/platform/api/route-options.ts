import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProduces } from '@nestjs/swagger';

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

import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProduces } from '@nestjs/swagger';

/** Media types a route answers with, where that is not JSON: for OpenAPI, and for the check of `Accept`. */
export function Produces(...types: string[]): MethodDecorator {
  return applyDecorators(ApiProduces(...types), RouteConfig({ produces: types }));
}

/** The same for files that are sent as they are and never compressed: ranges and lengths are those of the file. */
export function ProducesFile(...types: string[]): MethodDecorator {
  return applyDecorators(ApiProduces(...types), RouteConfig({ produces: types, asItIs: true }));
}

/** For routes that take a whole document: their JSON may be larger than that of others. */
export function LargeBody(): MethodDecorator {
  return RouteConfig({ largeBody: true });
}

/** For routes that may be read with a token in the query, in place of a key: such calls have no project, and the handler checks the token. */
export function TokenInQuery(): MethodDecorator {
  return RouteConfig({ tokenInQuery: true });
}

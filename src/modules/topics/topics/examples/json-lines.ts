import { Readable } from 'node:stream';
import { applyDecorators } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiConsumes } from '@nestjs/swagger';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { invalid } from '../../../../platform/errors/index.js';

/** Media types of JSON lines; none is registered, both are common. */
const JSON_LINES_TYPES = ['application/x-ndjson', 'application/jsonl'];
const OTHER_CHARSET = /;\s*charset="?(?!utf-8"?\s*(?:;|$))/i;

/** Marks routes whose body is JSON lines: `jsonLinesOf` reads it. */
export function ConsumesJsonLines(): MethodDecorator {
  return applyDecorators(ApiConsumes(JSON_LINES_TYPES[0]), RouteConfig({ jsonLines: true }));
}

/**
 * Makes the HTTP server pass bodies of JSON lines as a stream to the routes that read them; does nothing in a worker,
 * which has no server. To other routes the stream would be an object with fields of its own.
 */
export function acceptJsonLines({ httpAdapter }: HttpAdapterHost): void {
  if (httpAdapter?.getType() !== 'fastify') return;
  const server = httpAdapter.getInstance<FastifyInstance>();
  for (const type of JSON_LINES_TYPES) {
    if (!server.hasContentTypeParser(type))
      server.addContentTypeParser(type, ({ headers, routeOptions }, payload, done) => {
        const given = headers['content-type'] ?? '';
        if (routeOptions.config.jsonLines === true && !OTHER_CHARSET.test(given)) done(null, payload);
        else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(given));
      });
  }
}

/** @throws DomainError VALIDATION_FAILED if the body has another type */
export function jsonLinesOf({ body }: FastifyRequest): AsyncIterable<Uint8Array> {
  if (body instanceof Readable) return readThenDiscard(body);
  throw invalid('Content-Type', 'the body must be JSON lines', JSON_LINES_TYPES.join(' or '));
}

/**
 * If the reader stops early, the rest is read and dropped: the client then gets its response, and the connection can
 * serve the next request.
 */
async function* readThenDiscard(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array;
  } finally {
    body.resume();
  }
}

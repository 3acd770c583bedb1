import { Readable } from 'node:stream';
import type { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from '../../../../platform/errors/index.js';

/** Media types of JSON lines; none is registered, both are common. */
const JSON_LINES_TYPES = ['application/x-ndjson', 'application/jsonl'];
export const JSON_LINES = JSON_LINES_TYPES[0];

/**
 * Makes the HTTP server pass bodies of JSON lines to their handler as a stream; does nothing in a worker, which has no
 * server.
 */
export function acceptJsonLines({ httpAdapter }: HttpAdapterHost): void {
  if (httpAdapter?.getType() !== 'fastify') return;
  const server = httpAdapter.getInstance<FastifyInstance>();
  for (const type of JSON_LINES_TYPES) {
    if (!server.hasContentTypeParser(type))
      server.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
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

import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { markCompressed } from './conditional.js';

/** Texts of the API and its pages. Archives and images are compressed already; of streams of events each piece is to arrive at once. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json|application\/(?:x-ndjson|javascript))/;
/** Shorter answers fit into one packet as they are. */
const LEAST_BYTES = 1_024;

/**
 * Answers are compressed for clients that accept it. No answer holds a secret beside text of the caller's choosing, which is what attacks on compressed
 * answers need: keys are read from requests and never sent.
 */
export async function installCompression(server: FastifyInstance): Promise<void> {
  // Before the hook of the plug-in, which looks at it.
  server.addHook('onRoute', (route: RouteOptions) => {
    if ((route.config as { asItIs?: boolean } | undefined)?.asItIs === true) route.compress = false;
  });
  await server.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: LEAST_BYTES,
    customTypes: COMPRESSIBLE,
  });
  // Hooks of a route run in order: this one behind that of the plug-in.
  server.addHook('onRoute', (route: RouteOptions) => {
    const mark = async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      markCompressed(reply);
      return payload;
    };
    route.onSend = [...[route.onSend ?? []].flat(), mark] as RouteOptions['onSend'];
  });
}

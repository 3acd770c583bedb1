import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { markCompressed } from './conditional.js';

/**
 * Texts of the API and its pages. Archives and images are already compressed; the parts of event streams must arrive at
 * once.
 */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json|application\/(?:x-ndjson|javascript))/;
/** Shorter responses fit into one packet uncompressed. */
const LEAST_BYTES = 1_024;

/**
 * Compresses responses for clients that accept it. No response contains a secret next to text chosen by the caller,
 * which attacks on compressed responses require: keys are only received, never sent.
 */
export async function installCompression(server: FastifyInstance): Promise<void> {
  // Before the plug-in's hook, which reads this option.
  server.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.asItIs === true) route.compress = false;
  });
  await server.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: LEAST_BYTES,
    customTypes: COMPRESSIBLE,
  });
  // Hooks of a route run in order: this one after the plug-in's.
  server.addHook('onRoute', (route: RouteOptions) => {
    const mark = async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      markCompressed(reply);
      return payload;
    };
    route.onSend = [...[route.onSend ?? []].flat(), mark] as RouteOptions['onSend'];
  });
}

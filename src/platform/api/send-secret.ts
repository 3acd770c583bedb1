import type { FastifyReply } from 'fastify';
import { API_PREFIX } from './route-options.js';

/**
 * Sets the headers of a response with a secret: its location, and no caching, because the secret is shown only once.
 *
 * @param pathOf the path of the created object, below the API's prefix
 */
export function sendSecret<T>(reply: FastifyReply, created: T, pathOf: (created: T) => string): T {
  void reply.headers({ 'cache-control': 'no-store', location: `${API_PREFIX}/${pathOf(created)}` });
  return created;
}

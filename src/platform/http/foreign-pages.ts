import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/index.js';
import { DomainError } from '../errors/index.js';

/** Host name of a `Host` or `Origin` value; empty when malformed. */
const hostOf = (value: string) => (URL.canParse(value) ? new URL(value).hostname : '');

/** Whether a page of another site calls, which is none of those that may. */
const isForeign = (origin: string | undefined, host: string, origins: readonly string[]): boolean =>
  origin !== undefined && !origins.includes(origin) && origin !== `http://${host}` && origin !== `https://${host}`;

/** What the Model Context Protocol demands of its HTTP servers, with keys and without: 403 for other origins (transports, security warning). */
export function refuseForeignAgents(
  { headers: { origin, host = '' } }: FastifyRequest,
  origins: readonly string[],
): void {
  if (!isForeign(origin, host, origins)) return;
  throw new DomainError('FORBIDDEN', 'Pages of other sites may not use the tools for agents', {
    field: 'Origin',
    allowed: 'the same origin, or one of CORS_ORIGINS',
  });
}

/**
 * Without keys only this machine may call, and browsers on it run other people's pages. Those are kept out: a page that had its own host name
 * resolved to this address (DNS rebinding) shows in `Host`, a page of another site in `Origin`.
 */
export function refuseForeignPages(request: FastifyRequest, origins: readonly string[]): void {
  const { host = '', origin } = request.headers;
  if (!isLoopback(hostOf(`http://${host}`))) {
    throw new DomainError('UNAUTHENTICATED', 'Calls under this host name need API_KEYS to be set', {
      field: 'Host',
      allowed: 'a loopback host',
    });
  }
  if (isForeign(origin, host, origins)) {
    throw new DomainError('UNAUTHENTICATED', 'Calls from pages of other sites need API_KEYS to be set', {
      field: 'Origin',
      allowed: 'the same origin, or one of CORS_ORIGINS',
    });
  }
}

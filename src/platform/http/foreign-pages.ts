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
 * What comes with the cookie of a sign-in must come from a page of this service. The cookie is kept from other sites by browsers already (SameSite); this holds
 * also for pages of the same site under another port or name. Browsers say themselves where a call comes from, in headers that no page can set:
 * `Sec-Fetch-Site`, and `Origin` of all that may change something and of WebSockets. Other origins that may call (CORS_ORIGINS) bring a key of their own.
 */
export function refuseForgedCalls({ method, headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin, host = '', upgrade } = headers;
  const isReading = (method === 'GET' || method === 'HEAD') && upgrade === undefined;
  // `none`: somebody has typed or kept the address. Where the browser says nothing of it, reading is harmless: no other page gets to see the answer.
  const isFromHere = site === 'same-origin' || (isReading && (site === 'none' || site === undefined));
  const isOrigin = origin !== undefined && !isForeign(origin, host, []);
  if (origin === undefined ? isFromHere : isOrigin && (site === undefined || isFromHere)) return;
  throw new DomainError('FORBIDDEN', 'A sign-in counts for calls of the console alone', {
    field: origin === undefined ? 'Sec-Fetch-Site' : 'Origin',
    allowed: 'calls from pages of this service; others need a key in Authorization',
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

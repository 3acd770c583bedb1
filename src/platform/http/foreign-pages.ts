import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/index.js';
import { DomainError } from '../errors/index.js';

/** Host name of a `Host` or `Origin` value; empty if malformed. */
const hostOf = (value: string) => (URL.canParse(value) ? new URL(value).hostname : '');

/** Whether the call comes from a page of another site that is not allowed. */
const isForeign = (origin: string | undefined, host: string, origins: readonly string[]): boolean =>
  origin !== undefined && !origins.includes(origin) && origin !== `http://${host}` && origin !== `https://${host}`;

/**
 * Required by the Model Context Protocol of its HTTP servers, with and without keys: 403 for other origins (transports,
 * security warning).
 */
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
 * Calls with a sign-in's cookie must come from a page of this service. Browsers already withhold the cookie from other
 * sites (SameSite); this check also covers pages of the same site at another port or name. Browsers state the origin of
 * a call in headers that no page can set: `Sec-Fetch-Site`, and `Origin` for everything that may change something and
 * for WebSockets. Other allowed origins (CORS_ORIGINS) use their own keys.
 */
export function refuseForgedCalls({ method, headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin, host = '', upgrade } = headers;
  const isReading = (method === 'GET' || method === 'HEAD') && upgrade === undefined;
  // `none`: the user typed or bookmarked the address. Without these headers reading is harmless: no other page can see
  // the response.
  const isFromHere = site === 'same-origin' || (isReading && (site === 'none' || site === undefined));
  const isOrigin = origin !== undefined && !isForeign(origin, host, []);
  if (origin === undefined ? isFromHere : isOrigin && (site === undefined || isFromHere)) return;
  throw new DomainError('FORBIDDEN', 'A sign-in is valid only for calls of the console', {
    field: origin === undefined ? 'Sec-Fetch-Site' : 'Origin',
    allowed: 'calls from pages of this service; others need a key in Authorization',
  });
}

/**
 * Without keys only this machine may call, but its browsers also run other sites' pages. Those are refused: a page
 * whose host name resolves to this address (DNS rebinding) is visible in `Host`, a page of another site in `Origin`.
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

import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { API_PREFIX } from '../api/index.js';
import { DomainError, invalid } from '../errors/index.js';

const JSON_TYPE = 'application/json';

/** Media types of a route's responses; null if any are accepted, as for pages for people. */
function producedBy({ routeOptions }: FastifyRequest): readonly string[] | null {
  const { produces } = routeOptions.config;
  if (produces) return produces;
  return routeOptions.url?.startsWith(`${API_PREFIX}/`) ? [JSON_TYPE] : null;
}

/** @throws DomainError NOT_ACCEPTABLE if the client accepts none of the route's types */
export function requireAcceptable(request: FastifyRequest): void {
  const types = producedBy(request);
  // Some clients send an empty header in place of none.
  if (types === null || (request.headers.accept ?? '') === '') return;
  // Responses name their charset, and so may the Accept header.
  if (new Negotiator(request.raw).mediaTypes(types.flatMap((type) => [type, `${type}; charset=utf-8`])).length > 0)
    return;
  throw new DomainError('NOT_ACCEPTABLE', 'None of the accepted content types is available here', {
    field: 'Accept',
    allowed: types.join(', '),
  });
}

/**
 * @throws DomainError VALIDATION_FAILED if a part of the query is not UTF-8: decoded anyway, it would differ from the
 * intended text
 */
export function requireReadableQuery(url: string): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  for (const pair of url.slice(start + 1).split('&')) {
    try {
      decodeURIComponent(pair.replaceAll('+', ' '));
    } catch {
      const name = pair.split('=', 1)[0] ?? '';
      throw invalid(
        /^[\w.-]{1,50}$/.test(name) ? name : 'query',
        'the query is not percent-encoded UTF-8',
        'UTF-8 with percent signs as %25',
      );
    }
  }
}

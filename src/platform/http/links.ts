import type { FastifyRequest } from 'fastify';

interface Listing {
  readonly pageInfo?: { readonly endCursor?: string | null; readonly hasNextPage?: boolean };
}

/** The `Link` header (RFC 8288) of a page of a list; null for other responses. */
export function linkHeaderOf({ url }: FastifyRequest, payload: unknown): string | null {
  const { pageInfo } = (payload ?? {}) as Listing;
  if (pageInfo === undefined) return null;
  const [path = '', ...query] = url.split('?');
  const given = new URLSearchParams(query.join('?'));
  const target = (after: string | null): string => {
    const parameters = new URLSearchParams(given);
    // Both links lead forwards with the same page length, in whichever direction this page was requested.
    const length = parameters.get('first') ?? parameters.get('last');
    for (const name of ['after', 'last', 'before']) parameters.delete(name);
    if (length !== null) parameters.set('first', length);
    if (after !== null) parameters.set('after', after);
    return parameters.size > 0 ? `${path}?${parameters}` : path;
  };
  const links = [`<${target(null)}>; rel="first"`];
  if (pageInfo.hasNextPage === true && typeof pageInfo.endCursor === 'string')
    links.push(`<${target(pageInfo.endCursor)}>; rel="next"`);
  return links.join(', ');
}

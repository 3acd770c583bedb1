import type { FastifyInstance } from 'fastify';
import type { Fetch } from '#client';

/** The caller. */
interface InsideCaller {
  /** Its key and its project. */
  readonly headers: Readonly<Record<string, string>>;
  /** Network address, for the audit log and the limits. */
  readonly address: string;
}

/** Statuses whose responses have no body. */
const BODILESS = new Set([204, 205, 304]);

/**
 * A `fetch` to this application itself, without the network. Calls pass the same key, scope, project, limits, checks
 * and audit log as external REST calls.
 */
export function insideFetch(server: FastifyInstance, { headers, address }: InsideCaller): Fetch {
  return async (request, init) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? undefined : await request.text();
    const answer = await server.inject({
      method: request.method as 'GET' | 'POST',
      url: `${pathname}${search}`,
      headers: { ...Object.fromEntries(request.headers), ...headers },
      remoteAddress: address,
      ...(body !== undefined && { payload: body }),
      ...(init !== undefined && { signal: init.signal }),
    });
    const known = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(BODILESS.has(answer.statusCode) ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: known,
    });
  };
}

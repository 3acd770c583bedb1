import createClient, { type Client, type FetchResponse, type MaybeOptionalInit, type Middleware } from 'openapi-fetch';
import { limited } from './body-limits.js';
import { refusal, unreadable } from './errors.js';
import { CREATIONS } from './generated/creations.js';
import type { paths } from './generated/schema.js';
import type { Transport } from './transport.js';

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
type MediaType = `${string}/${string}`;
/** Paths that have a method. */
export type PathsWith<M extends HttpMethod> = {
  [Path in keyof paths]: paths[Path] extends { [method in M]: object } ? Path : never;
}[keyof paths];

/** As in openapi-fetch: the second argument is optional if none of its parts is required. */
type InitParam<Init> =
  Partial<Init> extends Init ? [(Init & Record<string, unknown>)?] : [Init & Record<string, unknown>];

/** The body of a successful response; undefined if the service sends none. */
type Answered<T> = [T] extends [never] ? undefined : T;
type AnswerOf<Path extends keyof paths, M extends HttpMethod, Init> = Answered<
  NonNullable<FetchResponse<paths[Path][M & keyof paths[Path]] & Record<string, unknown>, Init, MediaType>['data']>
>;

/**
 * A call by method and path of `openapi.json`, with its types of parameters, body and response. @throws GleanerError if
 * it is refused
 */
export type Call<M extends HttpMethod> = <
  Path extends PathsWith<M>,
  Init extends MaybeOptionalInit<paths[Path], M & keyof paths[Path]>,
>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<AnswerOf<Path, M, Init>>;

export type ApiClient = Client<paths>;

export interface ApiSettings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string | undefined;
  readonly project: string | undefined;
  readonly transport: Transport;
  /** Longest time of an attempt, ms; a body that is read as a stream may be silent as long. */
  readonly timeoutMs: number;
  readonly newIdempotencyKey: () => string;
}

/** Longest silence of a body that is read as a stream or file, ms. Streams of the service beat every 15 seconds. */
const IDLE_MS = 120_000;

/**
 * Calls of openapi-fetch, with the key, an Idempotency-Key on each creation, so that it can be repeated, and limits on
 * the time of bodies. They reject with a TypeError for a path with an unfilled parameter.
 */
export function createApi({ url, key, project, transport, timeoutMs, newIdempotencyKey }: ApiSettings): ApiClient {
  const readWhole = new WeakSet<Request>();
  const api = createClient<paths>({
    baseUrl: url,
    fetch: (request) => transport(request, readWhole.has(request)),
    // JSON lines are sent unchanged.
    bodySerializer: (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body)),
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(project !== undefined && { 'gleaner-project': project }),
    },
  });
  const creations = new Set<string>(CREATIONS);
  api.use({
    onRequest: ({ request, schemaPath, params, options }) => {
      requireFilled(schemaPath, params.path ?? {});
      const isCreation = request.method === 'POST' && creations.has(schemaPath);
      if (isCreation && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', newIdempotencyKey());
      if (options.parseAs === 'json') readWhole.add(request);
    },
    onResponse: ({ request, response, schemaPath }) => {
      if (readWhole.has(request)) return undefined;
      const idleMs = Math.max(IDLE_MS, timeoutMs);
      return limited(response, { totalMs: null, idleMs }, namedCall(request.method, schemaPath, response));
    },
  });
  return api;
}

/** @throws TypeError: an unfilled parameter would be sent as it stands, and an empty one would name another path */
function requireFilled(path: string, given: Readonly<Record<string, unknown>>): void {
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
    if ((given[name] ?? '') === '') throw new TypeError(`path.${name} is missing; allowed: a value for ${path}`);
}

/** @param path template of `openapi.json`, for a response that does not know its URL */
export const namedCall = (method: string, path: string, { url }: Pick<Response, 'url'>): string =>
  `${method.toUpperCase()} ${new URL(url || path, 'http://service').pathname}`;

/** Throws refusals and unreadable responses instead of returning them. */
export function throwing<M extends HttpMethod>(api: ApiClient, method: M): Call<M> {
  const request = api.request as unknown as (
    method: string,
    path: string,
    init?: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  const call = async (path: string, init: { readonly middleware?: readonly Middleware[] } = {}): Promise<unknown> => {
    let begun: Response | undefined;
    const noting: Middleware = { onResponse: (answer) => void (begun = answer.response) };
    const answer = request(method, path, { ...init, middleware: [...(init.middleware ?? []), noting] });
    const { data, error, response } = await answer.catch((failure: unknown) => {
      throw begun === undefined ? failure : unreadable(namedCall(method, path, begun), begun, failure);
    });
    if (!response.ok) throw refusal(namedCall(method, path, response), response, error);
    return data;
  };
  return call as Call<M>;
}

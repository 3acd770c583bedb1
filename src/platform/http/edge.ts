import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  type ApiKeys,
  type Callers,
  type Credentials,
  hasSignIn,
  PROJECT_HEADER,
  requireOperator,
  requireScope,
} from '../auth/index.js';
import type { AppConfig } from '../config/index.js';
import { answerFailure, DomainError } from '../errors/index.js';
import type { Metrics } from '../metrics/index.js';
import { inScope } from '../scope/index.js';
import { NO_SPAN } from '../telemetry/index.js';
import { Semaphore } from '../concurrency/index.js';
import { refuseForeignAgents, refuseForeignPages, refuseForgedCalls } from './foreign-pages.js';
import { installCompression } from './compression.js';
import { installConditions } from './conditional.js';
import { installJsonParser, JSON_BODY_BYTES, LARGE_JSON_BODY_BYTES } from './json-body.js';
import { KnownMethods } from './known-methods.js';
import { requireAcceptable, requireReadableQuery } from './negotiation.js';
import { installRateLimit } from './rate-limit.js';
import type { RateWindowsRepository } from './rate-windows.repository.js';
import { installRequestSpans } from './request-span.js';
import { securityHeaders } from './security-headers.js';

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

/** Routes that need no key: pages without data, health checks of orchestrators, and routes marked `open`. */
const OPEN_ROUTES = /^\/($|health\/(live|ready)$|graphiql(\/:file)?$|docs($|\/)|docs-json$|openapi\.json$)/;
/** For the owners of crawled sites, from any address and under any host name of this service. */
const PUBLIC_ROUTES = /^\/bot$/;
/** Routes that report on all projects. */
const OPERATOR_ROUTES = /^\/metrics$/;
const MCP_ROUTE = '/mcp';
/** Routes whose bodies determine the needed scope. */
const READ_LATER: ReadonlySet<string> = new Set(['/graphql', MCP_ROUTE]);
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const QUIET_ROUTES = /^\/(health\/|metrics$)/;
/** Most calls with If-Match that may wait for their turn. */
const MAX_CONDITIONAL = 1_000;
/** Time for which browsers may cache the response to a preflight. */
const PREFLIGHT_SECONDS = 600;

interface EdgeServices {
  readonly config: AppConfig;
  readonly keys: ApiKeys;
  readonly callers: Callers;
  readonly metrics: Metrics;
  readonly rateWindows: RateWindowsRepository;
}

export function newRequestId(): string {
  return randomUUID();
}

/** Whether the call's handler checks a token itself. Until then the call has no project and can read nothing. */
const bringsToken = ({ routeOptions, query }: FastifyRequest): boolean =>
  routeOptions.config.tokenInQuery === true && typeof (query as { readonly token?: unknown }).token === 'string';
const isOpen = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  OPEN_ROUTES.test(url) || config.open === true;
/** Agents use keys: a sign-in is for people at the console. */
const credentialsOf = ({ headers, routeOptions }: FastifyRequest): Credentials =>
  routeOptions.url === MCP_ROUTE ? { authorization: headers.authorization } : headers;
const isUpgrade = (request: FastifyRequest) => request.headers.upgrade?.toLowerCase() === 'websocket';

function logAndMeasure(request: FastifyRequest, reply: FastifyReply, metrics: Metrics, logger: Logger): void {
  const route = request.routeOptions.url ?? 'unmatched';
  metrics.httpDuration.observe(
    { method: request.method, route, status: String(reply.statusCode) },
    reply.elapsedTime / 1_000,
  );
  // The query is not logged: it may contain users' search terms.
  const path = request.url.split('?', 1)[0];
  const fields = {
    requestId: request.id,
    method: request.method,
    path,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  if (QUIET_ROUTES.test(route)) logger.debug(fields, 'request');
  else logger.log(fields, 'request');
}

/** Lets pages of other origins call, and read the response headers that they need. A preflight needs no key. */
async function installCors(server: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await server.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: PREFLIGHT_SECONDS,
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Gleaner-Project',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'If-Range',
      'Last-Event-ID',
      'Mcp-Method',
      'Mcp-Name',
      'Mcp-Protocol-Version',
      'Range',
    ],
    exposedHeaders: [
      'Accept-Ranges',
      'Allow',
      'Content-Range',
      'ETag',
      'Gleaner-Content',
      'Gleaner-Judgement',
      'Idempotency-Replayed',
      'Link',
      'Location',
      'Retry-After',
      'X-Request-Id',
    ],
  });
}

/**
 * Body limits: JSON is read whole, so its size is limited per route; JSON lines are streamed, up to BODY_LIMIT_BYTES.
 */
function limitBodies(server: FastifyInstance, mostBytes: number): void {
  server.addHook('onRoute', (route: RouteOptions) => {
    const large = route.url === '/graphql' || route.config?.largeBody === true;
    route.bodyLimit = Math.min(mostBytes, large ? LARGE_JSON_BODY_BYTES : JSON_BODY_BYTES);
  });
}

/** Refuses requests in unsupported forms: unknown paths, methods, codings and media types. */
function refuseOtherForms(request: FastifyRequest, reply: FastifyReply, methods: KnownMethods): void {
  requireReadableQuery(request.url);
  if (request.is404) {
    const known = methods.of(request.url.split('?', 1)[0] ?? '');
    if (known.length === 0) return;
    void reply.header('allow', known.join(', '));
    throw new DomainError('METHOD_NOT_ALLOWED', `${request.method} is not possible here`, {
      field: 'method',
      allowed: known.join(', '),
    });
  }
  const coding = request.headers['content-encoding'] ?? '';
  if (coding !== '' && coding.toLowerCase() !== 'identity') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Compressed bodies are not supported', {
      field: 'Content-Encoding',
      allowed: 'identity',
    });
  }
  requireAcceptable(request);
}

/**
 * Sets the caller and the scope of a request.
 *
 * @throws DomainError UNAUTHENTICATED without a valid key; FORBIDDEN if the key does not allow the call
 */
async function authenticate(request: FastifyRequest, route: string, callers: Callers): Promise<void> {
  const credentials = credentialsOf(request);
  if (hasSignIn(credentials)) refuseForgedCalls(request);
  const caller = await callers.identify(credentials, request.headers[PROJECT_HEADER]);
  if (caller === null) {
    // Browsers cannot send the header with a WebSocket: the key may come in `connection_init`, and GraphQL checks it
    // before any subscription.
    if (isUpgrade(request) && request.headers.authorization === undefined && route === '/graphql') return;
    throw new DomainError('UNAUTHENTICATED', 'This call needs a valid key', {
      field: 'Authorization',
      allowed: 'Bearer KEY',
    });
  }
  request.caller = caller.fingerprint;
  const origin = { address: request.ip, requestId: request.id, call: `${request.method} ${route}` };
  request.scope = { kind: 'project', projectId: caller.projectId, actor: caller.actor, origin };
  if (OPERATOR_ROUTES.test(route)) requireOperator(caller.actor);
  // The scope needed by a GraphQL operation or an agent's tool is known once its body is read.
  if (!READ_LATER.has(route)) requireScope(READS.has(request.method) ? 'read' : 'write', caller.actor);
}

/**
 * The processing of every request: request id, rate limit and key on its way in; security headers, log line and
 * duration on its way out.
 */
export async function installEdge(
  server: FastifyInstance,
  { config, keys, callers, metrics, rateWindows }: EdgeServices,
): Promise<void> {
  const logger = new Logger('Request');
  // For failures outside of Nest's handlers: hooks, parsers, plug-ins.
  server.setErrorHandler(answerFailure);
  const methods = new KnownMethods();
  methods.watch(server);
  server.decorateRequest('caller', '');
  server.decorateRequest('scope', null);
  installRequestSpans(server, (route) => QUIET_ROUTES.test(route));
  limitBodies(server, config.BODY_LIMIT_BYTES);
  installJsonParser(server);
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).headers(securityHeaders(request.routeOptions.url ?? ''));
  });
  await installCors(server, config.CORS_ORIGINS);
  // Counted before the key is checked: otherwise keys could be tried without limit.
  await installRateLimit(server, {
    perMinute: config.RATE_LIMIT_PER_MINUTE,
    common: rateWindows,
    metrics,
    callerOf: (request) => callers.clientOf(credentialsOf(request), request.ip),
  });
  server.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? '';
    if (PUBLIC_ROUTES.test(route)) return;
    if (route === MCP_ROUTE) refuseForeignAgents(request, config.CORS_ORIGINS);
    if (!keys.required) refuseForeignPages(request, config.CORS_ORIGINS);
    if (!isOpen(request) && !bringsToken(request)) await authenticate(request, route, callers);
  });
  // Runs everything that serves the call in its project's scope. Entered again after the body was read, which happens
  // outside of the scope.
  for (const hook of ['onRequest', 'preValidation'] as const)
    server.addHook(hook, (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
      request.scope === null ? done() : inScope(request.scope, done),
    );
  server.addHook('onRequest', async (request, reply) => refuseOtherForms(request, reply, methods));
  server.addHook('preSerialization', async (request, reply, payload) => {
    const links = request.method === 'GET' || request.method === 'HEAD' ? linkHeaderOf(request, payload) : null;
    if (links !== null) void reply.header('link', links);
    return payload;
  });
  installConditions(
    server,
    (path) => methods.of(path).includes('GET'),
    new Semaphore(
      Math.max(1, Math.floor(config.DATABASE_POOL_SIZE / 2)),
      MAX_CONDITIONAL,
      'changes under a condition are under way',
    ),
  );
  await installCompression(server);
  server.addHook('onResponse', async (request, reply) => {
    (request.span ?? NO_SPAN).run(() => logAndMeasure(request, reply, metrics, logger));
    // Node hands over the socket of an upgrade request and no longer applies time-outs to it: if answered like others,
    // it would stay open forever.
    if (request.headers.upgrade !== undefined && reply.raw.headersSent) request.raw.socket.destroySoon();
  });
}

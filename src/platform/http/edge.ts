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
import { Turns } from '../turns/index.js';
import { refuseForeignAgents, refuseForeignPages, refuseForgedCalls } from './foreign-pages.js';
import { installCompression } from './compression.js';
import { installConditions } from './conditional.js';
import { installJsonParser, JSON_BODY_BYTES, LARGE_JSON_BODY_BYTES } from './json-body.js';
import { KnownMethods } from './known-methods.js';
import { linkHeaderOf } from './links.js';
import { requireAcceptable, requireReadableQuery } from './negotiation.js';
import { installRateLimit } from './rate-limit.js';
import type { RateWindowsRepository } from './rate-windows.repository.js';
import { installRequestSpans } from './request-span.js';
import { securityHeaders } from './security-headers.js';

/** Pages that hold no data, and the health checks of orchestrators, need no key; those that say `open` of themselves neither. */
const OPEN_ROUTES = /^\/($|health\/(live|ready)$|graphiql(\/:file)?$|docs($|\/)|docs-json$|openapi\.json$)/;
/** For the people behind crawled sites, wherever they call from and whatever name this service has there. */
const PUBLIC_ROUTES = /^\/bot$/;
/** What tells of all projects. */
const OPERATOR_ROUTES = /^\/metrics$/;
const MCP_ROUTE = '/mcp';
/** Their calls are told apart by their bodies. */
const READ_LATER: ReadonlySet<string> = new Set(['/graphql', MCP_ROUTE]);
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const QUIET_ROUTES = /^\/(health\/|metrics$)/;
/** Calls with If-Match that may wait for their turn. */
const MAX_CONDITIONAL = 1_000;
/** How long browsers may remember the answer to a preflight. */
const PREFLIGHT_SECONDS = 600;

export interface EdgeServices {
  readonly config: AppConfig;
  readonly keys: ApiKeys;
  readonly callers: Callers;
  readonly metrics: Metrics;
  readonly rateWindows: RateWindowsRepository;
}

export function newRequestId(): string {
  return randomUUID();
}

/** A call whose handler checks a token of its own. It has no project before that, so that it can read nothing. */
const bringsToken = ({ routeOptions, query }: FastifyRequest): boolean =>
  (routeOptions.config as { tokenInQuery?: boolean }).tokenInQuery === true &&
  typeof (query as { readonly token?: unknown }).token === 'string';
const isOpen = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  OPEN_ROUTES.test(url) || (config as { open?: boolean }).open === true;
/** Agents bring keys: a sign-in is for people at the console. */
const credentialsOf = ({ headers, routeOptions }: FastifyRequest): Credentials =>
  routeOptions.url === MCP_ROUTE ? { authorization: headers.authorization } : headers;
const isUpgrade = (request: FastifyRequest) => request.headers.upgrade?.toLowerCase() === 'websocket';
function logAndMeasure(request: FastifyRequest, reply: FastifyReply, metrics: Metrics, logger: Logger): void {
  const route = request.routeOptions.url ?? 'unmatched';
  metrics.httpDuration.observe(
    { method: request.method, route, status: String(reply.statusCode) },
    reply.elapsedTime / 1_000,
  );
  // The query stays out of the log: it may hold what users search for.
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

/** Pages of other origins may call, and read what they need of the answers. A preflight carries no key and asks for none. */
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

/** Body limits: JSON is read whole, so that its size is bounded by what a route needs; JSON lines are streamed, up to BODY_LIMIT_BYTES. */
function limitBodies(server: FastifyInstance, mostBytes: number): void {
  server.addHook('onRoute', (route: RouteOptions) => {
    const large = route.url === '/graphql' || (route.config as { largeBody?: boolean } | undefined)?.largeBody === true;
    route.bodyLimit = Math.min(mostBytes, large ? LARGE_JSON_BODY_BYTES : JSON_BODY_BYTES);
  });
}

/** What is asked for in a way that this service does not have: paths, methods, codings and media types. */
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
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Compressed bodies are not supported', {
      field: 'Content-Encoding',
      allowed: 'identity',
    });
  }
  requireAcceptable(request);
}

/** What every request passes on its way in: request id, rate limit, key; and on its way out: security headers, log line, duration. */
export async function installEdge(
  server: FastifyInstance,
  { config, keys, callers, metrics, rateWindows }: EdgeServices,
): Promise<void> {
  const logger = new Logger('Request');
  // For what fails outside of Nest's handlers: hooks, parsers, plug-ins.
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
    if (isOpen(request) || bringsToken(request)) return;
    const credentials = credentialsOf(request);
    if (hasSignIn(credentials)) refuseForgedCalls(request);
    const caller = await callers.identify(credentials, request.headers[PROJECT_HEADER]);
    if (caller !== null) {
      request.caller = caller.fingerprint;
      const origin = { address: request.ip, requestId: request.id, call: `${request.method} ${route}` };
      request.scope = { kind: 'project', projectId: caller.projectId, actor: caller.actor, origin };
      if (OPERATOR_ROUTES.test(route)) requireOperator(caller.actor);
      // What an operation of GraphQL or a tool for agents needs is known when it is read.
      if (!READ_LATER.has(route)) requireScope(READS.has(request.method) ? 'read' : 'write', caller.actor);
      return;
    }
    // Browsers cannot send the header with a WebSocket: the key may come in `connection_init`, and GraphQL checks it before any subscription.
    if (isUpgrade(request) && request.headers.authorization === undefined && request.routeOptions.url === '/graphql')
      return;
    throw new DomainError('UNAUTHENTICATED', 'This call needs a valid key', {
      field: 'Authorization',
      allowed: 'Bearer KEY',
    });
  });
  // All that serves the call runs within its project. Once more when the body has been read, which happens outside of it.
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
    new Turns(
      Math.max(1, Math.floor(config.DATABASE_POOL_SIZE / 2)),
      MAX_CONDITIONAL,
      'changes under a condition are under way',
    ),
  );
  await installCompression(server);
  server.addHook('onResponse', async (request, reply) => {
    (request.span ?? NO_SPAN).run(() => logAndMeasure(request, reply, metrics, logger));
    // Node hands over the socket of a request to upgrade and times it no more: answered like the others it would stay open for ever.
    if (request.headers.upgrade !== undefined && reply.raw.headersSent) request.raw.socket.destroySoon();
  });
}

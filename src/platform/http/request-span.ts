import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NO_SPAN, openSpan, type OpenSpan, type SpanAttributes } from '../telemetry/index.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; null before the first hook. */
    span: OpenSpan | null;
  }
}

/** A user agent may be as long as a header; longer ones are cut. */
const MAX_USER_AGENT_CHARS = 200;
/** Clients may request any path: span names use only route patterns. */
const nameOf = ({ method, routeOptions: { url } }: FastifyRequest) => (url === undefined ? method : `${method} ${url}`);

/**
 * Follows OpenTelemetry's conventions for HTTP servers. The query is left out, as in the log: it may contain users'
 * search terms.
 */
function attributesOf(request: FastifyRequest): SpanAttributes {
  return {
    'http.request.method': request.method,
    'http.route': request.routeOptions.url,
    'url.path': request.url.split('?', 1)[0],
    'url.scheme': request.protocol,
    'server.address': request.hostname,
    'user_agent.original': request.headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARS),
    'gleaner.request.id': request.id,
  };
}

function endedBy(request: FastifyRequest, reply: FastifyReply): () => void {
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    const { statusCode } = reply;
    request.span?.set({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) request.span?.fail(String(statusCode));
    request.span?.end();
  };
}

/**
 * Opens a span for each request, as a child of the caller's if `traceparent` names one. Without tracing these hooks do
 * nothing.
 *
 * @param isQuiet requests without spans: health checks and scrapes come many times a minute
 */
export function installRequestSpans(server: FastifyInstance, isQuiet: (route: string) => boolean): void {
  server.decorateRequest('span', null);
  server.addHook('onRequest', (request, reply, done) => {
    // The request of a WebSocket lasts as long as its connection.
    const isNone = request.headers.upgrade !== undefined || isQuiet(request.routeOptions.url ?? '');
    const span = isNone
      ? NO_SPAN
      : openSpan(nameOf(request), () => attributesOf(request), { kind: 'server', from: request.headers });
    request.span = span;
    // Also if the client leaves before the end of the response.
    if (span !== NO_SPAN) reply.raw.once('close', endedBy(request, reply));
    span.run(done);
  });
  // Entered again after the body was read, which happens outside of the span.
  server.addHook('preValidation', (request, _reply, done) => (request.span ?? NO_SPAN).run(done));
}

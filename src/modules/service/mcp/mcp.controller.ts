import { Controller, Logger, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createGleaner, type Fetch } from '#client';
import { PROJECT_HEADER } from '../../../platform/auth/index.js';

/** Caller of a tool, in whose name the tool calls the API. */
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
function insideFetch(server: FastifyInstance, { headers, address }: InsideCaller): Fetch {
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

/** Host of calls within the process. */
const INSIDE = 'http://localhost';

/**
 * Tools for agents over Streamable HTTP. Requests are stateless, so that any process can answer them: the protocol's
 * sessions are not supported, and so there is neither GET nor DELETE.
 */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  private readonly log = new Logger('Mcp');

  constructor(private readonly host: HttpAdapterHost) {}

  @Post()
  async answer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    // Loaded at the first agent's request: the protocol's SDK takes some 27 MB, and most processes never need it.
    const { answerAgent } = await import('./answer-agent.js');
    const answer = answerAgent({
      request: webRequest(request, gone.signal),
      body: request.body,
      gleaner: this.clientFor(request),
      fault: (error) => this.log.error({ err: error, requestId: request.id }, 'tool failed'),
      refused: (error) => this.log.debug({ err: error, requestId: request.id }, 'refused'),
    });
    const response = await answer.catch((error: unknown) => {
      // The caller has gone.
      if (gone.signal.aborted) return null;
      throw error;
    });
    if (response === null) return;
    void reply
      .status(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text());
  }

  /** A client of the API with the agent's credentials. */
  private clientFor({ headers, ip }: FastifyRequest) {
    const passed = ['authorization', PROJECT_HEADER].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    return createGleaner({
      url: INSIDE,
      fetch: insideFetch(server, { headers: Object.fromEntries(passed), address: ip }),
      // The caller decides whether to retry.
      attempts: 1,
    });
  }
}

function webRequest({ headers, method, url }: FastifyRequest, signal: AbortSignal): Request {
  const known = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request(new URL(url, INSIDE), { method, headers: known, signal });
}

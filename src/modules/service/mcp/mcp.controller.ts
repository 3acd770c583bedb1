import { Controller, Logger, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createGleaner } from '#client';
import { PROJECT_HEADER } from '../../../platform/auth/index.js';
import { insideFetch } from './inside-fetch.js';

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

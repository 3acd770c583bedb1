import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Gleaner } from '#client';
import { toolServer } from './tool-server.js';

export interface AgentRequest {
  readonly request: Request;
  /** Its body, parsed. */
  readonly body: unknown;
  /** Of whoever asks. */
  readonly gleaner: Gleaner;
  /** Told of errors that are none of the service's refusals. */
  readonly fault: (error: unknown) => void;
  /** Told of requests that are no valid ones of the protocol. */
  readonly refused: (error: Error) => void;
}

/** Answers one request of the protocol. It stands alone: nothing is kept between requests. */
export function answerAgent({ request, body, gleaner, fault, refused }: AgentRequest): Promise<Response> {
  // Tools never change while a process runs: there is nothing to subscribe to.
  const handler = createMcpHandler(() => toolServer(gleaner, fault), { maxSubscriptions: 0, onerror: refused });
  return handler.fetch(request, { parsedBody: body });
}

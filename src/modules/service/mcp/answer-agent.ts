import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Gleaner } from '#client';
import { toolServer } from './tool-server.js';

export interface AgentRequest {
  readonly request: Request;
  /** Its parsed body. */
  readonly body: unknown;
  /** Client with the caller's credentials. */
  readonly gleaner: Gleaner;
  /** Called with errors that are not refusals of the service. */
  readonly fault: (error: unknown) => void;
  /** Called with requests that are invalid in the protocol. */
  readonly refused: (error: Error) => void;
}

/** Answers one request of the protocol. It is stateless: nothing is kept between requests. */
export function answerAgent({ request, body, gleaner, fault, refused }: AgentRequest): Promise<Response> {
  // Tools never change while a process runs, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => toolServer(gleaner, fault), { maxSubscriptions: 0, onerror: refused });
  return handler.fetch(request, { parsedBody: body });
}

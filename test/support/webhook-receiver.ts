import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { looks } from './looks.js';

/** A message as it arrived, verified by the library that receivers use. */
export interface ReceivedMessage {
  /** The header webhook-id. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Record<string, unknown>;
  /** Its signatures. */
  readonly signatures: number;
}

interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
/** The response. @param time number of this arrival of the message, from 1. Null: the connection is cut */
export type ReceiverBehaviour = (message: ReceivedMessage, time: number) => ReceiverAnswer | null;

const OK: ReceiverAnswer = { status: 204 };

/** A receiver of webhooks on loopback. Messages answered with 2xx count as received. */
export class WebhookReceiver {
  /** Any of them may have signed. Set by the creator of the webhook. */
  secrets: string[] = [];
  behaviour: ReceiverBehaviour = () => OK;
  /** All arrivals, including repeats. */
  readonly arrived: ReceivedMessage[] = [];
  /** Accepted messages without repeats, in order of first arrival. */
  readonly taken: ReceivedMessage[] = [];
  /** Requests without a valid signature, or that violate the specification. */
  readonly refused: string[] = [];
  private server: Server | null = null;
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.receive(request, response));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  /**
   * As if its process were killed: connections are cut, and nobody listens. It can be restarted at the same address.
   */
  async kill(): Promise<void> {
    const server = this.server;
    this.server = null;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** @throws Error if it does not become true within two minutes */
  async until(condition: () => boolean, what: string): Promise<void> {
    const from = performance.now();
    for (const { pause } = looks(); !condition(); await pause())
      if (performance.now() - from > 120_000)
        throw new Error(`waited in vain for ${what}: ${this.taken.length} messages, ${this.refused.join('; ')}`);
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await text(request);
      const message = this.check(request, body);
      this.arrived.push(message);
      const answer = this.behaviour(message, this.arrived.filter(({ id }) => id === message.id).length);
      if (answer === null) {
        request.socket.destroy();
        return;
      }
      if (answer.status < 300 && !this.taken.some(({ id }) => id === message.id)) this.taken.push(message);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      this.refused.push(String(error));
      response.writeHead(400).end('not verified');
    }
  }

  private check(request: IncomingMessage, body: string): ReceivedMessage {
    const headers = request.headers as Record<string, string>;
    const errors: unknown[] = [];
    for (const secret of this.secrets) {
      try {
        const { type, timestamp, data } = new Webhook(secret).verify(body, headers) as ReceivedMessage;
        const signatures = headers['webhook-signature'].split(' ').length;
        return { id: headers['webhook-id'], type, timestamp, data, signatures };
      } catch (error) {
        errors.push(error);
      }
    }
    throw new Error(`no secret fits: ${errors.join(', ')}`);
  }
}

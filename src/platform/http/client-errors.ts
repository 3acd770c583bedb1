import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, failureBody, failureOf } from '../errors/index.js';
import { linger } from './lingering-close.js';
import { securityHeaders } from './security-headers.js';

/** Node's error for invalid or missing requests. `reason` is the parser's, and contains nothing of the request. */
interface ConnectionError extends Error {
  readonly code?: string;
  readonly reason?: string;
}

function refusalOf({ code, reason }: ConnectionError): DomainError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DomainError('REQUEST_TIMEOUT', 'The request did not arrive in time');
    case 'HPE_HEADER_OVERFLOW':
      return new DomainError('HEADERS_TOO_LARGE', 'The headers of the request are too long');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new DomainError('PAYLOAD_TOO_LARGE', 'The extensions of the chunks of the request are too long');
    default:
      return new DomainError(
        'VALIDATION_FAILED',
        `The request is not HTTP${reason === undefined ? '' : `: ${reason}`}`,
      );
  }
}

/** @param path null if the head of the request did not arrive whole */
function answerTo(error: ConnectionError, path: string | null): string {
  const failure = failureOf(refusalOf(error));
  const requestId = randomUUID();
  const { type, body } = failureBody(failure, path ?? undefined, { requestId });
  const headers = {
    ...securityHeaders(''),
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}\r\n${head.join('')}\r\n${body}`;
}

/**
 * Answers invalid requests that never reach Fastify, and requests that do not arrive in time, in the usual form: with
 * problem details, or in GraphQL's own form at /graphql. Closes their connections.
 */
export class ClientErrors {
  private readonly newest = new WeakMap<Socket, ServerResponse>();
  private readonly answered = new WeakSet<Socket>();

  /** Records a server's requests, to know the last use of each connection. */
  watch(server: Server): void {
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.newest.set(request.socket, response),
    );
  }

  /** Listener for `clientError` of the server. Further bytes on an answered connection cause another such error. */
  readonly answer = (error: ConnectionError, socket: Socket): void => {
    if (this.answered.has(socket) || socket.destroyed) return;
    const last = this.newest.get(socket);
    const hasEnded = last === undefined || (last.req.complete && last.writableEnded);
    // After the start of a response, another head would be read as a part of it, or as the response to another request.
    if (error.code === 'ECONNRESET' || !socket.writable || (!hasEnded && last.headersSent)) {
      socket.destroy();
      return;
    }
    this.answered.add(socket);
    socket.write(answerTo(error, hasEnded ? null : (last.req.url?.split('?', 1)[0] ?? null)));
    linger(socket);
  };
}

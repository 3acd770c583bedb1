import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, failureBody, failureOf } from '../errors/index.js';
import { linger } from './lingering-close.js';
import { securityHeaders } from './security-headers.js';

/** What Node says of bytes that are no request, or of one that does not come. `reason` is the parser's, and holds nothing of the request. */
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

/** @param path null where the head of the request has not arrived as a whole */
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
 * Answers what never becomes a request that Fastify sees, or has not arrived as a whole when its time is over, as everything else is answered: with problem
 * details, or at /graphql in GraphQL's own form. Such connections are closed.
 */
export class ClientErrors {
  private readonly newest = new WeakMap<Socket, ServerResponse>();
  private readonly answered = new WeakSet<Socket>();

  /** Takes note of the requests of a server, to know what a connection was used for last. */
  watch(server: Server): void {
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.newest.set(request.socket, response),
    );
  }

  /** Listens to `clientError` of the server. What still comes on a connection that was answered is told again, as an error of its own. */
  readonly answer = (error: ConnectionError, socket: Socket): void => {
    if (this.answered.has(socket) || socket.destroyed) return;
    const last = this.newest.get(socket);
    const hasEnded = last === undefined || (last.req.complete && last.writableEnded);
    // Behind an answer that has begun, another head would be taken for a part of it, or for the answer to another request.
    if (error.code === 'ECONNRESET' || !socket.writable || (!hasEnded && last.headersSent)) {
      socket.destroy();
      return;
    }
    this.answered.add(socket);
    socket.write(answerTo(error, hasEnded ? null : (last.req.url?.split('?', 1)[0] ?? null)));
    linger(socket);
  };
}

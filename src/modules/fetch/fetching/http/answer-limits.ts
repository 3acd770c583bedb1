import type { Socket } from 'node:net';
import { errors, type buildConnector, type Dispatcher } from 'undici';
import { FetchFault } from '../fetch-fault.js';

/**
 * Most bytes of one response on the wire: twice the largest body of a session, plus framing. The limits of bodies and
 * headers end nearly all responses long before; this one stops the rest, such as a status line or a chunk extension
 * without end.
 */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
/** Most interim responses (status 1xx) to one request; real servers send one or two. */
const MAX_INTERIM_ANSWERS = 20;
/** A connection is opened for a request, which is sent at once. */
const UNUSED_MS = 5_000;

/**
 * Wraps a connector: its connections are destroyed with the fault `too-large` if a response exceeds the limit, and also
 * if no request is sent on them: if the only request of a connection is abandoned, undici connects once more for no
 * request.
 */
export function withAnswerLimit(connect: buildConnector.connector, unusedMs = UNUSED_MS): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error === null) {
        closeUnused(socket, unusedMs);
        // The client must add its listener first: it would miss data that arrived earlier.
        setImmediate(limitAnswers, socket);
      }
      callback(...result);
    });
}

function closeUnused(socket: Socket, unusedMs: number): void {
  const written = socket.bytesWritten;
  const timer = setTimeout(() => {
    if (socket.bytesWritten === written) socket.destroy();
  }, unusedMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

function limitAnswers(socket: Socket): void {
  let written = socket.bytesWritten;
  let before = 0;
  let seen = 0;
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      // Another request has been sent since.
      written = socket.bytesWritten;
      before = seen;
    }
    seen = socket.bytesRead;
    if (seen - before > MAX_ANSWER_BYTES)
      socket.destroy(new FetchFault('too-large', `an answer of more than ${MAX_ANSWER_BYTES} bytes`));
  });
}

/** A listener for one request's interim responses that ends the request if there are too many. */
export function interimLimit(): NonNullable<Dispatcher.RequestOptions['onInfo']> {
  let count = 0;
  return () => {
    if (++count > MAX_INTERIM_ANSWERS)
      throw new FetchFault('decode', `more than ${MAX_INTERIM_ANSWERS} interim answers`);
  };
}

/** A head with contradictory lengths of its body. */
export class ContradictingLengths extends FetchFault {
  constructor() {
    super('decode', 'malformed HTTP response: contradicting lengths');
  }
}

/**
 * Rethrows the reason for a missing response. A mismatch between body and Content-Length before the head means a
 * contradictory head: two lengths, or a length beside Transfer-Encoding (RFC 9112 section 6.3).
 */
export function refuseHead(error: unknown): never {
  if (error instanceof errors.ResponseContentLengthMismatchError) throw new ContradictingLengths();
  throw error;
}

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** What a client may still send after its answer. */
export interface LingerBounds {
  /** Eight times the longest JSON body, unless told: a client that sends more does not look at what it is answered. */
  readonly bytes: number;
  /** From one piece to the next. */
  readonly silenceMs: number;
  readonly totalMs: number;
}

const BOUNDS: LingerBounds = { bytes: 64_000_000, silenceMs: 5_000, totalMs: 30_000 };

/**
 * Lets clients read their answers when the server closes a connection before the request has arrived as a whole, as it does when a body is refused for its
 * length.
 *
 * Closed at once, the connection would be reset by what the client is still sending, and the client would see that and not the answer. Instead the server
 * says that it sends no more, and takes and drops what comes until the client closes its side, or a bound is reached.
 */
export function lingerOnClose(server: Server, bounds: LingerBounds = BOUNDS): void {
  const newest = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request: IncomingMessage) => newest.set(request.socket, request));
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    // What Node calls when the last answer of a connection has been handed to it.
    socket.destroySoon = () => {
      if (newest.get(socket)?.complete === false) linger(socket, bounds);
      else destroySoon();
    };
  });
}

/** Says that no more is sent, and takes and drops what comes until the client closes its side, or a bound is reached. */
export function linger(socket: Socket, { bytes, silenceMs, totalMs }: LingerBounds = BOUNDS): void {
  let left = bytes;
  const close = (): void => void socket.destroy();
  const silence = setTimeout(close, silenceMs);
  const total = setTimeout(close, totalMs);
  socket.once('end', close).once('close', () => {
    clearTimeout(silence);
    clearTimeout(total);
  });
  socket.resume();
  socket.end();
  // A connection whose body nobody has read was paused by HTTP, which begins to read it again only after this turn.
  setImmediate(() => {
    // From here on nothing is parsed: another request on this connection is not carried out.
    socket.removeAllListeners('data').on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) close();
      else silence.refresh();
    });
  });
}

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limits of what a client may still send after its response. */
interface LingerBounds {
  /** Default: eight times the longest JSON body; a client that sends more does not read its response. */
  readonly bytes: number;
  /** Between two pieces. */
  readonly silenceMs: number;
  readonly totalMs: number;
}

const BOUNDS: LingerBounds = { bytes: 64_000_000, silenceMs: 5_000, totalMs: 30_000 };

/**
 * Lets clients read their responses if the server closes a connection before the whole request has arrived, as it does
 * when it refuses an overlong body.
 *
 * If closed at once, the client's further bytes would reset the connection, and the client would see the reset instead
 * of the response. Instead the server ends its side, and reads and discards bytes until the client closes its side, or
 * a limit is reached.
 */
export function lingerOnClose(server: Server, bounds: LingerBounds = BOUNDS): void {
  const newest = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request: IncomingMessage) => newest.set(request.socket, request));
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls this after it has been given the last response of a connection.
    socket.destroySoon = () => {
      if (newest.get(socket)?.complete === false) linger(socket, bounds);
      else destroySoon();
    };
  });
}

/** Ends our side, then reads and discards bytes until the client closes its side, or a limit is reached. */
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
  // HTTP has paused a connection whose body nobody has read, and resumes it only after this turn.
  setImmediate(() => {
    // From here on nothing is parsed: another request on this connection is not executed.
    socket.removeAllListeners('data').on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) close();
      else silence.refresh();
    });
  });
}

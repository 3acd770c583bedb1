import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** One request as a hostile server sees it. */
export interface SeenHead {
  readonly path: string;
  /** Its number on the server, from 1. */
  readonly nth: number;
  /** Its number on its connection, from 1. */
  readonly nthHere: number;
}

/** Action of a server on a connection; called when it is accepted, before anything is read. */
export type Script = (socket: Socket, onRequest: (handler: (head: SeenHead) => void) => void) => void;

export interface HostileServer {
  readonly port: number;
  /** Paths asked for, in order. */
  readonly requests: readonly string[];
  /** Connections that are open at this moment. */
  readonly open: number;
  /** Resolves once no connection is open. */
  whenAllClosed(): Promise<void>;
  close(): Promise<void>;
}

/** Longest life of a connection, ms: a forgotten server must not keep a test run alive. */
const LONGEST_CONNECTION_MS = 55_000;

/** A server of raw bytes on loopback. The client's FIN does not end the server's side: scripts decide. */
export async function startHostileServer(script: Script, tls?: TlsOptions): Promise<HostileServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const serve = (socket: Socket): void => {
    let here = 0;
    script(socket, (handler) => {
      let head = '';
      socket.on('data', (data: Buffer) => {
        head += data.toString('latin1');
        for (let end = head.indexOf('\r\n\r\n'); end >= 0; end = head.indexOf('\r\n\r\n')) {
          const path = head.split(' ', 2)[1] ?? '';
          head = head.slice(end + 4);
          requests.push(path);
          handler({ path, nth: requests.length, nthHere: ++here });
        }
      });
    });
    socket.resume();
  };
  const track = (socket: Socket): void => {
    sockets.add(socket);
    const timer = setTimeout(() => socket.destroy(), LONGEST_CONNECTION_MS);
    socket.on('error', () => socket.destroy());
    socket.on('end', () => setImmediate(() => socket.end()));
    socket.on('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
      if (sockets.size === 0) for (const done of waiting) done();
    });
  };
  const server: Server =
    tls === undefined ? createTcpServer({ allowHalfOpen: true }, serve) : createTlsServer(tls, serve);
  server.on('connection', track);
  server
    .on('tlsClientError', () => undefined)
    .on('secureConnection', (socket: Socket) => socket.on('error', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get open() {
      return sockets.size;
    },
    whenAllClosed: () =>
      new Promise((resolve) => {
        if (sockets.size === 0) resolve();
        else waiting.add(resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Writes the same piece endlessly, as fast as it is taken, until the connection closes. */
export function flood(socket: Socket, piece: Buffer | string): void {
  const bytes = Buffer.from(piece as string);
  const block = Buffer.concat(Array.from({ length: Math.max(1, Math.ceil(65_536 / bytes.length)) }, () => bytes));
  const more = (): void => {
    // Yields to the event loop now and then, so that one flood does not starve other servers.
    for (let i = 0; i < 16; i++) if (socket.destroyed || !socket.write(block)) return;
    setImmediate(more);
  };
  socket.on('drain', more);
  more();
}

/** Writes a piece every 50 ms until the connection closes. */
export function drip(socket: Socket, pieces: Iterable<string>): void {
  const iterator = pieces[Symbol.iterator]();
  const timer = setInterval(() => {
    const next = iterator.next();
    if (next.done === true) clearInterval(timer);
    else socket.write(next.value);
  }, 50);
  socket.on('close', () => clearInterval(timer));
}

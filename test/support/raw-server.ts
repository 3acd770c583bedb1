import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The response of a path: raw bytes. */
export interface RawAnswer {
  readonly bytes: Buffer | string;
  /** End of the connection after them; by default it stays open. */
  readonly end?: 'close' | 'reset';
}

/** A server on loopback that sends given bytes, HTTP or not, and records requests. */
export interface RawServer {
  readonly origin: string;
  readonly host: string;
  /** Heads of all requests so far, verbatim. */
  readonly heads: readonly string[];
  close(): Promise<void>;
}

export async function startRawServer(answer: (path: string, head: string) => RawAnswer): Promise<RawServer> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = '';
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end !== -1; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end + 4);
        pending = pending.slice(end + 4);
        heads.push(head);
        const { bytes, end: how } = answer(/^\S+ (\S+)/.exec(head)?.[1] ?? '', head);
        socket.write(bytes, () => {
          if (how === 'reset') socket.resetAndDestroy();
          else if (how === 'close') socket.end();
        });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    heads,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A response with its Content-Length, unless the headers set or omit one. */
export function httpAnswer(
  body: Buffer | string,
  headers: Readonly<Record<string, string>> = {},
  status = '200 OK',
): Buffer {
  const bytes = Buffer.from(body as string, 'utf8');
  const named = 'Content-Length' in headers || 'Transfer-Encoding' in headers || headers['Connection'] === 'close';
  const all = {
    'Content-Type': 'text/html; charset=utf-8',
    ...(named ? {} : { 'Content-Length': String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines}\r\n`, 'latin1'), bytes]);
}

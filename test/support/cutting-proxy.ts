import { statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request as outgoing } from 'node:http';
import type { AddressInfo } from 'node:net';
import { looks } from './looks.js';

export interface CuttingProxy {
  readonly url: string;
  /** Heads of requests selected for cutting, and of those forwarded afterwards. */
  readonly asked: IncomingHttpHeaders[];
  /**
   * Of the next matching responses, in turn, this many bytes pass before the connection is cut; with 0 bytes not even
   * the head.
   *
   * @param file where they are written: the connection is cut only when all of them are there
   */
  cut(path: RegExp, file: string, ...bytes: number[]): void;
  close(): Promise<void>;
}

/** A proxy before a service on loopback that cuts connections. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const asked: IncomingHttpHeaders[] = [];
  let matching: RegExp | null = null;
  let cuts: number[] = [];
  let written = '';
  const arrived = async (bytes: number): Promise<void> => {
    const { pause } = looks();
    while ((statSync(written, { throwIfNoEntry: false })?.size ?? 0) < bytes) await pause();
  };
  const server = createServer((request, response) => {
    const isMeant = matching !== null && matching.test(request.url ?? '');
    if (isMeant) asked.push(request.headers);
    const most = (isMeant ? cuts.shift() : undefined) ?? Number.POSITIVE_INFINITY;
    if (most === 0) return void request.socket.destroy();
    const { method, headers } = request;
    const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const onward = outgoing(`${target}${request.url ?? ''}`, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      let sent = 0;
      answer.on('data', (piece: Buffer) => {
        if (sent >= most) return;
        const part = piece.subarray(0, most - sent);
        sent += part.length;
        response.write(part);
        if (sent >= most) void arrived(from + sent).then(() => response.destroy());
      });
      answer.on('end', () => sent < most && response.end());
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    cut: (path, file, ...bytes) => {
      [matching, written, cuts] = [path, file, bytes];
      asked.length = 0;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

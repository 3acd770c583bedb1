import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A SOCKS5 proxy on loopback (RFC 1928, RFC 1929) that connects every name to one port of this machine. */
export interface SocksServer {
  readonly port: number;
  /** Requests as `user:password host:port`. */
  readonly asked: string[];
  /** Its reply to requests (RFC 1928 section 6): 0, or a number that refuses them. */
  reply: number;
  close(): Promise<void>;
}

export async function startSocksServer(target: number): Promise<SocksServer> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    let stage: 'greeting' | 'password' | 'request' = 'greeting';
    let who = '';
    const onData = (bytes: Buffer): void => {
      if (stage === 'greeting') {
        const methods = bytes.subarray(2, 2 + (bytes[1] ?? 0));
        stage = methods.includes(2) ? 'password' : 'request';
        socket.write(Buffer.from([5, methods.includes(2) ? 2 : 0]));
      } else if (stage === 'password') {
        const length = bytes[1] ?? 0;
        who = `${bytes.toString('latin1', 2, 2 + length)}:${bytes.toString('latin1', 3 + length)}`;
        stage = 'request';
        socket.write(Buffer.from([1, 0]));
      } else {
        const length = bytes[4] ?? 0;
        const host = bytes[3] === 3 ? bytes.toString('latin1', 5, 5 + length) : 'address';
        asked.push(`${who} ${host}`.trim());
        socket.off('data', onData);
        if (made.reply !== 0) return void socket.end(Buffer.from([5, made.reply, 0, 1, 0, 0, 0, 0, 0, 0]));
        const onwards = connect(target, '127.0.0.1', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
          socket.pipe(onwards).pipe(socket);
        });
        sockets.add(onwards);
        onwards.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      }
    };
    socket.on('data', onData);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: SocksServer = {
    reply: 0,
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return made;
}

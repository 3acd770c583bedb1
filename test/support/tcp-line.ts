import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to a server on loopback that can be interrupted, as when a machine loses its network. */
export interface TcpLine {
  readonly port: number;
  /** Nothing passes in either direction, and no connection is closed. New ones get no response. */
  cut(): void;
  /** Open connections are closed, as after a long interruption; new ones pass. */
  mend(): void;
  close(): Promise<void>;
}

export async function tcpLine(target: number): Promise<TcpLine> {
  const open = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) return;
    const far = connect(target, '127.0.0.1');
    keep(far);
    near.on('data', (data) => !isCut && far.write(data)).on('close', () => far.destroy());
    far.on('data', (data) => !isCut && near.write(data)).on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hangUp = (): void => open.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
      hangUp();
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      hangUp();
      await closed;
    },
  };
}

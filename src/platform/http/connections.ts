import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Node itself refuses connections beyond both bounds and these: for the moment between accepting a connection and closing an idle one. */
const SPARE_CONNECTIONS = 64;

/**
 * Bounds the HTTP connections of a server. When there are as many as there may be, a new one is let in and the one that has been idle longest is closed, so
 * that clients which hold connections open and send nothing lock nobody out. Only when every connection has a request under way is the new one closed.
 *
 * Connections that became WebSockets are not counted; what bounds them is elsewhere.
 *
 * @param maxSockets bound of the WebSockets
 */
export function boundConnections(server: Server, maxConnections: number, maxSockets: number): void {
  /** Connections without a request under way, the longest idle first. */
  const idle = new Set<Socket>();
  const busy = new Map<Socket, number>();
  server.maxConnections = maxConnections + maxSockets + SPARE_CONNECTIONS;

  server.on('connection', (socket: Socket) => {
    if (idle.size + busy.size >= maxConnections) {
      const [longest] = idle;
      if (longest === undefined) return void socket.destroy();
      idle.delete(longest);
      longest.destroy();
    }
    idle.add(socket);
    socket.once('close', () => {
      idle.delete(socket);
      busy.delete(socket);
    });
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    idle.delete(socket);
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (busy.get(socket) ?? 0) - 1;
      if (left > 0) return void busy.set(socket, left);
      busy.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
  });
  // Before the listener that makes a WebSocket of the connection.
  server.prependListener('upgrade', (_request, socket) => idle.delete(socket as Socket));
}

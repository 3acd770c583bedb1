import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Beyond both bounds Node itself refuses: for the moment between accepting a connection and closing an idle one. */
const SPARE_CONNECTIONS = 64;

/**
 * Bounds the HTTP connections of a server. Whoever comes when all are taken is let in, and the connection that has been idle longest is closed: those who
 * hold connections open and say nothing lock nobody out. Only when every connection has a request under way is the newcomer closed.
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
  // Before whoever takes the connection over: it is his from here on.
  server.prependListener('upgrade', (_request, socket) => idle.delete(socket as Socket));
}

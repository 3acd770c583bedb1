import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections beyond both limits and these are refused by Node itself: the spare ones bridge the moment between
 * accepting a connection and closing an idle one.
 */
const SPARE_CONNECTIONS = 64;

/**
 * Limits the HTTP connections of a server. At the limit, a new connection is accepted and the one idle longest is
 * closed, so that clients which hold connections open without sending cannot lock others out. Only if every connection
 * has a request in flight is the new one closed.
 *
 * Connections that became WebSockets are not counted; they have a separate limit.
 *
 * @param maxSockets limit of WebSockets
 * @returns closes connections without a request in flight, and from then on each one after its response. Node keeps
 * those that have sent nothing, such as a browser's spare ones, and those whose response ends later
 */
export function boundConnections(server: Server, maxConnections: number, maxSockets: number): () => void {
  /** Connections without a request in flight, longest idle first. */
  const idle = new Set<Socket>();
  const busy = new Map<Socket, number>();
  let isClosing = false;
  server.maxConnections = maxConnections + maxSockets + SPARE_CONNECTIONS;

  server.on('connection', (socket: Socket) => {
    // Accepted while the server stopped listening: nobody looks at it again.
    if (isClosing) return void socket.destroy();
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
      if (socket.destroyed) return;
      // Ending only our side would leave it open for as long as the client does not end its own.
      if (isClosing) socket.destroySoon();
      else idle.add(socket);
    });
  });
  // Before the listener that turns the connection into a WebSocket.
  server.prependListener('upgrade', (_request, socket) => idle.delete(socket as Socket));
  return () => {
    isClosing = true;
    // One that is sending the head of a request gets its response.
    for (const socket of idle) if (socket.bytesRead === 0) socket.destroy();
  };
}

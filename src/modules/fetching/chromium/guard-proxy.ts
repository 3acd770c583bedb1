import { createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AddressGuard } from '../address-guard.js';
import type { Dialer, ProxyAddress } from '../dialer.js';
import { faultOf } from '../fetch-fault.js';

export interface GuardProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Two tabs of six connections to each of some hosts; more is a page gone wild. */
const MAX_CONNECTIONS = 256;
/** A connection on which nothing moves is dropped. */
const IDLE_MS = 30_000;
/** Bytes of one response or tunnel: scripts and styles of a page are far smaller. */
const MAX_BYTES = 32 * 1024 * 1024;
const HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade',
]);

/**
 * A forward proxy on loopback through which Chromium reaches the web, and nothing else.
 *
 * Each connection goes through the dialer and its checks of the connected address, be it for a page's script, a frame, a WebSocket or a redirect: the
 * browser resolves no names and opens no sockets of its own, so a name that changes its address gains nothing. Passes on to the
 * operator's proxy where there is one.
 */
export async function startGuardProxy(dialer: Dialer, guard: AddressGuard, upstream: ProxyAddress | null): Promise<GuardProxy> {
  const tunnels = new Set<Duplex>();
  const server = createServer((request, response) => forward(request, response, dialer, guard, upstream));
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnels.add(socket);
    socket.on('close', () => tunnels.delete(socket)).on('error', () => socket.destroy());
    void tunnel(request.url ?? '', socket, head, dialer);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
      for (const socket of tunnels) socket.destroy();
    }),
  };
}

function forward(request: IncomingMessage, response: ServerResponse, dialer: Dialer, guard: AddressGuard, upstream: ProxyAddress | null): void {
  const refuse = (error: unknown): void => {
    const kind = faultOf(error)?.kind ?? 'connect';
    if (response.headersSent) return void response.destroy();
    response.writeHead(kind === 'blocked-address' ? 403 : 502, { 'content-type': 'text/plain' }).end(`${kind}\n`);
  };
  let outgoing;
  try {
    const url = new URL(request.url ?? '');
    if (url.protocol !== 'http:') throw new TypeError('not an http URL');
    guard.checkUrl(url.href);
    outgoing = httpRequest(routeOf(url, request, dialer, upstream));
  } catch (error) {
    return refuse(error);
  }
  outgoing.setTimeout(IDLE_MS, () => outgoing.destroy());
  outgoing.on('error', refuse);
  outgoing.on('response', (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, forwardable(incoming.headers));
    limitBytes(incoming, () => response.destroy());
    incoming.on('error', () => response.destroy()).pipe(response);
  });
  response.on('close', () => outgoing.destroy());
  request.on('error', () => outgoing.destroy()).pipe(outgoing);
}

function routeOf(url: URL, request: IncomingMessage, dialer: Dialer, upstream: ProxyAddress | null): RequestOptions {
  const headers = { ...forwardable(request.headers), host: url.host };
  if (upstream !== null && !upstream.secure) {
    const authorization = upstream.authorization === null ? {} : { 'proxy-authorization': upstream.authorization };
    return { host: upstream.host, port: upstream.port, method: request.method ?? 'GET', path: url.href, headers: { ...headers, ...authorization }, agent: false };
  }
  return {
    method: request.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    headers,
    createConnection: (_options, callback) => {
      dialer.dial(url.hostname, url.port === '' ? 80 : Number(url.port)).then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error as Error, undefined as unknown as Socket),
      );
      return undefined;
    },
  };
}

async function tunnel(authority: string, client: Duplex, head: Buffer, dialer: Dialer): Promise<void> {
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(authority) ?? [];
  let socket: Socket;
  try {
    if (host === '') throw new TypeError('malformed authority');
    socket = await dialer.dial(host, Number(port));
  } catch (error) {
    const blocked = faultOf(error)?.kind === 'blocked-address';
    client.end(`HTTP/1.1 ${blocked ? '403 Forbidden' : '502 Bad Gateway'}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    return;
  }
  if (client.destroyed) return void socket.destroy();
  const end = (): void => {
    client.destroy();
    socket.destroy();
  };
  socket.setTimeout(IDLE_MS, end);
  socket.on('error', end).on('close', end);
  client.on('close', end);
  limitBytes(socket, end);
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) socket.write(head);
  socket.pipe(client);
  client.pipe(socket);
}

function limitBytes(stream: NodeJS.ReadableStream, onExceeded: () => void): void {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) onExceeded();
  });
}

function forwardable(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined && !HOP_HEADERS.has(name)) kept[name] = value;
  return kept;
}

import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AddressGuard } from '../http/address-guard.js';
import type { Dialer, ProxyAddress } from '../http/dialer.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import { isTracker } from './trackers.js';

/** The page whose requests pass through a guard proxy. */
interface ProxiedPage {
  readonly host: string;
  readonly blockTrackers: boolean;
  /** Replaces the proxy's own connection to the web: the session's proxy. */
  readonly dialer?: Dialer;
}

export interface GuardProxy {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Attributes the following requests to this page: resets the counts, and aborts loads of the previous page. */
  begin(page: ProxiedPage): void;
  /** Aborts running loads, and refuses all requests until the next page begins. */
  rest(): void;
  close(): Promise<void>;
}

/** The proxy itself answers this with 204, so that a browser can send its password before it needs it. */
export const GREETING_URL = 'http://gleaner.invalid/';

/** A tab with six connections to each of some hosts; a page with more is out of control. */
const MAX_CONNECTIONS = 128;
/** Idle time after which a connection is closed. */
const IDLE_MS = 30_000;
/** All responses and tunnels of one page: ordinary pages, without images, stay below a tenth of either. */
export const MAX_PAGE_BYTES = 32 * 1024 * 1024;
export const MAX_PAGE_REQUESTS = 400;
const HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** How the proxy reaches the web. */
export interface ProxyWay {
  readonly dialer: Dialer;
  readonly guard: AddressGuard;
  /** The operator's own proxy, if any. */
  readonly upstream: ProxyAddress | null;
  /** Connects through a proxy of a session. */
  readonly through: (proxy: string) => Dialer;
}

/**
 * Starts a forward proxy on loopback, the only connection of one Chromium tab to the web.
 *
 * Each connection goes through the dialer and its check of the connected address, whether for a page's script, a
 * WebSocket, a worker or a redirect: the browser resolves no names and opens no sockets itself, so DNS rebinding gains
 * nothing. A random password keeps out other users of the machine. The proxy counts the requests and bytes of a page,
 * because all of them pass through it.
 */
export async function startGuardProxy(way: ProxyWay): Promise<GuardProxy> {
  const proxy = new PageProxy(way);
  await proxy.listen();
  return proxy;
}

class PageProxy implements GuardProxy {
  readonly username = 'chromium';
  readonly password = randomBytes(24).toString('base64url');
  private readonly expected = Buffer.from(
    `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`,
  );
  private readonly server = createServer((request, response) => this.forward(request, response));
  /** Streams of the current page, which end with it. */
  private readonly open = new Set<{ destroy(): unknown }>();
  private page: ProxiedPage = { host: '', blockTrackers: false };
  private isResting = false;
  private requests = 0;
  private bytes = 0;

  constructor(private readonly way: ProxyWay) {
    this.server.maxConnections = MAX_CONNECTIONS;
    this.server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      void this.tunnel(request, socket, head);
    });
    this.server.on('clientError', (_error, socket) => socket.destroy());
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => this.server.once('error', reject).listen(0, '127.0.0.1', resolve));
  }

  begin(page: ProxiedPage): void {
    this.cut();
    this.isResting = false;
    this.page = page;
    this.requests = 0;
    this.bytes = 0;
  }

  rest(): void {
    this.cut();
    this.isResting = true;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
      this.cut();
    });
  }

  private cut(): void {
    for (const stream of this.open) stream.destroy();
    this.open.clear();
  }

  private knows({ 'proxy-authorization': given = '' }: IncomingHttpHeaders): boolean {
    const actual = Buffer.from(given);
    return actual.length === this.expected.length && timingSafeEqual(actual, this.expected);
  }

  /**
   * @throws FetchFault `blocked-address` for a tracker or without a page, `too-large` if the page has reached its limit
   */
  private admit(host: string): void {
    if (this.isResting) throw new FetchFault('blocked-address', 'no page asks for it');
    if (++this.requests > MAX_PAGE_REQUESTS || this.bytes > MAX_PAGE_BYTES)
      throw new FetchFault('too-large', 'the page has loaded too much');
    if (this.page.blockTrackers && isTracker(host, this.page.host))
      throw new FetchFault('blocked-address', 'a tracker');
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const refuse = (error: unknown): void => {
      const kind = faultOf(error)?.kind ?? 'connect';
      if (response.headersSent) return void response.destroy();
      response
        .writeHead(kind === 'blocked-address' || kind === 'too-large' ? 403 : 502, { 'content-type': 'text/plain' })
        .end(`${kind}\n`);
    };
    if (!this.knows(request.headers))
      return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="gleaner"' }).end();
    if (request.url === GREETING_URL) return void response.writeHead(204).end();
    let outgoing;
    try {
      const url = new URL(request.url ?? '');
      if (url.protocol !== 'http:') throw new TypeError('not an http URL');
      this.admit(url.hostname);
      this.way.guard.checkUrl(url.href);
      const { dialer } = this.page;
      outgoing = httpRequest(routeOf(url, request, dialer === undefined ? this.way : { dialer, upstream: null }));
    } catch (error) {
      return refuse(error);
    }
    const { open } = this;
    open.add(outgoing);
    outgoing.setTimeout(IDLE_MS, () => outgoing.destroy());
    outgoing.on('error', refuse).on('close', () => open.delete(outgoing));
    outgoing.on('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, forwardable(incoming.headers));
      this.count(incoming);
      incoming.on('error', () => response.destroy()).pipe(response);
    });
    response.on('close', () => outgoing.destroy());
    request.on('error', () => outgoing.destroy()).pipe(outgoing);
  }

  private async tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const answer = (line: string): void =>
      void client.end(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    if (!this.knows(request.headers))
      return answer('407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="gleaner"');
    const { open } = this;
    open.add(client);
    client.on('close', () => open.delete(client));
    const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(request.url ?? '') ?? [];
    let socket: Socket;
    try {
      if (host === '') throw new TypeError('malformed authority');
      this.admit(host.toLowerCase());
      socket = await (this.page.dialer ?? this.way.dialer).dial(host, Number(port));
    } catch (error) {
      const kind = faultOf(error)?.kind;
      return answer(kind === 'blocked-address' || kind === 'too-large' ? '403 Forbidden' : '502 Bad Gateway');
    }
    if (client.destroyed) return void socket.destroy();
    const end = (): void => {
      client.destroy();
      socket.destroy();
    };
    socket.setTimeout(IDLE_MS, end);
    socket.on('error', end).on('close', end);
    client.on('close', end);
    this.count(socket);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.write(head);
    socket.pipe(client);
    client.pipe(socket);
  }

  private count(stream: NodeJS.ReadableStream): void {
    stream.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      if (this.bytes > MAX_PAGE_BYTES) this.cut();
    });
  }
}

function routeOf(
  url: URL,
  request: IncomingMessage,
  { dialer, upstream }: Pick<ProxyWay, 'dialer' | 'upstream'>,
): RequestOptions {
  const headers = { ...forwardable(request.headers), host: url.host };
  if (upstream !== null && !upstream.secure) {
    const authorization = upstream.authorization === null ? {} : { 'proxy-authorization': upstream.authorization };
    return {
      host: upstream.host,
      port: upstream.port,
      method: request.method ?? 'GET',
      path: url.href,
      headers: { ...headers, ...authorization },
      agent: false,
    };
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

function forwardable(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !HOP_HEADERS.has(name)) kept[name] = value;
  return kept;
}

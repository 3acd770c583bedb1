import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { canonicalUrl } from '../../../domain/url/index.js';
import type { RecordedWeb } from './recorded-web.js';

/** The part of a web needed for serving. */
type ServableWeb = Pick<RecordedWeb, 'size' | 'lookup'>;

export interface ServeOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Address to listen on. Default: loopback. */
  readonly host?: string;
  /** Delay before each response. */
  readonly delayMs?: number;
  /** Share of requests for recorded URLs that fail, in [0, 1]: at random with a reset, a 503, or no response. */
  readonly failureRate?: number;
  /**
   * Determines which requests fail. With the same seed, the same attempt for a URL fails, whatever the order of
   * requests.
   */
  readonly seed?: number;
}

export interface ServedWeb {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

/** Time after which a request without response is dropped, longer than any client here waits. */
const SILENCE_MS = 120_000;
const FAILURES = ['reset', '503', 'silence'] as const;
type Failure = (typeof FAILURES)[number];

/**
 * Serves a recorded web as an HTTP forward proxy that responds for every host.
 *
 * Accepts requests in absolute form, `GET http://host/path` and also `GET https://host/path`: a client that sends the
 * latter, like the crawler, needs no TLS. CONNECT is refused with 501, upon which the crawler uses the absolute form.
 * Unknown URLs, including robots.txt, are 404.
 */
export async function serveRecordedWeb(web: ServableWeb, options: ServeOptions): Promise<ServedWeb> {
  const chance = new FailureChance(options.failureRate ?? 0, options.seed ?? 0);
  const server = createServer((request, response) => {
    setTimeout(() => answer(web, chance, request, response), options.delayMs ?? 0);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(
      'HTTP/1.1 501 Not Implemented\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n' +
        'A recorded web has no TLS: ask for https URLs in absolute form.\n',
    );
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const host = options.host ?? '127.0.0.1';
  await listen(server, options.port, host);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function answer(web: ServableWeb, chance: FailureChance, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(response, 405, 'A recorded web answers GET and HEAD only.\n');
  const url = /^https?:\/\//i.test(request.url ?? '') ? canonicalUrl(request.url ?? '') : null;
  if (url === null) {
    return sendText(
      response,
      400,
      `This is an HTTP proxy over a recorded web of ${web.size} URLs. Set it as the proxy of a client.\n`,
    );
  }
  const { 'if-none-match': etag = null, 'if-modified-since': lastModified = null } = request.headers;
  const recorded = web.lookup(url, { etag, lastModified });
  if (recorded === null) return sendText(response, 404, 'not in the recorded web\n');
  const failure = chance.next(url);
  if (failure === 'reset') return void request.socket.resetAndDestroy();
  if (failure === 'silence') return void response.setTimeout(SILENCE_MS, () => request.socket.destroy());
  if (failure === '503') return sendText(response, 503, 'a failure asked for\n');

  for (const [name, value] of recorded.headers) {
    try {
      response.setHeader(name, value);
    } catch {
      // Recorded headers may contain characters that Node refuses to send: such a header is omitted.
      continue;
    }
  }
  if (recorded.status === 304) return void response.writeHead(304).end();
  response.writeHead(recorded.status, { 'content-length': recorded.body.length });
  response.end(request.method === 'HEAD' ? undefined : recorded.body);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Draws failures only from seed, URL and attempt, so that concurrency does not change which requests fail. */
class FailureChance {
  private readonly attempts = new Map<string, number>();

  constructor(
    private readonly rate: number,
    private readonly seed: number,
  ) {}

  /** @param url of the recorded web, which bounds the number of counters */
  next(url: string): Failure | null {
    if (this.rate <= 0) return null;
    const attempt = this.attempts.get(url) ?? 0;
    this.attempts.set(url, attempt + 1);
    const digest = createHash('sha256').update(`${this.seed} ${attempt} ${url}`).digest();
    if (digest.readUInt32LE(0) / 2 ** 32 >= this.rate) return null;
    return FAILURES[digest.readUInt32LE(4) % FAILURES.length] ?? null;
  }
}

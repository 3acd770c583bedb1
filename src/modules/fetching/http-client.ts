import { Agent, buildConnector, type Dispatcher, Pool } from 'undici';
import { ContentCodingError, decodeContent, ACCEPTED_CODINGS } from './content-coding.js';
import { withDeadline } from './deadline.js';
import { CONNECT_TIMEOUT_MS, type Dialer, type ProxyAddress, TunnelRefused } from './dialer.js';
import { FetchFault, faultOf } from './fetch-fault.js';
import type { ProxyMode } from './options.js';
import type { RawDocument } from './outcome.js';

export interface GetRequest {
  /** Canonical. */
  readonly url: string;
  readonly userAgent: string;
  readonly accept: string;
  /** Decoded bytes of a body, at most; the compressed bytes read are held to the same number. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Whether the body is worth reading, from status and headers; otherwise it is left and `body` is empty. */
  readonly wantsBody: (status: number, headers: ReadonlyMap<string, string>) => boolean;
}

/** Node's own default: more headers than that are a mistake or an attack. Larger ones fail as `too-large`. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Idle connections are kept this long for the next page of the host; hosts with a delay of a second profit. */
const KEEP_ALIVE_MS = 5_000;
/** Servers may ask for longer; idle connections to many hosts would pile up. */
const MAX_KEEP_ALIVE_MS = 15_000;
/** An unwanted body this short is read to its end, for the connection's sake; of a longer one the connection is dropped. */
const MAX_DRAINED_BYTES = 16 * 1024;
/** Connections to the proxy, at most; the host queue's limit is what counts. */
const MAX_PROXY_CONNECTIONS = 1_024;
/** The client stops waiting for headers or a piece of body at the deadline of the whole request; this is the belt to those braces. */
const LONGEST_SILENCE_MS = 300_000;
/** "Not Implemented": how a recorded web answers CONNECT. */
const NO_TUNNELS_STATUS = 501;

/** Sends GET requests of HTTP/1.1, one response each: no redirects, no cookies, no retries. Failures are `FetchFault`s. */
export class HttpClient {
  private readonly direct: Agent;
  private readonly viaProxy: Pool | null;
  private httpsInAbsoluteForm: boolean;

  constructor(
    dialer: Dialer,
    private readonly proxy: ProxyAddress | null,
    private readonly proxyMode: ProxyMode,
  ) {
    const limits = {
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
      headersTimeout: LONGEST_SILENCE_MS,
      bodyTimeout: LONGEST_SILENCE_MS,
    };
    this.direct = new Agent({ ...limits, connect: connectorOver(dialer) });
    const proxyLimits = { ...limits, connections: MAX_PROXY_CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT_MS } };
    this.viaProxy = proxy === null ? null : new Pool(proxy.origin, proxyLimits);
    this.httpsInAbsoluteForm = proxyMode === 'absolute';
  }

  /** Whether https URLs are asked from the proxy in absolute form, so that no TLS takes place. */
  get sendsHttpsInAbsoluteForm(): boolean {
    return this.proxy !== null && this.httpsInAbsoluteForm;
  }

  /** @throws FetchFault for every fact of the web, `aborted` when the signal aborts */
  async get(request: GetRequest, signal: AbortSignal): Promise<RawDocument> {
    try {
      return await withDeadline(signal, request.timeoutMs, 'the request', (stop) => this.send(request, stop));
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null) throw error;
      if (fault instanceof TunnelRefused && fault.status === NO_TUNNELS_STATUS && this.proxyMode === 'auto') {
        this.httpsInAbsoluteForm = true;
        return this.get(request, signal);
      }
      throw fault;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.direct.destroy(), this.viaProxy?.destroy()]);
  }

  private async send(request: GetRequest, signal: AbortSignal): Promise<RawDocument> {
    const url = new URL(request.url);
    const headers: Record<string, string> = {
      'user-agent': request.userAgent,
      accept: request.accept,
      'accept-encoding': ACCEPTED_CODINGS,
    };
    const absolute = this.viaProxy !== null && (url.protocol === 'http:' || this.httpsInAbsoluteForm);
    if (absolute) {
      headers['host'] = url.host;
      if (this.proxy?.authorization) headers['proxy-authorization'] = this.proxy.authorization;
    }
    const response = absolute && this.viaProxy !== null
      ? await this.viaProxy.request({ path: request.url, method: 'GET', headers, signal })
      : await this.direct.request({ origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers, signal });
    return readResponse(response, request);
  }
}

/** Sockets from the dialer, with TLS on top where the URL asks for it; certificates are verified. */
function connectorOver(dialer: Dialer): buildConnector.connector {
  const secure = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return (options, callback) => {
    const port = options.port === '' ? (options.protocol === 'https:' ? 443 : 80) : Number(options.port);
    dialer.dial(options.hostname, port).then(
      (socket) => {
        if (options.protocol !== 'https:') return callback(null, socket);
        return secure({ ...options, httpSocket: socket }, (error, tlsSocket) => {
          if (!error) return callback(null, tlsSocket);
          socket.destroy();
          return callback(faultOf(error) ?? new FetchFault('tls', error.message), null);
        });
      },
      (error: unknown) => callback(error as Error, null),
    );
  };
}

async function readResponse(response: Dispatcher.ResponseData, request: GetRequest): Promise<RawDocument> {
  const { statusCode: status, body } = response;
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value);
  }
  // A body destroyed half-way reports that as an error to whoever listens.
  body.on('error', () => undefined);
  if (!request.wantsBody(status, headers)) {
    const short = Number(headers.get('content-length') ?? Number.NaN) <= MAX_DRAINED_BYTES;
    if (short) await body.dump({ limit: MAX_DRAINED_BYTES }).catch(() => undefined);
    else body.destroy();
    return { status, headers, body: Buffer.alloc(0), truncated: false };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the body and with it the connection.
    if (size > request.maxBytes) break;
  }
  const cut = size > request.maxBytes;
  const encoded = Buffer.concat(chunks, Math.min(size, request.maxBytes));
  try {
    const decoded = await decodeContent(encoded, headers.get('content-encoding') ?? '', request.maxBytes);
    return { status, headers, body: decoded.body, truncated: decoded.truncated || cut };
  } catch (error) {
    if (error instanceof ContentCodingError) throw new FetchFault('decode', error.message, { httpStatus: status });
    throw error;
  }
}

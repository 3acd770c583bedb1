import { setMaxListeners } from 'node:events';
import { Agent, type Dispatcher } from 'undici';
import type { FailureKind } from '../../../domain/fetching/index.js';
import { PUBLIC_PORTS } from '../../../platform/config/index.js';
import { AddressGuard } from './address-guard.js';
import { interimLimit, PieceCollector, refuseHead, withAnswerLimit } from './answer-limits.js';
import { ACCEPTED_CODINGS, ContentCodingError, decodeContent } from './content-coding.js';
import { withDeadline } from '../deadline.js';
import { Dialer, type LookupAll, parseProxyUrl } from './dialer.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import { connectorOver } from './http-client.js';
import { isRedirect } from './redirects.js';

export interface GuardedClientOptions {
  /** Switches the checks of addresses off, as in `FetchingOptions`. */
  readonly allowPrivateNetworks: boolean;
  /** Ports that may be asked; empty: any. 80, 443, 8080 and 8443 unless told, or any where private networks are allowed. */
  readonly allowedPorts?: readonly number[];
  /** Origins that the operator himself named, such as `http://127.0.0.1:8888`: they may be asked wherever they are. Never what a user sent. */
  readonly trustedOrigins?: readonly string[];
  /** HTTP proxy, asked to CONNECT. */
  readonly proxyUrl?: string;
  readonly userAgent: string;
  /** Name resolution, `dns.lookup` unless told. */
  readonly lookup?: LookupAll;
}

export interface GuardedRequest {
  readonly url: string;
  /** GET unless told. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whole time, redirects included, ms; 10 000 unless told. */
  readonly timeoutMs?: number;
  /** Bytes of the answer's body, compressed and decoded; more is cut. Default: 1 000 000. */
  readonly maxBytes?: number;
  /** Redirects followed, each through the same checks; none unless told: a 3xx is then an answer like any other. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

export interface GuardedResponse {
  readonly kind: 'response';
  /** Where the last redirect led. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; the values of repeated ones joined by ', '. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** Nothing came, or nothing that can be read. `blocked-address`: the URL leads where this service may not go; nothing was sent there. */
export interface GuardedFailure {
  readonly kind: FailureKind;
  readonly url: string;
  readonly message: string;
}

/** HTTP for the service's own calls to addresses that users name: webhooks, search providers, classifiers. */
export interface GuardedClient {
  /**
   * Sends one request. Whatever the other side does is an answer, never an exception.
   *
   * @throws TypeError for headers that cannot be sent, naming the header
   */
  request(request: GuardedRequest): Promise<GuardedResponse | GuardedFailure>;
  /** Why a URL will never be asked, as far as it can be told from its text; null when it may be. A name can still turn out to have a private address. */
  refusalOf(url: string): string | null;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;
const KEEP_ALIVE_MS = 5_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** The same endpoint is rarely asked by more at a time; the rest waits in line, and its time runs. */
const CONNECTIONS_PER_ORIGIN = 16;

/** What frames the message is the client's to say. */
const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);
/** What goes along to another origin; anything else may be a secret. */
const PUBLIC_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The addresses of users' URLs are checked as those of pages are: port, name, every looked-up address, the connected one, at every redirect. */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  return new UndiciGuardedClient(options);
}

interface Hop {
  readonly url: URL;
  readonly method: NonNullable<GuardedRequest['method']>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

class UndiciGuardedClient implements GuardedClient {
  private readonly guard: AddressGuard;
  private readonly guarded: Agent;
  private readonly open: Agent;
  private readonly trusted: ReadonlySet<string>;
  private readonly closed = new AbortController();

  constructor(private readonly options: GuardedClientOptions) {
    // Each request under way listens; their number is the callers' to bound.
    setMaxListeners(0, this.closed.signal);
    const {
      allowPrivateNetworks,
      allowedPorts = allowPrivateNetworks ? [] : PUBLIC_PORTS,
      trustedOrigins = [],
      proxyUrl,
      lookup,
    } = options;
    this.guard = new AddressGuard({ allowPrivateNetworks, allowedPorts });
    this.trusted = new Set(trustedOrigins.map((origin) => new URL(origin).origin));
    const agent = (guard: AddressGuard, proxied: boolean): Agent =>
      new Agent({
        pipelining: 1,
        maxHeaderSize: MAX_HEADER_BYTES,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
        connections: CONNECTIONS_PER_ORIGIN,
        connect: withAnswerLimit(
          connectorOver(new Dialer(guard, proxied && proxyUrl !== undefined ? parseProxyUrl(proxyUrl) : null, lookup)),
        ),
      });
    this.guarded = agent(this.guard, true);
    this.open = agent(new AddressGuard({ allowPrivateNetworks: true, allowedPorts: [] }), false);
  }

  async request(request: GuardedRequest): Promise<GuardedResponse | GuardedFailure> {
    const {
      url,
      method = 'GET',
      headers = {},
      body = null,
      timeoutMs = TIMEOUT_MS,
      signal = this.closed.signal,
    } = request;
    const at = { url };
    const sent = {
      'user-agent': this.options.userAgent,
      ...checkedHeaders(headers),
      'accept-encoding': ACCEPTED_CODINGS,
    };
    try {
      if (this.closed.signal.aborted) throw new FetchFault('aborted', 'the client is closed');
      const first = { url: parsed(url), method, headers: sent, body };
      return await withDeadline(signal, timeoutMs, 'the request', (stop) => this.follow(first, request, at, stop));
    } catch (error) {
      const fault = this.closed.signal.aborted ? new FetchFault('aborted', 'the client is closed') : faultOf(error);
      if (fault === null) throw error;
      return { kind: fault.kind, url: at.url, message: fault.message };
    }
  }

  refusalOf(url: string): string | null {
    try {
      this.check(parsed(url));
      return null;
    } catch (error) {
      if (error instanceof FetchFault) return error.message;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.closed.abort();
    await Promise.all([this.guarded.destroy(), this.open.destroy()]);
  }

  /** @param at is told where the request has got to */
  private async follow(
    first: Hop,
    request: GuardedRequest,
    at: { url: string },
    signal: AbortSignal,
  ): Promise<GuardedResponse> {
    const { maxBytes = MAX_BYTES, maxRedirects = 0 } = request;
    let hop = first;
    for (let followed = 0; ; followed++) {
      at.url = hop.url.href;
      const response = await this.send(hop, signal);
      const { location } = response.headers;
      if (!isRedirect(response.statusCode) || typeof location !== 'string' || maxRedirects === 0)
        return read(response, hop.url.href, maxBytes);
      response.body.on('error', () => undefined).destroy();
      if (followed >= maxRedirects) throw new FetchFault('redirect-limit', `more than ${maxRedirects} redirects`);
      hop = redirected(hop, response.statusCode, parsed(location, hop.url));
    }
  }

  /** @returns whether the operator named its origin. @throws FetchFault `blocked-address` */
  private check(url: URL): boolean {
    const isTrusted = this.trusted.has(url.origin);
    if (!isTrusted) this.guard.checkUrl(url.href);
    return isTrusted;
  }

  private send({ url, method, headers, body }: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const agent = this.check(url) ? this.open : this.guarded;
    const path = `${url.pathname}${url.search}`;
    return agent
      .request({ origin: url.origin, path, method, headers, body, signal, onInfo: interimLimit() })
      .catch(refuseHead);
  }
}

function parsed(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new FetchFault('invalid-url', 'not an http or https URL');
  if (url.username !== '' || url.password !== '')
    throw new FetchFault('invalid-url', 'user name and password do not belong into a URL');
  return url;
}

function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value))
      throw new TypeError(`headers: "${name.slice(0, 100)}" cannot be sent`);
    if (FRAMING_HEADERS.has(name.toLowerCase())) throw new TypeError(`headers: "${name}" is the client's to set`);
    checked[name.toLowerCase()] = value;
  }
  return checked;
}

/** The request that a redirect asks for (RFC 9110 section 15.4): 307 and 308 repeat it, the others ask for the result with GET. */
function redirected(hop: Hop, status: number, url: URL): Hop {
  const again = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD';
  const sameOrigin = url.origin === hop.url.origin;
  const keep = (name: string): boolean =>
    (sameOrigin || PUBLIC_HEADERS.has(name)) && (again || name !== 'content-type');
  const headers = Object.fromEntries(Object.entries(hop.headers).filter(([name]) => keep(name)));
  return {
    url,
    method: again ? hop.method : 'GET',
    headers: { ...headers, 'accept-encoding': ACCEPTED_CODINGS },
    body: again ? hop.body : null,
  };
}

async function read(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  url: string,
  maxBytes: number,
): Promise<GuardedResponse> {
  const headers = new Map(
    Object.entries(raw).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  body.on('error', () => undefined);
  const pieces = new PieceCollector();
  for await (const piece of body as AsyncIterable<Buffer>) {
    pieces.add(piece);
    if (pieces.size > maxBytes) break;
  }
  try {
    const decoded = await decodeContent(pieces.join(maxBytes), headers.get('content-encoding') ?? '', maxBytes);
    return {
      kind: 'response',
      url,
      status,
      headers,
      body: decoded.body,
      truncated: decoded.truncated || pieces.size > maxBytes,
    };
  } catch (error) {
    if (error instanceof ContentCodingError) throw new FetchFault('decode', error.message);
    throw error;
  }
}

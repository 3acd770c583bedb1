import { setMaxListeners } from 'node:events';
import { Agent, type Dispatcher } from 'undici';
import type { FailureKind } from '../../../../domain/fetching/index.js';
import { PUBLIC_PORTS } from '../../../../platform/config/index.js';
import { AddressGuard } from './address-guard.js';
import { interimLimit, refuseHead, withAnswerLimit } from './answer-limits.js';
import { ACCEPTED_CODINGS, ContentCodingError, decodeContent } from './content-coding.js';
import { withDeadline } from '../deadline.js';
import { Dialer, type LookupAll, parseProxyUrl } from './dialer.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import { connectorOver } from './http-client.js';
import { PieceCollector } from './piece-collector.js';
import { isRedirect } from './redirects.js';

export interface GuardedClientOptions {
  /** Disables the checks of addresses, as in `FetchingOptions`. */
  readonly allowPrivateNetworks: boolean;
  /** Allowed ports; empty: any. Default: 80, 443, 8080 and 8443, or any if private networks are allowed. */
  readonly allowedPorts?: readonly number[];
  /** Origins that the operator has set, such as `http://127.0.0.1:8888`: allowed at any address. Never from a user. */
  readonly trustedOrigins?: readonly string[];
  /** HTTP proxy for CONNECT. */
  readonly proxyUrl?: string;
  readonly userAgent: string;
  /** Name resolution. Default: `dns.lookup`. */
  readonly lookup?: LookupAll;
}

interface GuardedRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Total time, including redirects, ms. Default: 10 000. */
  readonly timeoutMs?: number;
  /** Bytes of the response's body, both compressed and decoded; the rest is cut off. Default: 1 000 000. */
  readonly maxBytes?: number;
  /** Redirects to follow, each with the same checks. Default: none; a 3xx is then an ordinary response. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

export interface GuardedResponse {
  readonly kind: 'response';
  /** Target of the last redirect. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; values of repeated headers joined by ', '. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** No response, or an unreadable one. `blocked-address`: the URL is not allowed; nothing was sent. */
export interface GuardedFailure {
  readonly kind: FailureKind;
  readonly url: string;
  readonly message: string;
}

/** HTTP for the service's own calls to addresses from users: webhooks, search providers, classifiers. */
export interface GuardedClient {
  /**
   * Sends one request. Every behaviour of the other side becomes a result, never an exception.
   *
   * @throws TypeError for headers that cannot be sent, naming the header
   */
  request(request: GuardedRequest): Promise<GuardedResponse | GuardedFailure>;
  /**
   * Why a URL is never requested, judged by its text; null if it may be. A name can still resolve to a private address.
   */
  refusalOf(url: string): string | null;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;
const KEEP_ALIVE_MS = 5_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** More concurrent calls to one endpoint are rare; they queue while their time runs. */
const CONNECTIONS_PER_ORIGIN = 16;

/** Headers for framing, which the client sets itself. */
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
/** Headers that are also sent to another origin; all others may be secrets. */
const PUBLIC_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Checks the addresses of users' URLs like those of pages: port, name, every resolved address and the connected one, at
 * every redirect.
 */
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
    // Each running request adds a listener; callers bound their number.
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

  /** @param at called with the current URL */
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

  /** @returns whether the operator set its origin. @throws FetchFault `blocked-address` */
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
    throw new FetchFault('invalid-url', 'user name and password do not belong in a URL');
  return url;
}

function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value))
      throw new TypeError(`headers: "${name.slice(0, 100)}" cannot be sent`);
    if (FRAMING_HEADERS.has(name.toLowerCase())) throw new TypeError(`headers: the client sets "${name}" itself`);
    checked[name.toLowerCase()] = value;
  }
  return checked;
}

/** The request after a redirect (RFC 9110 section 15.4): 307 and 308 repeat it, the others use GET for the result. */
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

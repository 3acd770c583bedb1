import { constants } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, type Dispatcher, Pool } from 'undici';
import type { Exchange, Validators } from '../../../../engine/ports.js';
import { ContradictingLengths, interimLimit, refuseHead, withAnswerLimit } from './answer-limits.js';
import { ContentCodingError, decodeContent, ACCEPTED_CODINGS } from './content-coding.js';
import { withDeadline } from '../deadline.js';
import { CONNECT_TIMEOUT_MS, type Dialer, type ProxyAddress, TunnelRefused } from './dialer.js';
import { HeadRecorder, ReuseWatcher, watchRequest, withoutSecrets } from './exchange-recorder.js';
import { askLeniently } from './lenient-exchange.js';
import { isChunked } from './http-message.js';
import { readUpTo } from './read-body.js';
import { type HeaderField, headerMap } from './response-head.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import type { ProxyMode } from '../options.js';
import type { RawDocument } from '../outcome.js';

export interface GetRequest {
  /** As sent: see `sentUrl`. */
  readonly url: string;
  readonly userAgent: string;
  readonly acceptLanguage?: string;
  /** Additional secret headers: recordings omit them, and also cookies if `isSecretCookie`. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  readonly isSecretCookie?: boolean;
  /** Value of the Cookie header; empty: no header. */
  readonly cookie?: string;
  readonly accept: string;
  /** Most decoded bytes of a body; also limits the compressed bytes. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Decides from status and headers whether to read the body; otherwise `body` is empty. */
  readonly wantsBody: (status: number, headers: ReadonlyMap<string, string>) => boolean;
  /** Whether to read the beginning of an unwanted body, which may explain an error. Unreadable parts are omitted. */
  readonly peeks?: (status: number) => boolean;
  /** Whether a body that breaks off is returned, marked so, instead of failing. */
  readonly takesBroken?: boolean;
  /** Sent as If-None-Match and If-Modified-Since. */
  readonly validators?: Validators;
  /** Called when the request is sent on an established connection. */
  readonly onSent?: () => void;
  /** Called with the exchange once the response is complete or broken off; not called without a response. */
  readonly record?: (exchange: Exchange) => void;
}

/** Node's own default: larger headers are a mistake or an attack, and fail as `too-large`. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Time for which idle connections stay open for the host's next page; useful for delays of about a second. */
const KEEP_ALIVE_MS = 5_000;
/** Servers may request longer; idle connections to many hosts would accumulate. */
const MAX_KEEP_ALIVE_MS = 15_000;
/**
 * An unwanted body up to this size is read to its end, so that the connection can be reused; for a longer one the
 * connection is dropped.
 */
const MAX_DRAINED_BYTES = 16 * 1024;
/** Limits for reading the beginning of an unwanted body, bytes and ms: an error is not worth more. */
const MAX_PEEKED_BYTES = 40 * 1024;
const LONGEST_PEEK_MS = 2_000;
/** Most connections to the proxy; the host queue's limit is the effective one. */
const MAX_PROXY_CONNECTIONS = 1_024;
/** The request's deadline already bounds waiting for headers or a piece of body; this is a second safeguard. */
const LONGEST_SILENCE_MS = 300_000;
/** "Not Implemented": the response of a recorded web to CONNECT. */
const NO_TUNNELS_STATUS = 501;
/**
 * Visible characters, spaces and non-ASCII bytes from old servers: other characters cannot occur in a header (RFC 9110
 * section 5.5).
 */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]{1,1024}$/;
/** Origins remembered for responses that the parser rejects: they are read leniently from the start. */
const MAX_ODD_ORIGINS = 1_000;
/** Most kept connections in a row that a server may have closed when a request comes: as many as a host may have. */
const MOST_STALE = 8;
/** Framing bytes of a chunked body in addition to its content: more is framing without end. */
const CHUNK_FRAMING_BYTES = 64 * 1024;
/**
 * The client's name for 100 Continue to a request that does not wait for it; browsers pass it over (RFC 9110 section
 * 15.2).
 */
const UNASKED_CONTINUE = /^bad response$/;
/** The order of transfer codings in which the parser joins chunks. */
const CHUNKED_LAST = /chunked\s*$/i;
/** The parser's name for a truncated body. */
const BROKEN_OFF = /invalid[ _]eof[ _]state/i;

/**
 * Sends GET requests of HTTP/1.1 with one response each: without redirects, cookies of its own, or retries. Failures
 * are `FetchFault`s.
 */
export class HttpClient {
  private readonly direct: Agent;
  private readonly viaProxy: Pool | null;
  private httpsInAbsoluteForm: boolean;
  private readonly oddOrigins = new LRUCache<string, true>({ max: MAX_ODD_ORIGINS });
  private readonly connect: buildConnector.connector;
  private readonly connectProxy: buildConnector.connector;

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
    this.connect = withAnswerLimit(connectorOver(dialer));
    this.connectProxy = withAnswerLimit(buildConnector({ timeout: CONNECT_TIMEOUT_MS }));
    this.direct = new Agent({ ...limits, connect: this.connect });
    const proxyLimits = { ...limits, connections: MAX_PROXY_CONNECTIONS, connect: this.connectProxy };
    this.viaProxy = proxy === null ? null : new Pool(proxy.origin, proxyLimits);
    this.httpsInAbsoluteForm = proxyMode === 'absolute';
  }

  /** Whether https URLs are sent to the proxy in absolute form, without TLS. */
  get sendsHttpsInAbsoluteForm(): boolean {
    return this.proxy !== null && this.httpsInAbsoluteForm;
  }

  /** @throws FetchFault for every failure of the web, `aborted` if the signal aborts */
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
    const { origin, host, path } = partsOf(request.url);
    const headers: Record<string, string> = {
      'user-agent': request.userAgent,
      accept: request.accept,
      'accept-encoding': ACCEPTED_CODINGS,
      ...(request.acceptLanguage === undefined ? {} : { 'accept-language': request.acceptLanguage }),
      ...(request.cookie ? { cookie: request.cookie } : {}),
      ...request.secretHeaders,
      ...conditions(request.validators),
    };
    const absolute = this.viaProxy !== null && (origin.startsWith('http:') || this.httpsInAbsoluteForm);
    if (absolute) {
      headers['host'] = host;
      if (this.proxy?.authorization) headers['proxy-authorization'] = this.proxy.authorization;
    }
    if (this.oddOrigins.has(origin)) return this.sendLeniently(request, headers, absolute, signal);
    try {
      return await this.sendStrictly(request, { origin, path, headers, absolute }, signal);
    } catch (error) {
      if (!isRefusedByParser(error)) throw error;
    }
    const document = await this.sendLeniently(request, headers, absolute, signal);
    this.oddOrigins.set(origin, true);
    return document;
  }

  /**
   * A server may close a kept connection at the moment when the next request goes out: that one is sent again, as
   * browsers do (RFC 9110 section 9.2.2).
   */
  private async sendStrictly(request: GetRequest, addressed: Addressed, signal: AbortSignal): Promise<RawDocument> {
    for (let stale = 0; ; stale++) {
      const reuse = new ReuseWatcher();
      try {
        return await this.sendOnce(request, addressed, reuse, signal);
      } catch (error) {
        const mayPass = reuse.isUnanswered && faultOf(error)?.kind === 'reset' && !signal.aborted;
        if (!mayPass || stale >= MOST_STALE) throw error;
      }
    }
  }

  private async sendOnce(
    request: GetRequest,
    { origin, path, headers, absolute }: Addressed,
    reuse: ReuseWatcher,
    signal: AbortSignal,
  ): Promise<RawDocument> {
    const dispatch = (): Promise<Dispatcher.ResponseData> =>
      absolute && this.viaProxy !== null
        ? this.viaProxy.request({ path: request.url, method: 'GET', headers, signal, onInfo: interimLimit() })
        : this.direct.request({
            origin,
            path,
            method: 'GET',
            headers,
            signal,
            onInfo: interimLimit(),
          });
    const { onSent, record } = request;
    const watchers = [reuse, ...(onSent === undefined ? [] : [{ sent: onSent }])];
    if (record === undefined) return readResponse(await watchRequest(watchers, dispatch).catch(refuseHead), request);
    const recorder = new HeadRecorder();
    const recorded = watchRequest([...watchers, recorder], dispatch);
    return readResponse(await recorded.catch(refuseHead), request, (body, truncated) => {
      const { startedAt, ip, requestHead, responseHead } = recorder;
      record({
        url: request.url,
        startedAt,
        ip: this.proxy === null ? ip : null,
        requestHead: withoutSecrets(requestHead, secretsOf(request)),
        responseHead,
        body,
        truncated,
      });
    });
  }

  /** Repeats the request after the strict parser has rejected the response. */
  private async sendLeniently(
    request: GetRequest,
    headers: Readonly<Record<string, string>>,
    absolute: boolean,
    signal: AbortSignal,
  ): Promise<RawDocument> {
    const url = new URL(request.url);
    const { onSent, record } = request;
    const startedAt = Date.now();
    const answer = await askLeniently(
      absolute ? this.connectProxy : this.connect,
      {
        origin: absolute && this.proxy !== null ? new URL(this.proxy.origin) : url,
        target: absolute ? request.url : `${url.pathname}${url.search}`,
        headers: { host: url.host, ...headers },
        wants: (status, fields) =>
          request.wantsBody(status, fields)
            ? request.maxBytes + CHUNK_FRAMING_BYTES
            : request.peeks?.(status) === true
              ? MAX_PEEKED_BYTES
              : 0,
        ...(onSent === undefined ? {} : { onSent }),
      },
      signal,
    );
    const { status, end } = answer;
    const body = answer.body.subarray(0, request.maxBytes);
    const truncated = end !== 'whole' || body.length < answer.body.length;
    record?.({
      url: request.url,
      startedAt,
      ip: this.proxy === null ? answer.ip : null,
      requestHead: withoutSecrets(answer.requestHead, secretsOf(request)),
      responseHead: answer.responseHead,
      body,
      truncated,
    });
    const isWanted = request.wantsBody(status, answer.headers);
    const brokenOff = new FetchFault('truncated', 'the body broke off', { httpStatus: status });
    const encoded = { status, fields: answer.fields, bytes: body };
    if (isWanted && end === 'broken') return wholeAfterAll(encoded, request, brokenOff);
    if (isWanted) return decoded(encoded, request.maxBytes, truncated);
    const beginning = await decodedBeginning(body, answer.headers);
    return { status, headers: answer.headers, ...cookiesOf(answer.fields), body: beginning, truncated: false };
  }
}

const secretsOf = ({ secretHeaders = {}, isSecretCookie = false }: GetRequest): readonly string[] => [
  ...Object.keys(secretHeaders),
  ...(isSecretCookie ? ['cookie'] : []),
];

interface Addressed {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly absolute: boolean;
}

/** The client's parser rejects every response with incorrect framing; a truncated one is not such a response. */
function isRefusedByParser(error: unknown): boolean {
  if (error instanceof ContradictingLengths) return true;
  if (!(error instanceof Error)) return false;
  return (error.name === 'HTTPParserError' && !BROKEN_OFF.test(error.message)) || UNASKED_CONTINUE.test(error.message);
}

/** The parts of a URL. Canonical URLs and those from a browser are split without parsing, which takes longer. */
function partsOf(url: string): { readonly origin: string; readonly host: string; readonly path: string } {
  const hostAt = url.indexOf('://') + 3;
  const slash = url.indexOf('/', hostAt);
  const at = url.indexOf('@', hostAt);
  if (slash === -1 || url.includes('#') || (at !== -1 && at < slash)) {
    const { origin, host, pathname, search } = new URL(url);
    return { origin, host, path: `${pathname}${search}` };
  }
  return { origin: url.slice(0, slash), host: url.slice(hostAt, slash), path: url.slice(slash) };
}

function conditions(validators: Validators | undefined): Record<string, string> {
  const { etag = null, lastModified = null } = validators ?? {};
  return {
    ...(etag !== null && FIELD_VALUE.test(etag) ? { 'if-none-match': etag } : {}),
    ...(lastModified !== null && FIELD_VALUE.test(lastModified) ? { 'if-modified-since': lastModified } : {}),
  };
}

/**
 * Sockets from the dialer, with TLS if the URL requires it; certificates are verified. Servers without secure
 * renegotiation (RFC 5746) are accepted, as in browsers; renegotiating with them stays refused.
 */
export function connectorOver(dialer: Dialer): buildConnector.connector {
  const secureOptions = constants.SSL_OP_LEGACY_SERVER_CONNECT;
  const secure = buildConnector({ timeout: CONNECT_TIMEOUT_MS, secureOptions });
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

/** Receives the body as sent, before content decoding. */
type BodyRecorder = (body: Buffer, truncated: boolean) => void;

async function readResponse(
  response: Dispatcher.ResponseData,
  request: GetRequest,
  record: BodyRecorder = () => undefined,
): Promise<RawDocument> {
  const { statusCode: status, body } = response;
  const fields = Object.entries(response.headers).flatMap(([name, value = []]): HeaderField[] =>
    Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]],
  );
  const headers = headerMap(fields);
  // The parser takes the chunks of such a body for its content; browsers do not.
  if (isChunked(headers) && !CHUNKED_LAST.test(headers.get('transfer-encoding') ?? '')) {
    body.on('error', () => undefined).destroy();
    throw new ContradictingLengths();
  }
  // A body destroyed while reading emits an error.
  body.on('error', () => undefined);
  // An answer without content has none, whatever length it declares.
  if (status === 204 || !request.wantsBody(status, headers)) {
    if (request.peeks?.(status) === true)
      return {
        status,
        headers,
        ...cookiesOf(fields),
        body: await beginningOf(body, headers, record),
        truncated: false,
      };
    await passOver(body, headers, request.record === undefined ? null : record);
    return { status, headers, ...cookiesOf(fields), body: Buffer.alloc(0), truncated: false };
  }
  const encoded = await readUpTo(
    body,
    request.maxBytes,
    async (bytes) => (await wholeDocument({ status, fields, bytes }, request.maxBytes)) !== null,
  );
  const answer = { status, fields, bytes: encoded.bytes };
  record(encoded.bytes, encoded.end !== 'whole');
  if (encoded.end === 'broken') {
    const fault = brokenBody(encoded.cause, status);
    if (!(fault instanceof FetchFault && fault.kind === 'truncated')) throw fault;
    return wholeAfterAll(answer, request, fault);
  }
  return decoded(answer, request.maxBytes, encoded.end === 'cut');
}

/** Keeps each Set-Cookie header separate: its value may contain commas. */
function cookiesOf(fields: readonly HeaderField[]): Pick<RawDocument, 'setCookies'> {
  const setCookies = fields.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value);
  return setCookies.length === 0 ? {} : { setCookies };
}

/** An answer before its content is decoded. */
interface EncodedAnswer {
  readonly status: number;
  readonly fields: readonly HeaderField[];
  readonly bytes: Buffer;
}

/** @throws FetchFault `decode` */
async function decoded(
  { status, fields, bytes }: EncodedAnswer,
  maxBytes: number,
  isCut = false,
): Promise<RawDocument> {
  const headers = headerMap(fields);
  try {
    const { body, truncated, notIn } = await decodeContent(bytes, headers.get('content-encoding') ?? '', maxBytes);
    const remark = notIn === undefined ? {} : { remark: `Content-Encoding says ${notIn}, and the body is not in it` };
    return { status, headers, ...cookiesOf(fields), body, truncated: truncated || isCut, ...remark };
  } catch (error) {
    if (error instanceof ContentCodingError) throw new FetchFault('decode', error.message, { httpStatus: status });
    throw error;
  }
}

/** The end of a document, possibly followed by comments. */
const DOCUMENT_END = /<\/(?:html|body|urlset|sitemapindex|rss|feed)\s*>(?:\s|<!--(?:(?!-->).)*-->)*$/is;
const LONGEST_END = 500;

const PACKED = /^\s*(?:(?:x-)?gzip|deflate|br|zstd)\s*$/i;

/** The document in a body that ends like a complete one, packed or not; null if it does not. */
async function wholeDocument(answer: EncodedAnswer, maxBytes: number): Promise<RawDocument | null> {
  const document = await decoded(answer, maxBytes).catch(() => null);
  if (document === null || document.truncated) return null;
  // Packed data know their end: the length is that of the unpacked document.
  const isCoded = answer.bytes.length > 0 && document.remark === undefined;
  const isPacked = isCoded && PACKED.test(document.headers.get('content-encoding') ?? '');
  return isPacked || DOCUMENT_END.test(document.body.subarray(-LONGEST_END).toString('latin1')) ? document : null;
}

/**
 * Accepts a body that is shorter than its length, or lacks its last chunk, but ends like a complete document: the
 * length was wrong, as in browsers. @throws FetchFault otherwise
 */
async function wholeAfterAll(
  answer: EncodedAnswer,
  { maxBytes, takesBroken = false }: Pick<GetRequest, 'maxBytes' | 'takesBroken'>,
  fault: FetchFault,
): Promise<RawDocument> {
  if (takesBroken) return { ...(await decoded(answer, maxBytes)), isBroken: true };
  const document = await wholeDocument(answer, maxBytes);
  if (document === null) throw fault;
  return { ...document, remark: document.remark ?? 'the body did not end as it was said to' };
}

/** The decoded beginning of a body; empty if it is not available. */
async function beginningOf(
  body: Dispatcher.ResponseData['body'],
  headers: ReadonlyMap<string, string>,
  record: BodyRecorder,
): Promise<Buffer> {
  const timer = setTimeout(() => body.destroy(), LONGEST_PEEK_MS);
  const { bytes, end } = await readUpTo(body, MAX_PEEKED_BYTES).finally(() => clearTimeout(timer));
  record(bytes, end !== 'whole');
  return decodedBeginning(bytes, headers);
}

async function decodedBeginning(bytes: Buffer, headers: ReadonlyMap<string, string>): Promise<Buffer> {
  try {
    return (await decodeContent(bytes, headers.get('content-encoding') ?? '', MAX_PEEKED_BYTES)).body;
  } catch (error) {
    if (error instanceof ContentCodingError) return Buffer.alloc(0);
    throw error;
  }
}

/**
 * Skips an unwanted body: reads a short one to its end, so that the connection can be reused, and drops a longer one
 * with its connection.
 */
async function passOver(
  body: Dispatcher.ResponseData['body'],
  headers: ReadonlyMap<string, string>,
  record: BodyRecorder | null,
): Promise<void> {
  // Some servers never send the body that they declare.
  const timer = setTimeout(() => body.destroy(), LONGEST_PEEK_MS);
  try {
    if (record !== null) {
      const { bytes, end } = await readUpTo(body, MAX_DRAINED_BYTES);
      return record(bytes, end !== 'whole');
    }
    if (Number(headers.get('content-length') ?? Number.NaN) <= MAX_DRAINED_BYTES)
      await body.dump({ limit: MAX_DRAINED_BYTES }).catch(() => undefined);
    else body.destroy();
  } finally {
    clearTimeout(timer);
  }
}

/** Why a body broke off: after the headers, any end of the connection means a truncated body. */
function brokenBody(cause: unknown, httpStatus: number): unknown {
  if (isRefusedByParser(cause)) return cause;
  const fault = faultOf(cause);
  if (fault === null || !(fault.kind === 'reset' || BROKEN_OFF.test(fault.message))) return fault ?? cause;
  return new FetchFault('truncated', `the body broke off: ${fault.message}`, { httpStatus });
}

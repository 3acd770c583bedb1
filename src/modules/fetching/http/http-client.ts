import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, type Dispatcher, Pool } from 'undici';
import type { Exchange, Validators } from '../../../engine/ports.js';
import { ContradictingLengths, interimLimit, PieceCollector, refuseHead, withAnswerLimit } from './answer-limits.js';
import { ContentCodingError, decodeContent, ACCEPTED_CODINGS } from './content-coding.js';
import { withDeadline } from '../deadline.js';
import { CONNECT_TIMEOUT_MS, type Dialer, type ProxyAddress, TunnelRefused } from './dialer.js';
import { HeadRecorder, watchRequest, withoutSecrets } from './exchange-recorder.js';
import { askLeniently } from './lenient-exchange.js';
import { type HeaderField, headerMap } from './response-head.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import type { ProxyMode } from '../options.js';
import type { RawDocument } from '../outcome.js';

export interface GetRequest {
  /** As it is sent: see `sentUrl`. */
  readonly url: string;
  readonly userAgent: string;
  readonly acceptLanguage?: string;
  /** Further headers, which are secrets: what is recorded is without them, and without cookies where `isSecretCookie`. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  readonly isSecretCookie?: boolean;
  /** Value of the Cookie header; none is sent where it is empty. */
  readonly cookie?: string;
  readonly accept: string;
  /** Decoded bytes of a body, at most; the compressed bytes read are held to the same number. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Whether the body is worth reading, from status and headers; otherwise it is left and `body` is empty. */
  readonly wantsBody: (status: number, headers: ReadonlyMap<string, string>) => boolean;
  /** Whether the beginning of a body that is not wanted is read all the same: it may say more of an error. What cannot be read of it is left out. */
  readonly peeks?: (status: number) => boolean;
  /** Sent as If-None-Match and If-Modified-Since. */
  readonly validators?: Validators;
  /** Told when the request goes out, on a connection that stands. */
  readonly onSent?: () => void;
  /** Told what went over the wire once the response is read or has broken off; not called when there was none. */
  readonly record?: (exchange: Exchange) => void;
}

/** Node's own default: more headers than that are a mistake or an attack. Larger ones fail as `too-large`. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Idle connections are kept this long for the next page of the host; hosts with a delay of a second profit. */
const KEEP_ALIVE_MS = 5_000;
/** Servers may ask for longer; idle connections to many hosts would pile up. */
const MAX_KEEP_ALIVE_MS = 15_000;
/** An unwanted body this short is read to its end, for the connection's sake; of a longer one the connection is dropped. */
const MAX_DRAINED_BYTES = 16 * 1024;
/** What is read of a body for a look at its beginning, and for how long, ms: an error is not worth more. */
const MAX_PEEKED_BYTES = 40 * 1024;
const LONGEST_PEEK_MS = 2_000;
/** Connections to the proxy, at most; the host queue's limit is what counts. */
const MAX_PROXY_CONNECTIONS = 1_024;
/** The client stops waiting for headers or a piece of body at the deadline of the whole request; this is the belt to those braces. */
const LONGEST_SILENCE_MS = 300_000;
/** "Not Implemented": how a recorded web answers CONNECT. */
const NO_TUNNELS_STATUS = 501;
/** Visible characters, spaces and what old servers send beyond ASCII: the rest cannot stand in a header (RFC 9110 section 5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]{1,1024}$/;
/** Origins remembered for answers that the parser refuses: they are asked leniently at once. */
const MAX_ODD_ORIGINS = 1_000;
/** Of a chunked body over the wire, beside what it carries: more is framing without end. */
const CHUNK_FRAMING_BYTES = 64 * 1024;
/** The parser's name for a body that breaks off. */
const BROKEN_OFF = /invalid[ _]eof[ _]state/i;

/** Sends GET requests of HTTP/1.1, one response each: no redirects, no cookies of its own, no retries. Failures are `FetchFault`s. */
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

  private async sendStrictly(
    request: GetRequest,
    { origin, path, headers, absolute }: Addressed,
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
    const watchers = onSent === undefined ? [] : [{ sent: onSent }];
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

  /** The same request once more, for an answer that the strict parser has refused. */
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
    if (isWanted && end === 'broken') return wholeAfterAll(status, answer.fields, body, request.maxBytes, brokenOff);
    if (isWanted) return decoded(status, answer.fields, body, truncated, request.maxBytes);
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

/** The client's parser takes no answer that is not framed by the letter; one that breaks off is no such answer. */
function isRefusedByParser(error: unknown): boolean {
  if (error instanceof ContradictingLengths) return true;
  return error instanceof Error && error.name === 'HTTPParserError' && !BROKEN_OFF.test(error.message);
}

/** Where a request goes to. What is canonical, or comes from a browser, is read off as it stands: to parse a URL takes longer. */
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

/** Sockets from the dialer, with TLS on top where the URL asks for it; certificates are verified. */
export function connectorOver(dialer: Dialer): buildConnector.connector {
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

/** Takes the body as it was sent, its content coding not undone. */
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
  // A body destroyed half-way reports that as an error to whoever listens.
  body.on('error', () => undefined);
  if (!request.wantsBody(status, headers)) {
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
  const encoded = await readUpTo(body, request.maxBytes);
  record(encoded.bytes, encoded.end !== 'whole');
  if (encoded.end === 'broken') {
    const fault = brokenBody(encoded.cause, status);
    if (!(fault instanceof FetchFault && fault.kind === 'truncated')) throw fault;
    return wholeAfterAll(status, fields, encoded.bytes, request.maxBytes, fault);
  }
  return decoded(status, fields, encoded.bytes, encoded.end === 'cut', request.maxBytes);
}

/** Each Set-Cookie header stays by itself: its value may have commas. */
function cookiesOf(fields: readonly HeaderField[]): Pick<RawDocument, 'setCookies'> {
  const setCookies = fields.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value);
  return setCookies.length === 0 ? {} : { setCookies };
}

/** @throws FetchFault `decode` */
async function decoded(
  status: number,
  fields: readonly HeaderField[],
  encoded: Buffer,
  isCut: boolean,
  maxBytes: number,
): Promise<RawDocument> {
  const headers = headerMap(fields);
  try {
    const { body, truncated, notIn } = await decodeContent(encoded, headers.get('content-encoding') ?? '', maxBytes);
    const remark =
      notIn === undefined ? {} : { remark: `Content-Encoding says ${notIn}, and the body is not: read as it was sent` };
    return { status, headers, ...cookiesOf(fields), body, truncated: truncated || isCut, ...remark };
  } catch (error) {
    if (error instanceof ContentCodingError) throw new FetchFault('decode', error.message, { httpStatus: status });
    throw error;
  }
}

/** The end of a document, behind which there may be comments. */
const DOCUMENT_END = /<\/(?:html|urlset|sitemapindex|rss|feed)\s*>(?:\s|<!--(?:(?!-->).)*-->)*$/is;
const LONGEST_END = 500;

/** A body that is shorter than its length says, or lacks its last chunk, and yet ends as a document does: the length was wrong, as browsers take it. @throws FetchFault otherwise */
async function wholeAfterAll(
  status: number,
  fields: readonly HeaderField[],
  encoded: Buffer,
  maxBytes: number,
  fault: FetchFault,
): Promise<RawDocument> {
  const document = await decoded(status, fields, encoded, false, maxBytes).catch(() => null);
  if (
    document === null ||
    document.truncated ||
    !DOCUMENT_END.test(document.body.subarray(-LONGEST_END).toString('latin1'))
  )
    throw fault;
  return { ...document, remark: document.remark ?? 'the body is shorter than it was said to be' };
}

interface ReadBody {
  readonly bytes: Buffer;
  /** `cut` at the limit; `broken` off before its end. */
  readonly end: 'whole' | 'cut' | 'broken';
  readonly cause: unknown;
}

/** By its events: to iterate over a stream costs more than all else that is done with a body of some kilobytes. */
function readUpTo(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<ReadBody> {
  const pieces = new PieceCollector();
  return new Promise((resolve) => {
    const ended = (end: ReadBody['end'], cause: unknown = null): void => {
      body.off('data', onPiece).off('end', onEnd).off('error', onError).off('close', onClose);
      resolve({ bytes: pieces.join(maxBytes), end, cause });
    };
    const onPiece = (piece: Buffer): void => {
      pieces.add(piece);
      if (pieces.size <= maxBytes) return;
      ended('cut');
      // And with it the connection.
      body.destroy();
    };
    const onEnd = (): void => ended('whole');
    const onError = (cause: unknown): void => ended('broken', cause);
    const onClose = (): void =>
      ended('broken', body.errored ?? new FetchFault('reset', 'the body ended before its end'));
    if (body.destroyed) return onClose();
    body.on('data', onPiece).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

/** The beginning of a body, its content coding undone; empty where that cannot be had. */
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

/** Leaves an unwanted body: a short one is read to its end, for the connection's sake, a longer one dropped with its connection. */
async function passOver(
  body: Dispatcher.ResponseData['body'],
  headers: ReadonlyMap<string, string>,
  record: BodyRecorder | null,
): Promise<void> {
  if (record !== null) {
    const { bytes, end } = await readUpTo(body, MAX_DRAINED_BYTES);
    return record(bytes, end !== 'whole');
  }
  if (Number(headers.get('content-length') ?? Number.NaN) <= MAX_DRAINED_BYTES)
    await body.dump({ limit: MAX_DRAINED_BYTES }).catch(() => undefined);
  else body.destroy();
}

/** Why a body broke off: a connection that ended once the headers were there is a truncated body, whichever way it ended. */
function brokenBody(cause: unknown, httpStatus: number): unknown {
  if (isRefusedByParser(cause)) return cause;
  const fault = faultOf(cause);
  if (fault === null || !(fault.kind === 'reset' || BROKEN_OFF.test(fault.message))) return fault ?? cause;
  return new FetchFault('truncated', `the body broke off: ${fault.message}`, { httpStatus });
}

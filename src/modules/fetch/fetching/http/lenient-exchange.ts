import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { FetchFault } from '../fetch-fault.js';
import { ChunkJoiner, isChunked } from './http-message.js';
import { PieceCollector } from './piece-collector.js';
import { type HeaderField, headerMap, readHead, type ResponseHead } from './response-head.js';

/** Most bytes of a head; also applies to each interim response. */
const MAX_HEAD_BYTES = 64 * 1024;
/** Most interim responses (status 1xx) to one request. */
const MAX_INTERIM_ANSWERS = 20;

interface LenientRequest {
  /** The server to connect to: the host, or a proxy. */
  readonly origin: URL;
  /** Request target: a path, or a whole URL for a proxy. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body to read from the wire; 0 if it is unwanted. */
  readonly wants: (status: number, headers: ReadonlyMap<string, string>) => number;
  readonly onSent?: () => void;
}

interface LenientAnswer {
  readonly status: number;
  readonly fields: readonly HeaderField[];
  readonly headers: ReadonlyMap<string, string>;
  /** With transfer coding removed. */
  readonly body: Buffer;
  /** `cut` at the limit; `broken` before the end given by its Content-Length. */
  readonly end: 'whole' | 'cut' | 'broken';
  readonly requestHead: string;
  readonly responseHead: string;
  readonly ip: string | null;
}

/**
 * Repeats a request whose response a strict parser has rejected, on a connection of its own, and reads the response as
 * leniently as browsers do (`readHead`). The connection serves only this request, so a misread response cannot affect
 * another one.
 *
 * An invalid length counts as absent; a chunked body is read as chunks, whatever length the headers give.
 *
 * @throws FetchFault `decode` if the response is not HTTP, `too-large`, `reset`; socket errors
 */
export async function askLeniently(
  connect: buildConnector.connector,
  request: LenientRequest,
  signal: AbortSignal,
): Promise<LenientAnswer> {
  const socket = await connected(connect, request.origin);
  const onAbort = (): void => void socket.destroy();
  signal.addEventListener('abort', onAbort);
  try {
    if (signal.aborted) throw new FetchFault('aborted', 'aborted');
    const lines = Object.entries({ ...request.headers, connection: 'close' });
    const requestHead = `GET ${request.target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const ip = socket.remoteAddress ?? null;
    const reading = readAnswer(socket, request);
    socket.write(requestHead, 'latin1');
    request.onSent?.();
    return { ...(await reading), requestHead, ip };
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

function connected(connect: buildConnector.connector, origin: URL): Promise<Socket> {
  const { protocol, hostname, host, port } = origin;
  return new Promise((resolve, reject) =>
    connect({ protocol, hostname, host, port }, (error, socket) => (error === null ? resolve(socket) : reject(error))),
  );
}

type Read = Omit<LenientAnswer, 'requestHead' | 'ip'>;

/** The received part of a response, and whether it is complete. */
class AnswerReader {
  /** The part of the head that has come. */
  private bytes: Buffer = Buffer.alloc(0);
  private interim = 0;
  private head: ResponseHead | null = null;
  private headers: ReadonlyMap<string, string> = new Map();
  private responseHead = '';
  private wanted = 0;
  private length: number | null = null;
  /** Bytes of the body on the wire. */
  private received = 0;
  private readonly pieces = new PieceCollector();
  private chunks: ChunkJoiner | null = null;

  constructor(private readonly wants: LenientRequest['wants']) {}

  /** @returns the response once it is complete. @throws FetchFault */
  take(chunk: Buffer): Read | null {
    const rest = this.head === null ? this.afterHead(chunk) : chunk;
    if (rest === null) return null;
    // Of an unwanted body not even the framing matters.
    if (this.wanted === 0) return this.answer('cut');
    this.received += rest.length;
    if (this.chunks === null) this.pieces.add(rest);
    else if (!this.chunks.add(rest)) throw malformed();
    if (this.received >= this.wanted) return this.answer('cut');
    if (this.length !== null) return this.received >= this.length ? this.answer('whole') : null;
    return this.chunks?.ended === true ? this.answer('whole') : null;
  }

  /** Handles the end of the connection. */
  end(): Read {
    if (this.head === null) throw this.bytes.length === 0 ? new FetchFault('reset', 'no answer') : malformed();
    return this.answer(this.length !== null && this.received < this.length ? 'broken' : 'whole');
  }

  /** @returns the bytes after the head; null while it is incomplete */
  private afterHead(chunk: Buffer): Buffer | null {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
    while (this.head === null) {
      const head = readHead(this.bytes);
      if (head === null) throw malformed();
      if ((head === 'more' ? this.bytes.length : head.bytes) > MAX_HEAD_BYTES)
        throw new FetchFault('too-large', `headers of more than ${MAX_HEAD_BYTES} bytes`);
      if (head === 'more') return null;
      if (head.status >= 200) this.begin(head);
      else if (head.status === 101 || ++this.interim > MAX_INTERIM_ANSWERS) throw malformed();
      this.bytes = this.bytes.subarray(head.bytes);
    }
    return this.bytes;
  }

  private begin(head: ResponseHead): void {
    this.head = head;
    this.headers = headerMap(head.fields);
    this.responseHead = this.bytes.toString('latin1', 0, head.bytes);
    const hasBody = head.status !== 204 && head.status !== 304;
    this.wanted = hasBody ? this.wants(head.status, this.headers) : 0;
    this.chunks = isChunked(this.headers) ? new ChunkJoiner() : null;
    this.length = hasBody ? (this.chunks === null ? lengthOf(this.headers) : null) : 0;
  }

  private answer(end: Read['end']): Read {
    const { status, fields } = this.head as ResponseHead;
    const isWhole = end === 'cut' && this.length !== null && this.received >= this.length;
    const body = (this.chunks ?? this.pieces).join(Math.min(this.wanted, this.length ?? this.wanted));
    return {
      status,
      fields,
      headers: this.headers,
      body,
      end: isWhole ? 'whole' : end,
      responseHead: this.responseHead,
    };
  }
}

function readAnswer(socket: Socket, { wants }: LenientRequest): Promise<Read> {
  const reader = new AnswerReader(wants);
  return new Promise((resolve, reject) => {
    const attempt = (read: () => Read | null): void => {
      try {
        const answer = read();
        if (answer !== null) resolve(answer);
      } catch (error) {
        reject(error instanceof Error ? error : new TypeError(String(error)));
      }
    };
    socket
      .on('readable', () => {
        // Others count its bytes, so it must not flow by itself.
        for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
          const read = chunk;
          attempt(() => reader.take(read));
        }
      })
      .on('error', reject)
      .on('close', () => attempt(() => reader.end()));
  });
}

const malformed = (): FetchFault => new FetchFault('decode', 'malformed HTTP response');

/** @throws FetchFault for two different lengths: neither can be trusted (RFC 9112 section 6.3) */
function lengthOf(headers: ReadonlyMap<string, string>): number | null {
  const lengths = new Set(
    (headers.get('content-length') ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => /^\d{1,15}$/.test(text)),
  );
  if (lengths.size > 1) throw new FetchFault('decode', 'malformed HTTP response: contradicting lengths');
  const [length] = lengths;
  return length === undefined ? null : Number(length);
}

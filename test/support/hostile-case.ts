import type { TlsOptions } from 'node:tls';
import type { FailureKind } from '../../src/domain/fetching/index.js';
import type { FetchSettings } from '../../src/engine/ports.js';
import type { StepFacts } from '../../src/domain/session/index.js';
import { drip, flood, type HostileServer, type Script, type SeenHead } from './hostile-server.js';

/** The child process's report of one hostile fetch. */
export interface HostileReport {
  readonly name: string;
  /** Kind of the outcome, or `threw` when the fetcher rejected. */
  readonly kind: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly truncated: boolean;
  readonly redirects: number;
  readonly bytes: number;
  /** Time of the fetch for its caller, including robots.txt, ms. */
  readonly ms: number;
  /** Delay of the fetching process's timers meanwhile, ms: waiting for a busy machine. */
  readonly lateMs: number;
  /** Bytes that came over the wire, all connections of the case together. */
  readonly wire: number;
  /** Time of `digestStep`, ms. */
  readonly digestMs: number;
  readonly html: string;
  readonly title: string;
  readonly links: readonly string[];
  readonly nesting: Pick<StepFacts, 'truncated' | 'probability'>;
  /** Growth of the process's peak memory by the fetch and its digestion, MB; only for cases that run alone. */
  readonly grownMb: number;
}

type End = 'page' | FailureKind;

export interface HostileCase {
  /** Lower case and dashes: also the host's name. */
  readonly name: string;
  /** Behaviour of the server, for the table of cases. */
  readonly does: string;
  readonly serve: Script;
  readonly tls?: TlsOptions;
  /** Default: by whether the case has TLS. */
  readonly scheme?: 'http' | 'https';
  readonly path?: string;
  readonly settings?: Partial<FetchSettings>;
  /** `page`, or the correct kinds of failure. */
  readonly ends: End | readonly End[];
  /** `any`: depends on the running Node. */
  readonly truncated?: boolean | 'any';
  /** Maximum bytes over the wire; default `DEFAULT_WIRE`. */
  readonly wire?: number;
  /** Maximum time of the fetch, ms, without the delay by a busy machine; default: the time limit of its settings. */
  readonly withinMs?: number;
  /** Runs into a limit of many seconds: started first, so that the others run meanwhile. */
  readonly begunFirst?: true;
  /** Measured alone; the process's memory may grow by this many MB. */
  readonly memoryMb?: number;
  /** Further requirements. */
  readonly also?: (report: HostileReport, server: HostileServer) => void;
  /** The further requirements in words, for the table. */
  readonly so?: string;
}

/** Default settings of the cases: small, so that bounds are reached. */
export const HOSTILE_MAX_BYTES = 1_000_000;
export const HOSTILE_TIMEOUT_MS = 120_000;
/** The time limit of cases that are meant to reach it. */
const SHORT_MS = 1_500;
/** Tolerance beyond a limit. */
export const SLACK_MS = 10_000;
/** Further tolerance as a multiple of the timers' delay: fetcher and server take turns, and each may wait. */
export const LATE_TIMES = 4;
/** Body, head, and data in flight when the client closes: a socket's buffer, which is read as one. */
export const DEFAULT_WIRE = HOSTILE_MAX_BYTES + 256 * 1024;
/** A response without body: its head and one buffer. */
export const HEAD_WIRE = 256 * 1024;

export const SLOW = { timeoutMs: SHORT_MS } as const;

export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n';
export const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

export const sized = (body: string | Buffer, headers = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${OK}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, 'latin1'),
    Buffer.from(body as string),
  ]);

/** Sends bytes in answer to each request and keeps the connection. */
export const reply =
  (bytes: string | Buffer): Script =>
  (socket, onRequest) =>
    onRequest(() => void socket.write(bytes, 'latin1'));

/** Sends bytes in answer to the first request and closes its side. */
export const replyAndEnd =
  (bytes: string | Buffer): Script =>
  (socket, onRequest) =>
    onRequest(() => void socket.end(bytes as string, 'latin1'));

export const page = (body: string | Buffer, headers = ''): Script => reply(sized(body, headers));

export const floodAfter =
  (start: string, piece: string | Buffer): Script =>
  (socket, onRequest) =>
    onRequest(() => {
      socket.write(start, 'latin1');
      flood(socket, piece);
    });

export const dripAfter =
  (start: string, pieces: Iterable<string>): Script =>
  (socket, onRequest) =>
    onRequest(() => {
      socket.write(start, 'latin1');
      drip(socket, pieces);
    });

export const redirectTo = (location: string, status = 302): string =>
  `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;

/** Answers by request. */
export const answers =
  (choose: (head: SeenHead) => string | Buffer): Script =>
  (socket, onRequest) =>
    onRequest((head) => void socket.write(choose(head), 'latin1'));

export function* forever(piece: string): Generator<string> {
  for (;;) yield piece;
}

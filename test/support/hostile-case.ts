import type { TlsOptions } from 'node:tls';
import type { FailureKind } from '../../src/domain/fetching/index.js';
import type { FetchSettings } from '../../src/engine/ports.js';
import type { StepFacts } from '../../src/domain/session/index.js';
import { drip, flood, type HostileServer, type Script, type SeenHead } from './hostile-server.js';

/** What the child process tells of one fetch of a hostile case. */
export interface HostileReport {
  readonly name: string;
  /** Kind of the outcome, or `threw` when the fetcher rejected. */
  readonly kind: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly truncated: boolean;
  readonly redirects: number;
  readonly bytes: number;
  /** Time of the fetch as its caller sees it, robots.txt included, ms. */
  readonly ms: number;
  /** By how much timers of the fetching process came late meanwhile, ms: what it waited for a busy machine. */
  readonly lateMs: number;
  /** Bytes that came over the wire, all connections of the case together. */
  readonly wire: number;
  /** Time of `digestStep`, ms. */
  readonly digestMs: number;
  readonly html: string;
  readonly title: string;
  readonly links: readonly string[];
  readonly nesting: Pick<StepFacts, 'truncated' | 'probability'>;
  /** Growth of the process's peak memory over the fetch and its digestion, MB; of cases that run alone. */
  readonly grownMb: number;
}

type End = 'page' | FailureKind;

export interface HostileCase {
  /** Lower case and dashes: it is also the host's name. */
  readonly name: string;
  /** What the server does, for the table of cases. */
  readonly does: string;
  readonly serve: Script;
  readonly tls?: TlsOptions;
  /** By whether it has TLS unless told. */
  readonly scheme?: 'http' | 'https';
  readonly path?: string;
  readonly settings?: Partial<FetchSettings>;
  /** `page`, or the kinds of failure that are right. */
  readonly ends: End | readonly End[];
  /** `any`: it depends on the Node that runs. */
  readonly truncated?: boolean | 'any';
  /** Bytes over the wire, at most; `DEFAULT_WIRE` unless told. */
  readonly wire?: number;
  /** Time of the fetch at most, ms, without what a busy machine adds; the time limit of its settings unless told. */
  readonly withinMs?: number;
  /** Runs into a limit of many seconds: begun first, so that the others go on meanwhile. */
  readonly begunFirst?: true;
  /** Measured with nothing beside it; the process's memory may grow by so many MB. */
  readonly memoryMb?: number;
  /** What else must hold. */
  readonly also?: (report: HostileReport, server: HostileServer) => void;
  /** The words for what else must hold, for the table. */
  readonly so?: string;
}

/** Settings of every case unless it says otherwise: small, so that bounds show. */
export const HOSTILE_MAX_BYTES = 1_000_000;
export const HOSTILE_TIMEOUT_MS = 120_000;
/** The time limit of cases that are meant to run into it. */
export const SHORT_MS = 1_500;
/** What may come on top of a limit that was kept. */
export const SLACK_MS = 10_000;
/** And so many times of what timers came late by: a fetch is some work one after the other of fetcher and server, and each may wait. */
export const LATE_TIMES = 4;
/** Body, head, and what was under way when the client hung up: a socket's buffer, which is read as one. */
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

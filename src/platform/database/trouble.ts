/**
 * Kinds of database trouble that the caller has not caused: `unreachable` (connection lost or refused, server starting
 * or ending, no connection free), `full` (disk or memory), `contended` (deadlock, serialisation failure, lock
 * time-out), `overrun` (a statement or an open transaction exceeded its limit).
 */
export const TROUBLE_KINDS = ['unreachable', 'full', 'contended', 'overrun'] as const;
export type TroubleKind = (typeof TROUBLE_KINDS)[number];

/** A transient fault of the database: the same work may succeed later. */
export interface DatabaseTrouble {
  readonly kind: TroubleKind;
  /** SQLSTATE, or a code of Node.js or Prisma; the driver's message if it has no code. */
  readonly code: string;
}

const kindsOf = (codes: Record<TroubleKind, string>): ReadonlyMap<string, TroubleKind> =>
  new Map(
    (Object.keys(codes) as TroubleKind[]).flatMap((kind) =>
      codes[kind].split(' ').map((code): [string, TroubleKind] => [code, kind]),
    ),
  );

/**
 * SQLSTATEs of PostgreSQL, codes of Node.js and Prisma, and error kinds of Prisma's driver adapter. PAGE_STORE is the
 * store with the texts of pages: an external part of the database, with the same patience.
 */
const KINDS = kindsOf({
  unreachable:
    '57P01 57P02 57P03 57P05 53300 ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ' +
    'P1001 P1002 P1008 P1017 P2024 P2037 DatabaseNotReachable ConnectionClosed SocketTimeout TooManyConnections PAGE_STORE',
  full: '53000 53100 53200 53400 ENOSPC',
  contended: '40001 40P01 40003 55P03 P2028 P2034 TransactionWriteConflict',
  overrun: '57014 25P03 25P04',
});
/** Driver messages without a code. */
const MESSAGES = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
    'Query read timeout',
    '^timeout expired$',
    'server closed the connection',
    'is not currently accepting connections',
  ].join('|'),
);
/** An error wraps the driver's, which wraps the socket's; anything deeper is a cycle. */
const MAX_DEPTH = 8;

interface Wrapping {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly kind?: unknown;
  readonly originalCode?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

function kindOf(code: unknown): TroubleKind | undefined {
  if (typeof code !== 'string') return undefined;
  return KINDS.get(code) ?? (/^08[0-9A-Z]{3}$/.test(code) ? 'unreachable' : undefined);
}

function find(error: unknown, depth: number): DatabaseTrouble | null {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return null;
  const { name, code, originalCode, kind, message, cause, errors, meta } = error as Wrapping;
  // A refusal is final; its cause, such as an unreachable web server, is not the database's fault.
  if (name === 'DomainError') return null;
  // The wrapped error is more precise: Prisma has one code for all SQL failures.
  for (const inner of [cause, meta?.driverAdapterError, ...(Array.isArray(errors) ? (errors as unknown[]) : [])]) {
    const found = find(inner, depth + 1);
    if (found) return found;
  }
  for (const candidate of [originalCode, code, kind]) {
    const found = kindOf(candidate);
    if (found) return { kind: found, code: candidate as string };
  }
  if (typeof message !== 'string') return null;
  if (message.includes('No space left on device')) return { kind: 'full', code: '53100' };
  return MESSAGES.test(message) ? { kind: 'unreachable', code: message.slice(0, 100) } : null;
}

/** Whether the disk is full, rather than memory or the number of connections. */
export const isDiskFull = ({ code }: DatabaseTrouble): boolean => code === '53100' || code === 'ENOSPC';

/**
 * The transient fault behind an error of a database operation; null for a permanent one. Searches the error's causes.
 */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  return find(error, 0);
}

import pg from 'pg';

/** How long a query waits for a free connection before it fails; longer means the database is overwhelmed, and the client had better hear of it. */
const CONNECT_TIMEOUT_MS = 15_000;
/** By so much the client waits longer than the server may take: the server's own answer says more. */
const ANSWER_GRACE_MS = 15_000;

/** Roles of the database, see the migration `projects`: `gleaner_api` sees one project at a time, `gleaner_worker` all. */
export type DatabaseRole = 'gleaner_api' | 'gleaner_worker';

/** The connection URL with a role that every connection takes on as it begins. */
export function inRole(url: string, role: DatabaseRole): string {
  const read = new URL(url);
  const given = read.searchParams.get('options');
  read.searchParams.set('options', [given ?? '', `-c role=${role}`].join(' ').trim());
  return read.href;
}

export interface ConnectionLimits {
  readonly role: DatabaseRole;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  /** Longest time one statement may take, ms. */
  readonly statementMs: number;
  /** Longest time a statement may wait for one lock, ms. */
  readonly lockMs: number;
  /** Longest time a transaction may stay open between two statements, ms: a program that hangs must not hold locks. */
  readonly idleInTransactionMs: number;
}

export interface PoolLimits extends ConnectionLimits {
  /** Connections, at most. */
  readonly size: number;
}

const configOf = (
  url: string,
  { role, name, statementMs, lockMs, idleInTransactionMs }: ConnectionLimits,
): pg.ClientConfig => ({
  connectionString: inRole(url, role),
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  application_name: name,
  keepAlive: true,
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
  query_timeout: statementMs + ANSWER_GRACE_MS,
});

/**
 * A broken connection is reported by the query that needs it, and replaced. An error between two queries is told to nobody but the client itself; without a
 * listener it would end the process. The pool listens to idle clients alone, so every client gets a listener of its own for life.
 */
export function survive(client: pg.ClientBase): void {
  client.on('error', () => undefined);
}

/** What a pool with limits for all that runs over it is made with. */
export const poolConfigOf = (url: string, limits: PoolLimits): pg.PoolConfig => ({
  ...configOf(url, limits),
  max: limits.size,
});

/** A pool of connections with limits for all that runs over it. */
export function openPool(url: string, limits: PoolLimits): pg.Pool {
  const pool = new pg.Pool(poolConfigOf(url, limits));
  pool.on('connect', survive);
  pool.on('error', () => undefined);
  return pool;
}

/** One connection outside of the pools, as the user of the URL. The caller connects it and ends it. */
export function openClient(url: string, name: string, connectTimeoutMs = CONNECT_TIMEOUT_MS): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  survive(client);
  return client;
}

/** One connection outside of the pools with limits for all that runs over it. The caller connects it and ends it. */
export function openLimitedClient(url: string, limits: ConnectionLimits): pg.Client {
  const client = new pg.Client(configOf(url, limits));
  survive(client);
  return client;
}

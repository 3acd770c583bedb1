import pg from 'pg';

/**
 * Longest time that a query waits for a free connection; a longer wait means that the database is overloaded, and the
 * client should get an error.
 */
const CONNECT_TIMEOUT_MS = 15_000;
/** The client waits this much longer than the server's time-out: the server's own error says more. */
const ANSWER_GRACE_MS = 15_000;

/**
 * Database roles, see the migration `projects`: `gleaner_api` sees one project at a time, `gleaner_worker` sees all.
 */
type DatabaseRole = 'gleaner_api' | 'gleaner_worker';

/**
 * By default a connection keeps the plans of a function's statements after five calls. Those made while a table is
 * empty read any of its indexes from end to end when it has grown, until it is analysed.
 */
const PLANS = 'plan_cache_mode=force_custom_plan';

/** The connection URL with a role and the way of planning that every connection assumes at its start. */
export function inRole(url: string, role: DatabaseRole): string {
  const read = new URL(url);
  const given = read.searchParams.get('options');
  read.searchParams.set('options', [given ?? '', `-c role=${role}`, `-c ${PLANS}`].join(' ').trim());
  return read.href;
}

interface ConnectionLimits {
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
  /** Most connections. */
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
 * Ignores errors between queries: the next query reports a broken connection, and the pool replaces it. Without a
 * listener such an error would end the process. The pool listens only to idle clients, so every client gets its own
 * listener for life.
 */
export function survive(client: pg.ClientBase): void {
  client.on('error', () => undefined);
}

/** Configuration of a pool with limits for all its statements. */
export const poolConfigOf = (url: string, limits: PoolLimits): pg.PoolConfig => ({
  ...configOf(url, limits),
  max: limits.size,
});

/** A pool of connections with limits for all their statements. */
export function openPool(url: string, limits: PoolLimits): pg.Pool {
  const pool = new pg.Pool(poolConfigOf(url, limits));
  pool.on('connect', survive);
  pool.on('error', () => undefined);
  return pool;
}

/** One connection outside of the pools, as the user in the URL. The caller connects and ends it. */
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

/** One connection outside of the pools with limits for all its statements. The caller connects and ends it. */
export function openLimitedClient(url: string, limits: ConnectionLimits): pg.Client {
  const client = new pg.Client(configOf(url, limits));
  survive(client);
  return client;
}

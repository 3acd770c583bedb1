import pg from 'pg';
import type { JsonValue } from '../../domain/base/json-value.js';
import type { DayUsage, Quota, SessionEventKind } from '../../domain/session/index.js';
import { LeaseLostError } from '../../engine/index.js';
import { SESSIONS_CHANNEL } from '../../platform/database/index.js';
import { MARK_WRITER } from '../../platform/leases/index.js';
import type { SessionLease } from './crawl-session.js';
import type { HostTally } from './host-tallies.js';

/** A session that has ended is held while what it found is judged by another model. */
const HELD = `id = $1::uuid AND lease_epoch = $2
  AND (state IN ('STARTING', 'RUNNING') OR (state IN ('COMPLETED', 'STOPPED', 'FAILED') AND pending_model_id IS NOT NULL))`;

/**
 * Begins a transaction that writes rows of a session. Whoever takes the session over ends it, if it is still open then.
 *
 * @throws LeaseLostError when another worker has taken the session over
 */
export async function beginWriting(client: pg.PoolClient, { sessionId, epoch }: SessionLease): Promise<void> {
  const values = [sessionId, epoch];
  await client.query(MARK_WRITER, values);
  const { rowCount } = await client.query(`SELECT FROM sessions WHERE ${HELD}`, values);
  if (rowCount === 0) throw new LeaseLostError();
}

type Value = string | number | boolean;

/** SQLSTATE of a division by zero. */
const NOT_HELD = '22012';

/**
 * The last statements of such a transaction, to be sent together with its COMMIT: the session's row is locked for no longer than the database takes, however
 * slow this process is, so that commands and renewals need not wait. Without the lease they fail (`asLeaseLost`).
 *
 * @param assignments over `$1` and so on, each of which stands for a value
 * @param notifies whether the commit tells everybody of itself; else whoever commits does
 */
export function leasedUpdate(
  { sessionId, epoch }: SessionLease,
  assignments: string,
  values: readonly Value[],
  notifies = true,
): string {
  const literal = (list: readonly Value[], sql: string): string =>
    sql.replace(/\$(\d+)/g, (_, no: string) => literalOf(list[Number(no) - 1]));
  return `
    WITH updated AS (UPDATE sessions SET ${literal(values, assignments)}, updated_at = now() WHERE ${literal([sessionId, epoch], HELD)} RETURNING id)
    SELECT 1 / count(*) FROM updated${notifies ? `;\n    SELECT pg_notify(${literalOf(SESSIONS_CHANNEL)}, ${literalOf(sessionId)})` : ''}`;
}

const literalOf = (value: Value): string => pg.escapeLiteral(String(value));

/** Hosts of one kind of event that are told one by one. */
const MOST_HOSTS = 50;

/** Statements that note an event, for the end of such a transaction: it locks the session's row. */
export function noteEvent(sessionId: string, kind: SessionEventKind, details: JsonValue): string {
  return `INSERT INTO session_events (session_id, kind, completed, details)
    SELECT id, ${pg.escapeLiteral(kind)}, completed, ${pg.escapeLiteral(JSON.stringify(details))}::jsonb FROM sessions
    WHERE id = ${pg.escapeLiteral(sessionId)}::uuid`;
}

/** The same for what is counted by host. */
export function noteTallies(sessionId: string, tallies: readonly HostTally[]): string[] {
  return tallies.map(({ kind, host, count, recovered, facts }) => {
    const text = pg.escapeLiteral(JSON.stringify(facts));
    const values = [sessionId, kind, host].map((value) => pg.escapeLiteral(value)).join(', ');
    return `SELECT tally_session_host(${values}, ${count}, ${kind === 'retried' ? recovered : 'NULL'}, ${text}::jsonb, ${MOST_HOSTS})`;
  });
}

/**
 * The last statements of a commit: they count what it used of the quotas of its project. They lock rows that all sessions of the project share, so nothing may
 * follow but the COMMIT.
 */
export function noteUsage(sessionId: string, { fetches, renders }: DayUsage): string {
  return `SET CONSTRAINTS stored_pages_counted IMMEDIATE;
    SELECT note_usage(${pg.escapeLiteral(sessionId)}::uuid, ${fetches}, ${renders}) AS reached`;
}

/** The quota that these statements found used up. @param results of the message that they were sent in */
export function quotaOf(results: readonly pg.QueryResult[]): Quota | null {
  const [row] = results
    .flatMap(({ rows }) => rows as { readonly reached?: Quota | null }[])
    .filter((one) => 'reached' in one);
  return row?.reached ?? null;
}

/** Throws on what a transaction threw: without the lease, as a LeaseLostError. */
export function asLeaseLost(error: unknown): never {
  throw (error as { code?: string }).code === NOT_HELD ? new LeaseLostError() : error;
}

import pg from 'pg';
import type { JsonValue } from '../../../../domain/base/json-value.js';
import type { DayUsage, Quota, SessionEventKind } from '../../../../domain/session/index.js';
import { LeaseLostError } from '../../../../engine/index.js';
import { SESSIONS_CHANNEL } from '../../../../platform/database/index.js';
import { MARK_WRITER } from '../../../../platform/leases/index.js';
import type { SessionLease } from '../crawl-session.js';
import type { HostTally } from './commit-tallies.js';

/** An ended session is held while its results are rejudged by another model. */
const HELD = `id = $1::uuid AND lease_epoch = $2
  AND (state IN ('STARTING', 'RUNNING') OR (state IN ('COMPLETED', 'STOPPED', 'FAILED') AND pending_model_id IS NOT NULL))`;

/**
 * Begins a transaction that writes rows of a session. A worker that takes the session over terminates it, if it is
 * still open then.
 *
 * @throws LeaseLostError if another worker has taken over the session
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
 * The last statements of such a transaction, to be sent together with its COMMIT: the session's row is locked only for
 * the database's own time, however slow this process is, so that commands and renewals need not wait. Without the lease
 * they fail (`asLeaseLost`).
 *
 * @param assignments over `$1` and so on, one per value
 * @param notifies whether the commit sends the notification; otherwise the caller does
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

/** Most hosts of one kind of event that have a separate event. */
const MOST_HOSTS = 50;

/** Statements that record an event, for the end of such a transaction: they lock the session's row. */
export function noteEvent(sessionId: string, kind: SessionEventKind, details: JsonValue): string {
  return `INSERT INTO session_events (session_id, kind, completed, details)
    SELECT id, ${pg.escapeLiteral(kind)}, completed, ${pg.escapeLiteral(JSON.stringify(details))}::jsonb FROM sessions
    WHERE id = ${pg.escapeLiteral(sessionId)}::uuid`;
}

/** The same for events that count by host. */
export function noteTallies(sessionId: string, tallies: readonly HostTally[]): string[] {
  return tallies.map(({ kind, host, count, recovered, facts }) => {
    const text = pg.escapeLiteral(JSON.stringify(facts));
    const values = [sessionId, kind, host].map((value) => pg.escapeLiteral(value)).join(', ');
    return `SELECT tally_session_host(${values}, ${count}, ${kind === 'retried' ? recovered : 'NULL'}, ${text}::jsonb, ${MOST_HOSTS})`;
  });
}

/**
 * The last statements of a commit: they count its use of the project's quotas. They lock rows shared by all sessions of
 * the project, so only the COMMIT may follow.
 */
export function noteUsage(sessionId: string, { fetches, renders }: DayUsage): string {
  return `SET CONSTRAINTS stored_pages_counted IMMEDIATE;
    SELECT note_usage(${pg.escapeLiteral(sessionId)}::uuid, ${fetches}, ${renders}) AS reached`;
}

/** The quota that these statements found used up. @param results of the message in which they were sent */
export function quotaOf(results: readonly pg.QueryResult[]): Quota | null {
  const [row] = results
    .flatMap(({ rows }) => rows as { readonly reached?: Quota | null }[])
    .filter((one) => 'reached' in one);
  return row?.reached ?? null;
}

/** Rethrows the error of a transaction: without the lease, as a LeaseLostError. */
export function asLeaseLost(error: unknown): never {
  throw (error as { code?: string }).code === NOT_HELD ? new LeaseLostError() : error;
}

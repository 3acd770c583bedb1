import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';

const compressed = promisify(gzip);

/** Keeps what the policy has learnt, in the place of what was known of it before. @param completed steps by then */
export async function writeMind(
  client: pg.PoolClient,
  sessionId: string,
  completed: number,
  mind: string,
): Promise<void> {
  await client.query(
    `INSERT INTO policy_minds (session_id, completed, data) VALUES ($1, $2, $3)
     ON CONFLICT (session_id) DO UPDATE SET completed = excluded.completed, taken_at = excluded.taken_at, data = excluded.data`,
    [sessionId, completed, await compressed(mind)],
  );
}

/** Of another history: it means nothing any more. */
export async function dropMind(client: pg.PoolClient, sessionId: string): Promise<void> {
  await client.query('DELETE FROM policy_minds WHERE session_id = $1', [sessionId]);
}

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';

const compressed = promisify(gzip);

/** Stores the policy's learned state, replacing the previous one. @param completed number of steps at that time */
export async function writeLearnedState(
  client: pg.PoolClient,
  sessionId: string,
  completed: number,
  learnedState: string,
): Promise<void> {
  await client.query(
    `INSERT INTO policy_minds (session_id, completed, data) VALUES ($1, $2, $3)
     ON CONFLICT (session_id) DO UPDATE SET completed = excluded.completed, taken_at = excluded.taken_at, data = excluded.data`,
    [sessionId, completed, await compressed(learnedState)],
  );
}

/** It belongs to another history and has no meaning any more. */
export async function dropLearnedState(client: pg.PoolClient, sessionId: string): Promise<void> {
  await client.query('DELETE FROM policy_minds WHERE session_id = $1', [sessionId]);
}

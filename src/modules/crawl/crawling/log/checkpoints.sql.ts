import type pg from 'pg';
import { type Checkpoint, CheckpointDamagedError, KEPT_CHECKPOINTS } from '../../../../engine/index.js';

/** The database interface for reading the log. */
export interface LogDatabase {
  query<Row extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<{ readonly rows: Row[] }>;
}

/** Below PostgreSQL's and the driver's limits of one value, with room for its encoding. */
const CHECKPOINT_PART_BYTES = 8 * 1024 * 1024;

/**
 * Stores a checkpoint with the policy's learned state; the newest are kept, the others deleted.
 *
 * @param completed number of steps at that time; replaces a checkpoint with the same number
 */
export async function writeCheckpoint(
  client: pg.PoolClient,
  sessionId: string,
  completed: number,
  { state: data, learnt }: Checkpoint,
): Promise<void> {
  const parts = Math.max(1, Math.ceil(data.length / CHECKPOINT_PART_BYTES));
  await client.query(
    `DELETE FROM checkpoints WHERE session_id = $1 AND (completed = $2 OR completed NOT IN (
       SELECT DISTINCT completed FROM checkpoints WHERE session_id = $1 AND completed <> $2 ORDER BY completed DESC LIMIT $3))`,
    [sessionId, completed, KEPT_CHECKPOINTS - 1],
  );
  for (let part = 0; part < parts; part++) {
    const slice = data.subarray(part * CHECKPOINT_PART_BYTES, (part + 1) * CHECKPOINT_PART_BYTES);
    await client.query(
      'INSERT INTO checkpoints (session_id, completed, part, parts, data) VALUES ($1, $2, $3, $4, $5)',
      [sessionId, completed, part, parts, Buffer.from(slice.buffer, slice.byteOffset, slice.length)],
    );
  }
  if (learnt) await writeLearnt(client, sessionId, completed, learnt);
}

/** Keeps the newest, as many as there are checkpoints. */
async function writeLearnt(
  client: pg.PoolClient,
  sessionId: string,
  completed: number,
  learnt: Uint8Array,
): Promise<void> {
  await client.query(
    `INSERT INTO learnt_states (session_id, completed, data) VALUES ($1, $2, $3) ON CONFLICT (session_id, completed) DO UPDATE SET data = excluded.data`,
    [sessionId, completed, Buffer.from(learnt.buffer, learnt.byteOffset, learnt.length)],
  );
  await client.query(
    `DELETE FROM learnt_states WHERE session_id = $1 AND completed NOT IN (
       SELECT completed FROM learnt_states WHERE session_id = $1 ORDER BY completed DESC LIMIT $2)`,
    [sessionId, KEPT_CHECKPOINTS],
  );
}

/** Replaces all earlier checkpoints by one: they belong to another history. */
export async function replaceCheckpoints(
  client: pg.PoolClient,
  sessionId: string,
  completed: number,
  checkpoint: Checkpoint,
): Promise<void> {
  await client.query('DELETE FROM checkpoints WHERE session_id = $1', [sessionId]);
  await client.query('DELETE FROM learnt_states WHERE session_id = $1', [sessionId]);
  await writeCheckpoint(client, sessionId, completed, checkpoint);
}

/** Completed steps of the kept checkpoints, newest first. */
export async function listCheckpoints(database: LogDatabase, sessionId: string): Promise<number[]> {
  const { rows } = await database.query<{ completed: number }>(
    'SELECT DISTINCT completed FROM checkpoints WHERE session_id = $1 ORDER BY completed DESC',
    [sessionId],
  );
  return rows.map(({ completed }) => completed);
}

/** Completed steps of the kept learned states, newest first. */
export async function listLearnt(database: LogDatabase, sessionId: string): Promise<number[]> {
  const { rows } = await database.query<{ completed: number }>(
    'SELECT completed FROM learnt_states WHERE session_id = $1 ORDER BY completed DESC',
    [sessionId],
  );
  return rows.map(({ completed }) => completed);
}

/** The policy's learned state; null if it is gone. */
export async function readLearnt(
  database: LogDatabase,
  sessionId: string,
  completed: number,
): Promise<Uint8Array | null> {
  const { rows } = await database.query<{ data: Buffer }>(
    'SELECT data FROM learnt_states WHERE session_id = $1 AND completed = $2',
    [sessionId, completed],
  );
  return rows.at(0)?.data ?? null;
}

/** Reads a checkpoint, one part at a time. @throws CheckpointDamagedError if parts are missing or superfluous */
export async function readCheckpoint(database: LogDatabase, sessionId: string, completed: number): Promise<Uint8Array> {
  const { rows: parts } = await database.query<{ part: number; parts: number; bytes: number }>(
    'SELECT part, parts, length(data) AS bytes FROM checkpoints WHERE session_id = $1 AND completed = $2 ORDER BY part',
    [sessionId, completed],
  );
  if (parts.length === 0 || parts.some((row, i) => row.part !== i || row.parts !== parts.length)) {
    throw new CheckpointDamagedError(
      `it has parts ${parts.map(({ part }) => part).join(', ') || 'no more'} of ${parts[0]?.parts ?? 0}`,
    );
  }
  const whole = new Uint8Array(parts.reduce((sum, { bytes }) => sum + bytes, 0));
  let at = 0;
  for (const { part } of parts) {
    const { rows } = await database.query<{ data: Buffer }>(
      'SELECT data FROM checkpoints WHERE session_id = $1 AND completed = $2 AND part = $3',
      [sessionId, completed, part],
    );
    const data = rows.at(0)?.data;
    if (data === undefined || at + data.length > whole.length) throw new CheckpointDamagedError(`part ${part} is gone`);
    whole.set(data, at);
    at += data.length;
  }
  return whole;
}

/** Deletes an unusable checkpoint. */
export async function deleteCheckpoint(client: pg.PoolClient, sessionId: string, completed: number): Promise<void> {
  await client.query('DELETE FROM checkpoints WHERE session_id = $1 AND completed = $2', [sessionId, completed]);
}

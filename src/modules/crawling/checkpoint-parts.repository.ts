import type pg from 'pg';

/** Below PostgreSQL's and the driver's limits of one value, with room for its encoding. */
const CHECKPOINT_PART_BYTES = 8 * 1024 * 1024;

/** Puts a checkpoint in the place of the session's earlier one. @param completed steps it was taken after */
export async function writeCheckpoint(client: pg.PoolClient, sessionId: string, completed: number, data: Uint8Array): Promise<void> {
  const parts = Math.max(1, Math.ceil(data.length / CHECKPOINT_PART_BYTES));
  await client.query('DELETE FROM checkpoints WHERE session_id = $1', [sessionId]);
  for (let part = 0; part < parts; part++) {
    const slice = data.subarray(part * CHECKPOINT_PART_BYTES, (part + 1) * CHECKPOINT_PART_BYTES);
    await client.query('INSERT INTO checkpoints (session_id, completed, part, parts, data) VALUES ($1, $2, $3, $4, $5)',
      [sessionId, completed, part, parts, Buffer.from(slice.buffer, slice.byteOffset, slice.length)]);
  }
}

import type pg from 'pg';

/** Runs work in a transaction of its own connection; what it throws rolls everything back. A connection that cannot even do that is not used again. */
export async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    broken = error as Error;
    await client.query('ROLLBACK').then(() => (broken = undefined), () => undefined);
    throw error;
  } finally {
    client.release(broken);
  }
}

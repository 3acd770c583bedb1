import type pg from 'pg';

/**
 * Runs work in a transaction on its own connection; an error rolls everything back. A connection whose rollback fails
 * is discarded.
 *
 * @param work may return final statements, which are sent together with the COMMIT, so that their locks are held only
 * briefly
 * @returns the results of these statements, one each
 */
export async function inTransaction(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<string | undefined>,
): Promise<readonly pg.QueryResult[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const last = await work(client);
    return [await client.query(last === undefined ? 'COMMIT' : `${last}; COMMIT`)].flat();
  } catch (error) {
    broken = error as Error;
    await client.query('ROLLBACK').then(
      () => (broken = undefined),
      () => undefined,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}

import type pg from 'pg';

/**
 * Runs work in a transaction of its own connection; what it throws rolls everything back. A connection that cannot even do that is not used again.
 *
 * @param work may return last statements, which are sent together with the COMMIT: what they lock is locked for no longer than the database takes
 * @returns what that last message brought, one result for each of its statements
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

import pg from 'pg';

const NOTED = `
  SELECT jsonb_build_object('curve', (SELECT jsonb_agg(to_jsonb(c) ORDER BY no) FROM curve_stretches c WHERE session_id = $1),
    'found', (SELECT jsonb_agg(to_jsonb(f) ORDER BY url_hash) FROM found_urls f WHERE session_id = $1)) AS noted`;

/** The steps recorded by a session's commits equal those found by one scan of all its pages. */
export async function expectNotesToMatchPages(databaseUrl: string, sessionId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const noted = async (): Promise<unknown> =>
    (await client.query<{ noted: unknown }>(NOTED, [sessionId])).rows[0].noted;
  try {
    const written = await noted();
    await client.query('BEGIN');
    await client.query('SELECT note_steps_anew($1)', [sessionId]);
    expect(written).toEqual(await noted());
    await client.query('ROLLBACK');
  } finally {
    await client.end();
  }
}

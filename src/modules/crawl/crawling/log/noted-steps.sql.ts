import type pg from 'pg';
import type { CommitBatch } from '../../../../engine/index.js';

/**
 * Adds the steps of a commit to the session's curve, discovered URLs and domain counts. Also adds steps that an earlier
 * release committed after the tables were created. Requires that the pages are already written.
 */
export async function noteSteps(client: pg.ClientBase, sessionId: string, { steps }: CommitBatch): Promise<void> {
  const first = steps.at(0);
  if (first === undefined) return;
  await client.query(
    `SELECT CASE WHEN coalesce((SELECT completed FROM curve_stretches WHERE session_id = $1 ORDER BY no DESC LIMIT 1), 0) = $2
       THEN note_steps($1, $2, $3) ELSE note_steps_anew($1) END`,
    [sessionId, first.seq, first.seq + steps.length],
  );
}

/** Does the same for all steps of a session whose pages were rejudged. */
export async function noteStepsAnew(client: pg.ClientBase, sessionId: string): Promise<void> {
  await client.query('SELECT note_steps_anew($1)', [sessionId]);
}

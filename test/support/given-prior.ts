import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openSnapshot, sealSnapshot } from '../../src/domain/base/sealed-snapshot.js';
import { SnapshotReader } from '../../src/domain/base/snapshot-reader.js';
import { findPolicy, keptWeights, type PriorKind } from '../../src/domain/policies/index.js';
import { FEATURES } from '../../src/domain/policies/prospector/features.js';
import { sessionConfigSchema } from '../../src/domain/session/index.js';
import { task } from '../../src/modules/crawl/priors/transfer-task.js';

interface SessionRow {
  readonly policy: string;
  readonly policy_config: Readonly<Record<string, unknown>>;
}

/**
 * Gives a queued session the learned state of another session of the same policy, as the service does for `startFrom`
 * or a spider. The learned state of the spiders' policies is a spider: it can stand for a trained one.
 *
 * @param from a session that has ended
 * @param to a session that no worker has taken yet
 */
export async function givePrior(client: pg.Client, from: string, to: string, kind: PriorKind): Promise<void> {
  const sessionOf = async (id: string): Promise<SessionRow> =>
    (await client.query<SessionRow>('SELECT policy, policy_config FROM sessions WHERE id = $1', [id])).rows[0];
  const { rows } = await client.query<{ data: Buffer }>(
    `SELECT data FROM checkpoints WHERE session_id = $1 AND completed = (SELECT max(completed) FROM checkpoints WHERE session_id = $1) ORDER BY part`,
    [from],
  );
  const [origin, heir] = [await sessionOf(from), await sessionOf(to)];
  const response = await task.run({
    policy: heir.policy,
    config: heir.policy_config,
    session: sessionConfigSchema.parse({ budget: { fetches: 1_000 } }),
    kind: 'session',
    data: new Uint8Array(Buffer.concat(rows.map(({ data }) => data))),
    earlierConfig: origin.policy_config,
  });
  if (response.kind === 'refused') throw new Error(response.message);
  const originId = kind === 'session' ? from : randomUUID();
  await client.query('INSERT INTO session_priors (session_id, kind, origin_id, data) VALUES ($1, $2, $3, $4)', [
    to,
    kind,
    originId,
    Buffer.from(kind === 'spider' ? spiderOf(heir.policy, response.data) : response.data),
  ]);
}

/** Weights of a session in the form of a spider of link values; for other policies the learned state is the spider. */
function spiderOf(policy: string, data: Uint8Array): Uint8Array {
  if (findPolicy(policy)?.priors?.spiderKind !== 'link-values') return data;
  const weights = SnapshotReader.of(openSnapshot(data)).float64('weights');
  const learnt = FEATURES.map((feature, i) => ({ feature, shipped: weights[i], learnt: weights[i] }));
  return sealSnapshot(keptWeights(learnt));
}

import { Injectable } from '@nestjs/common';
import { type DatabaseTransaction, notify, SESSIONS_CHANNEL, setOrigin } from '../../../platform/database/index.js';

/** Sessions that were queued before their model was READY. */
@Injectable()
export class WaitingSessionsRepository {
  /** Wakes the workers for the sessions that waited for a model. */
  async wake(db: DatabaseTransaction, modelId: string): Promise<void> {
    const rows = await db.$queryRaw<{ id: string }[]>`
      UPDATE sessions SET updated_at = now() WHERE state = 'QUEUED' AND model_id = ${modelId}::uuid RETURNING id`;
    await notify(db, SESSIONS_CHANNEL, ...rows.map(({ id }) => id));
  }

  /** Fails the sessions that waited for a model whose training failed; skips those with another requested model. */
  async fail(db: DatabaseTransaction, modelId: string, error: string): Promise<void> {
    await setOrigin(db, { actor: 'job' });
    const rows = await db.$queryRaw<{ id: string }[]>`
      UPDATE sessions SET state = 'FAILED', state_reason = 'MODEL_FAILED', error = ${`its model could not be made: ${error}`}, finished_at = now(), updated_at = now()
      WHERE state = 'QUEUED' AND model_id = ${modelId}::uuid AND pending_model_id IS NULL RETURNING id`;
    await notify(db, SESSIONS_CHANNEL, ...rows.map(({ id }) => id));
  }
}

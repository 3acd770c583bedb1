import { Injectable } from '@nestjs/common';
import type { PriorKind } from '../../../domain/policies/index.js';
import { type DatabaseTransaction, PrismaService, whereProject } from '../../../platform/database/index.js';
import { JobsService, SWITCH_MODEL } from '../../base/jobs/index.js';
import type { Origin, StoredPrior } from './prior.js';

interface CheckpointRow {
  readonly completed: number;
  readonly parts: number;
  readonly found: number;
  readonly bytes: bigint;
}

/** Warm starts of sessions, and their sources. */
@Injectable()
export class PriorsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly jobs: JobsService,
  ) {}

  async insert(db: DatabaseTransaction, sessionId: string, { kind, originId, data }: StoredPrior): Promise<void> {
    await db.sessionPrior.create({ data: { sessionId, kind, originId, data: new Uint8Array(data) } });
  }

  async find(sessionId: string): Promise<StoredPrior | null> {
    const row = await this.prisma.sessionPrior.findUnique({ where: { sessionId } });
    return row && { kind: row.kind as PriorKind, originId: row.originId, data: row.data };
  }

  async origin(sessionId: string): Promise<Origin | null> {
    return this.prisma.session.findFirst({
      where: { ...whereProject(), id: sessionId },
      select: { id: true, state: true, policy: true, policyVersion: true, policyConfig: true, pendingModelId: true },
    });
  }

  /**
   * Makes the policy of an ended session relearn from its pages with this version, and save its state: as a change to
   * its current model.
   */
  async relearn(sessionId: string): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const asked = await tx.$executeRaw`
        UPDATE sessions SET pending_model_id = model_id, updated_at = now()
        WHERE id = ${sessionId}::uuid AND state IN ('COMPLETED', 'STOPPED', 'FAILED') AND pending_model_id IS NULL`;
      if (asked > 0) await this.jobs.enqueue(SWITCH_MODEL, sessionId, {}, tx);
    });
  }

  /**
   * The newest checkpoint of a session.
   *
   * @returns null if there is no complete one; the number of its bytes if they exceed `maxBytes`
   */
  async checkpointOf(sessionId: string, maxBytes: number): Promise<Uint8Array | number | null> {
    const rows = await this.prisma.$queryRaw<CheckpointRow[]>`
      SELECT completed, max(parts) AS parts, count(*)::int AS found, sum(length(data)) AS bytes
      FROM checkpoints WHERE session_id = ${sessionId}::uuid GROUP BY completed ORDER BY completed DESC LIMIT 1`;
    const newest = rows.at(0);
    if (newest?.found !== newest?.parts || newest === undefined) return null;
    const size = Number(newest.bytes);
    if (size > maxBytes) return size;
    const whole = new Uint8Array(size);
    let at = 0;
    for (let part = 0; part < newest.parts; part++) {
      const row = await this.prisma.checkpoint.findUnique({
        where: { sessionId_completed_part: { sessionId, completed: newest.completed, part } },
        select: { data: true },
      });
      // A newer checkpoint may have replaced it meanwhile.
      if (!row || at + row.data.length > size) return null;
      whole.set(row.data, at);
      at += row.data.length;
    }
    return whole;
  }
}

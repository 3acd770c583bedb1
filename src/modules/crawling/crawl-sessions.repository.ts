import { Injectable } from '@nestjs/common';
import { sessionConfigSchema, type SessionState, type StateReason } from '../../domain/session/index.js';
import type { JsonValue } from '../../domain/learning/snapshot.js';
import { notify, Prisma, PrismaService, SESSIONS_CHANNEL } from '../../platform/database/index.js';
import type { ClaimedSession, LeaseStatus, SessionLease } from './crawl-session.js';

interface ClaimedRow {
  id: string;
  lease_epoch: number;
  stalled_claims: number;
}

/** Sessions as workers see them: claimed, renewed and ended under a lease. */
@Injectable()
export class CrawlSessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Takes the oldest session that waits, or whose worker let its lease run out; null when there is none. */
  async claim(owner: string, leaseMs: number): Promise<ClaimedSession | null> {
    const [row] = await this.prisma.$queryRaw<ClaimedRow[]>`
      UPDATE sessions SET state = 'STARTING', state_reason = NULL, error = NULL, lease_owner = ${owner}, lease_epoch = lease_epoch + 1,
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond', started_at = coalesce(started_at, now()), finished_at = NULL,
        stalled_claims = CASE WHEN state = 'QUEUED' THEN 0 ELSE stalled_claims + 1 END, updated_at = now()
      WHERE id = (
        SELECT id FROM sessions
        WHERE state = 'QUEUED' OR (state IN ('STARTING', 'RUNNING') AND (lease_expires_at IS NULL OR lease_expires_at < now()))
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, lease_epoch, stalled_claims`;
    if (!row) return null;
    await notify(this.prisma, SESSIONS_CHANNEL, row.id);
    return this.read(row);
  }

  /** Extends the lease and tells what the user asked for meanwhile. */
  async renew(lease: SessionLease, leaseMs: number): Promise<LeaseStatus> {
    const [row] = await this.prisma.$queryRaw<Omit<LeaseStatus, 'held'>[]>`
      UPDATE sessions SET lease_expires_at = now() + ${leaseMs} * interval '1 millisecond' WHERE ${heldBy(lease)} RETURNING command, pending_model_id IS NOT NULL AS switching`;
    return row ? { held: true, ...row } : { held: false, command: null, switching: false };
  }

  /** STARTING → RUNNING. @returns false when the lease is lost */
  async markRunning(lease: SessionLease): Promise<boolean> {
    return this.change(lease, Prisma.sql`state = 'RUNNING'`);
  }

  /** Ends the worker's hold on the session, in the state given. @returns false when the lease is lost */
  async leave(lease: SessionLease, state: SessionState, reason: StateReason | null, error: string | null): Promise<boolean> {
    const ended = state === 'COMPLETED' || state === 'CANCELLED' || state === 'FAILED';
    // A command that came too late for this run is done with it; only a release, which nobody asked for, leaves it to the next worker.
    const command = state === 'QUEUED' ? Prisma.sql`command` : Prisma.sql`NULL`;
    return this.change(lease, Prisma.sql`
      state = ${state}::"SessionState", state_reason = ${reason}, error = ${error}, command = ${command}, lease_owner = NULL, lease_expires_at = NULL,
      pages_per_second = 0, finished_at = ${ended ? Prisma.sql`now()` : Prisma.sql`NULL`}`);
  }

  private async change(lease: SessionLease, assignments: Prisma.Sql): Promise<boolean> {
    return this.prisma.$transaction(async (tx) => {
      const changed = await tx.$executeRaw`UPDATE sessions SET ${assignments}, updated_at = now() WHERE ${heldBy(lease)}`;
      if (changed > 0) await notify(tx, SESSIONS_CHANNEL, lease.sessionId);
      return changed > 0;
    });
  }

  private async read(claimed: ClaimedRow): Promise<ClaimedSession> {
    const row = await this.prisma.session.findUniqueOrThrow({
      where: { id: claimed.id },
      include: { keywordSet: { include: { keywords: { orderBy: { position: 'asc' } } } } },
    });
    return {
      lease: { sessionId: row.id, epoch: claimed.lease_epoch },
      policy: row.policy,
      policyVersion: row.policyVersion,
      policyConfig: row.policyConfig as JsonValue,
      config: sessionConfigSchema.parse(row.config),
      seed: row.seed,
      seeds: row.seeds,
      modelId: row.modelId,
      pendingModelId: row.pendingModelId,
      keywords: row.keywordSet.keywords.map(({ text, kind, origin, score }) => ({ text, kind, origin, score })),
      command: row.command,
      stalledClaims: claimed.stalled_claims,
    };
  }
}

function heldBy(lease: SessionLease): Prisma.Sql {
  return Prisma.sql`id = ${lease.sessionId}::uuid AND lease_epoch = ${lease.epoch} AND state IN ('STARTING', 'RUNNING')`;
}

import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../domain/base/json-value.js';
import type { PriorKind } from '../../domain/policies/index.js';
import { storedConfigSchema, type SessionState, type StateReason } from '../../domain/session/index.js';
import {
  CrawlDatabase,
  notify,
  Prisma,
  retrying,
  SESSIONS_CHANNEL,
  tellOrigin,
} from '../../platform/database/index.js';
import { endFormerWriters, holderLives, type Renewal } from '../../platform/leases/index.js';
import { SATURATED } from './session-event-kinds.js';
import type { ClaimedSession, LeaseStatus, SessionLease } from './crawl-session.js';

interface ClaimedRow {
  id: string;
  lease_epoch: number;
  stalled_claims: number;
  taken_over: boolean;
}

/** How soon after a restart of the database the workers that live have renewed their leases. */
const RETURN_MS = 5_000;

/** Of a row that a worker holds: nobody renews its lease any more. */
function isAbandoned(leaseMs: number): Prisma.Sql {
  // After a restart of the database its holder has a moment to come back. A lease that ends in the far future was given before the database's
  // clock was set back: only whether its holder lives can tell what it is worth.
  return Prisma.sql`(lease_expires_at IS NULL
    OR lease_expires_at < now() AND now() > pg_postmaster_start_time() + ${Math.min(leaseMs, RETURN_MS)} * interval '1 millisecond'
    OR lease_expires_at > now() + ${2 * leaseMs} * interval '1 millisecond' AND NOT ${holderLives(Prisma.sql`id::text`, Prisma.sql`lease_epoch`)})`;
}

/** What is told of a session that is left, besides its state. */
export interface LeaveNotes {
  readonly why?: string | undefined;
  readonly saturated?: object | undefined;
}

/** Sessions as workers see them: claimed, renewed and ended under a lease. */
@Injectable()
export class CrawlSessionsRepository {
  constructor(private readonly prisma: CrawlDatabase) {}

  /**
   * Takes the oldest session whose model is READY and that waits, or whose worker let its lease run out; null when there is none. Waits for nobody: a session
   * that is being changed is passed over.
   *
   * Only the death of its worker counts against a session, not that the worker was slow.
   *
   * @param except sessions that this process holds: it never runs one twice
   */
  async claim(owner: string, leaseMs: number, except: readonly string[] = []): Promise<ClaimedSession | null> {
    const [row] = await this.prisma.$queryRaw<ClaimedRow[]>`
      WITH found AS (
        SELECT id, state <> 'QUEUED' AS taken_over,
          state <> 'QUEUED' AND NOT ${holderLives(Prisma.sql`id::text`, Prisma.sql`lease_epoch`)} AS died
        FROM sessions s
        WHERE (state = 'QUEUED' OR (state IN ('STARTING', 'RUNNING') AND ${isAbandoned(leaseMs)})) AND id <> ALL(${except}::uuid[])
          AND EXISTS (SELECT 1 FROM models m WHERE m.id = coalesce(s.pending_model_id, s.model_id) AND m.status = 'READY')
        ORDER BY created_at, id LIMIT 1 FOR UPDATE OF s SKIP LOCKED)
      UPDATE sessions s SET state = 'STARTING', state_reason = NULL, error = NULL, lease_owner = ${owner}, lease_epoch = lease_epoch + 1,
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond', started_at = coalesce(started_at, now()), finished_at = NULL,
        stalled_claims = CASE WHEN NOT taken_over THEN 0 WHEN died THEN stalled_claims + 1 ELSE stalled_claims END, updated_at = now()
      FROM found WHERE s.id = found.id
      RETURNING s.id, lease_epoch, stalled_claims, taken_over`;
    if (!row) return null;
    // From here on it is ours: a connection lost now must not leave it without anybody who crawls it.
    return retrying(
      async () => {
        if (row.taken_over) await this.prisma.$queryRaw(endFormerWriters({ id: row.id, epoch: row.lease_epoch }));
        await notify(this.prisma, SESSIONS_CHANNEL, row.id);
        return this.read(row);
      },
      { patienceMs: leaseMs },
    );
  }

  /**
   * Takes a session that has ended and is to be judged by another model, without making it run: whatever moves it on takes it away again.
   *
   * @returns null when there is nothing to change
   */
  async holdEnded(id: string): Promise<ClaimedSession | null> {
    const [row] = await this.prisma.$queryRaw<ClaimedRow[]>`
      UPDATE sessions SET lease_epoch = lease_epoch + 1
      WHERE id = ${id}::uuid AND state IN ('COMPLETED', 'STOPPED', 'FAILED') AND pending_model_id IS NOT NULL
      RETURNING id, lease_epoch, stalled_claims, false AS taken_over`;
    return row ? this.read(row) : null;
  }

  /** Extends the lease; the row it returns is read by `leaseStatus`. */
  renewal({ sessionId, epoch }: SessionLease, leaseMs: number): Renewal {
    return {
      sql: `UPDATE sessions SET lease_expires_at = now() + $3 * interval '1 millisecond'
        WHERE id = $1::uuid AND lease_epoch = $2 AND state IN ('STARTING', 'RUNNING') RETURNING command, pending_model_id IS NOT NULL AS switching`,
      values: [sessionId, epoch, leaseMs],
      holder: { id: sessionId, epoch },
    };
  }

  /** STARTING → RUNNING. @returns false when the lease is lost */
  async markRunning(lease: SessionLease): Promise<boolean> {
    return this.change(lease, Prisma.sql`state = 'RUNNING'`);
  }

  /** Ends the worker's hold on the session, in the state given. @returns false when the lease is lost */
  async leave(
    lease: SessionLease,
    state: SessionState,
    reason: StateReason | null,
    error: string | null,
    notes: LeaveNotes = {},
  ): Promise<boolean> {
    const ended = state === 'COMPLETED' || state === 'STOPPED' || state === 'FAILED';
    // A command that came too late for this run is done with it; only a release, which nobody asked for, leaves it to the next worker.
    const command = state === 'QUEUED' ? Prisma.sql`command` : Prisma.sql`NULL`;
    return this.change(
      lease,
      Prisma.sql`
      state = ${state}::"SessionState", state_reason = ${reason}, error = ${error}, command = ${command}, lease_owner = NULL, lease_expires_at = NULL,
      pages_per_second = 0, finished_at = ${ended ? Prisma.sql`now()` : Prisma.sql`NULL`}`,
      notes,
    );
  }

  private async change(
    lease: SessionLease,
    assignments: Prisma.Sql,
    { why, saturated }: LeaveNotes = {},
  ): Promise<boolean> {
    return this.prisma.$transaction(async (tx) => {
      if (why !== undefined) await tellOrigin(tx, { why });
      if (saturated !== undefined)
        await tx.$executeRaw`
          INSERT INTO session_events (session_id, kind, completed, details)
          SELECT id, ${SATURATED}, completed, ${JSON.stringify(saturated)}::jsonb FROM sessions WHERE ${heldBy(lease)}`;
      const changed =
        await tx.$executeRaw`UPDATE sessions SET ${assignments}, updated_at = now() WHERE ${heldBy(lease)}`;
      if (changed > 0) await notify(tx, SESSIONS_CHANNEL, lease.sessionId);
      return changed > 0;
    });
  }

  private async read(claimed: ClaimedRow): Promise<ClaimedSession> {
    const row = await this.prisma.session.findUniqueOrThrow({
      where: { id: claimed.id },
      include: { keywordSet: { include: { keywords: { orderBy: { position: 'asc' } } } } },
    });
    const prior = await this.prisma.sessionPrior.findUnique({ where: { sessionId: row.id } });
    return {
      lease: { sessionId: row.id, epoch: claimed.lease_epoch },
      projectId: row.projectId,
      policy: row.policy,
      policyVersion: row.policyVersion,
      policyConfig: row.policyConfig as JsonValue,
      config: storedConfigSchema.parse(row.config),
      randomSeed: row.randomSeed,
      seeds: row.seeds,
      modelId: row.modelId,
      pendingModelId: row.pendingModelId,
      keywords: row.keywordSet.keywords.map(({ text, kind, origin, similarity }) => ({
        text,
        kind,
        origin,
        similarity,
      })),
      command: row.command,
      prior: prior && { kind: prior.kind as PriorKind, originId: prior.originId, data: prior.data },
      stalledClaims: claimed.stalled_claims,
    };
  }
}

function heldBy(lease: SessionLease): Prisma.Sql {
  return Prisma.sql`id = ${lease.sessionId}::uuid AND lease_epoch = ${lease.epoch} AND state IN ('STARTING', 'RUNNING')`;
}

/** What a renewal says of the lease. */
export function leaseStatus(row: Readonly<Record<string, unknown>> | null): LeaseStatus {
  return row === null
    ? { held: false, command: null, switching: false }
    : { held: true, ...(row as Omit<LeaseStatus, 'held'>) };
}

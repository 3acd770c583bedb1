import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../../domain/base/json-value.js';
import type { PriorKind } from '../../../../domain/policies/index.js';
import {
  accessSchema,
  storedConfigSchema,
  type Quota,
  type SessionState,
  type StateReason,
} from '../../../../domain/session/index.js';
import {
  CrawlDatabase,
  notify,
  Prisma,
  retrying,
  SESSIONS_CHANNEL,
  setOrigin,
} from '../../../../platform/database/index.js';
import { endFormerWriters, holderLives, type Renewal } from '../../../../platform/leases/index.js';
import {
  POLICY_RELEARNT,
  SATURATED,
  type ClaimedSession,
  type LeaseStatus,
  type SessionLease,
} from '../crawl-session.js';

interface ClaimedRow {
  id: string;
  lease_epoch: number;
  stalled_claims: number;
  taken_over: boolean;
  quota: Quota | null;
}

/** Time after a restart of the database until which live workers have renewed their leases. */
const RETURN_MS = 5_000;

/** Whether the lease of a held row is no longer renewed. */
function isAbandoned(leaseMs: number): Prisma.Sql {
  // After a restart of the database its holder has a moment to return. A lease that ends in the far future was given
  // before the database's clock was set back: then only the holder's liveness counts.
  return Prisma.sql`(lease_expires_at IS NULL
    OR lease_expires_at < now() AND now() > pg_postmaster_start_time() + ${Math.min(leaseMs, RETURN_MS)} * interval '1 millisecond'
    OR lease_expires_at > now() + ${2 * leaseMs} * interval '1 millisecond' AND NOT ${holderLives(Prisma.sql`id::text`, Prisma.sql`lease_epoch`)})`;
}

/** Facts about a session that is left, besides its state. */
interface LeaveNotes {
  readonly why?: string | undefined;
  readonly saturated?: object | undefined;
  /** The quota that paused it. */
  readonly quota?: Quota | undefined;
}

/** Sessions for workers: claimed, renewed and ended under a lease. */
@Injectable()
export class CrawlSessionsRepository {
  constructor(private readonly prisma: CrawlDatabase) {}

  /**
   * Claims the oldest session whose model is READY and that waits, or whose worker let its lease expire; null if there
   * is none. Never waits: a session being changed is passed over. A queued session whose project has used up a quota
   * waits, too; one that a worker lost is claimed, and paused.
   *
   * Only the death of its worker counts against a session, not a slow worker.
   *
   * @param except sessions held by this process: it never runs one twice
   * @param archives whether this process can take sessions with an archive
   */
  async claim(
    owner: string,
    leaseMs: number,
    except: readonly string[] = [],
    archives = true,
  ): Promise<ClaimedSession | null> {
    const [row] = await this.prisma.$queryRaw<ClaimedRow[]>`
      WITH limited AS MATERIALIZED (
        SELECT p.id, renders FROM projects p, unnest(ARRAY[false, true]) AS renders
        WHERE num_nonnulls(p.max_sessions_running, p.max_fetches_per_day, p.max_stored_pages, p.max_renders_per_day) > 0
          AND p.id IN (SELECT q.project_id FROM sessions q WHERE q.state = 'QUEUED') AND quota_reached(p.id, renders, true) IS NOT NULL),
      found AS (
        SELECT id, project_id, state <> 'QUEUED' AS taken_over,
          state <> 'QUEUED' AND NOT ${holderLives(Prisma.sql`id::text`, Prisma.sql`lease_epoch`)} AS died
        FROM sessions s
        WHERE (state = 'QUEUED' AND NOT EXISTS (SELECT FROM limited l WHERE l.id = s.project_id AND l.renders = needs_renders(s.config))
            OR (state IN ('STARTING', 'RUNNING') AND ${isAbandoned(leaseMs)})) AND id <> ALL(${except}::uuid[])
          AND (${archives} OR NOT config @> '{"archive": true}')
          AND EXISTS (SELECT 1 FROM models m WHERE m.id = coalesce(s.pending_model_id, s.model_id) AND m.status = 'READY')
        ORDER BY created_at, id LIMIT 1 FOR UPDATE OF s SKIP LOCKED),
      -- Those who claim for one project at the same moment do this one after another.
      placed AS MATERIALIZED (SELECT * FROM found WHERE taken_over OR take_place(project_id))
      UPDATE sessions s SET state = 'STARTING', state_reason = NULL, quota_reached = NULL, waiting_for = NULL, error = NULL, lease_owner = ${owner}, lease_epoch = lease_epoch + 1,
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond', started_at = coalesce(started_at, now()), finished_at = NULL,
        stalled_claims = CASE WHEN NOT taken_over THEN 0 WHEN died THEN stalled_claims + 1 ELSE stalled_claims END, updated_at = now()
      FROM placed WHERE s.id = placed.id
      RETURNING s.id, lease_epoch, stalled_claims, taken_over, quota_reached(s.project_id, needs_renders(s.config), false) AS quota`;
    if (!row) return null;
    // From here on it is ours: a connection lost now must not leave it without a worker.
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
   * Holds an ended session for rejudging by another model, without making it run: any command that moves the session
   * ends this hold.
   *
   * @returns null if there is nothing to change
   */
  async holdEnded(id: string): Promise<ClaimedSession | null> {
    const [row] = await this.prisma.$queryRaw<ClaimedRow[]>`
      UPDATE sessions SET lease_epoch = lease_epoch + 1
      WHERE id = ${id}::uuid AND state IN ('COMPLETED', 'STOPPED', 'FAILED') AND pending_model_id IS NOT NULL
      RETURNING id, lease_epoch, stalled_claims, false AS taken_over, NULL AS quota`;
    return row ? this.read(row) : null;
  }

  /** Extends the lease; `leaseStatus` reads the returned row. */
  renewal({ sessionId, epoch }: SessionLease, leaseMs: number): Renewal {
    return {
      sql: `UPDATE sessions SET lease_expires_at = now() + $3 * interval '1 millisecond'
        WHERE id = $1::uuid AND lease_epoch = $2 AND state IN ('STARTING', 'RUNNING') RETURNING command, pending_model_id IS NOT NULL AS switching`,
      values: [sessionId, epoch, leaseMs],
      holder: { id: sessionId, epoch },
    };
  }

  /** STARTING → RUNNING. @returns false if the lease is lost */
  async markRunning(lease: SessionLease): Promise<boolean> {
    return this.change(lease, Prisma.sql`state = 'RUNNING'`);
  }

  /** Ends the worker's hold on the session, in the given state. @returns false if the lease is lost */
  async leave(
    lease: SessionLease,
    state: SessionState,
    reason: StateReason | null,
    error: string | null,
    notes: LeaveNotes = {},
  ): Promise<boolean> {
    const ended = state === 'COMPLETED' || state === 'STOPPED' || state === 'FAILED';
    // A command that came too late for an ended run is dropped. A pause heeds it, and a release, which no user
    // requested, leaves it to the next worker.
    const command = state === 'QUEUED' ? Prisma.sql`command` : Prisma.sql`NULL`;
    const left =
      state === 'PAUSED'
        ? pausedBy(notes.quota ?? null)
        : Prisma.sql`state = ${state}::"SessionState", state_reason = ${reason}, quota_reached = NULL,
          finished_at = ${ended ? Prisma.sql`now()` : Prisma.sql`NULL`}`;
    return this.change(
      lease,
      Prisma.sql`${left}, error = ${error}, command = ${command}, lease_owner = NULL, lease_expires_at = NULL, pages_per_second = 0`,
      notes,
    );
  }

  /**
   * Queues sessions paused by a quota as soon as there is room, oldest of each project first, and only as many as there
   * is room for. Concurrent processes share the work.
   *
   * @param most sessions of all projects
   * @returns their number
   */
  async resumeWithRoom(most: number): Promise<number> {
    // One statement without a transaction, which would fail if all connections are busy for a moment.
    const rows = await this.prisma.$queryRaw<{ notified: number }[]>`
      WITH waiting AS (
        SELECT id, project_id, created_at, needs_renders(config) AS renders FROM sessions WHERE state = 'PAUSED' AND state_reason = 'QUOTA'),
      rooms AS MATERIALIZED (
        SELECT project_id, renders, quota_room(project_id, renders) - (
          SELECT count(*) FROM sessions o WHERE o.project_id = w.project_id AND o.state IN ('QUEUED', 'STARTING', 'RUNNING')) AS room
        FROM (SELECT DISTINCT project_id, renders FROM waiting) w),
      ranked AS (
        SELECT w.id, w.created_at, r.room, row_number() OVER (PARTITION BY w.project_id ORDER BY w.created_at, w.id) AS place
        FROM waiting w JOIN rooms r USING (project_id, renders) WHERE r.room IS NULL OR r.room > 0),
      chosen AS (
        SELECT s.id FROM sessions s JOIN ranked USING (id) WHERE s.state = 'PAUSED' AND s.state_reason = 'QUOTA' AND (room IS NULL OR place <= room)
        ORDER BY ranked.created_at, s.id LIMIT ${most} FOR UPDATE OF s SKIP LOCKED),
      queued AS (
        UPDATE sessions s SET state = 'QUEUED', state_reason = NULL, quota_reached = NULL, lease_epoch = lease_epoch + 1, updated_at = now()
        FROM chosen WHERE s.id = chosen.id RETURNING s.id)
      SELECT length(pg_notify(${SESSIONS_CHANNEL}, id::text)::text) AS notified FROM queued`;
    return rows.length;
  }

  /**
   * Makes the policy of this version learn from the logged steps instead of choosing them again; saved states and
   * fetches in flight belong to another version.
   *
   * @returns false if another worker has taken over the session
   */
  async relearnPolicy(
    lease: SessionLease,
    { policyVersion, reason }: { readonly policyVersion: number; readonly reason: string },
  ): Promise<boolean> {
    return this.prisma.$transaction(async (tx) => {
      const held = await tx.$queryRaw<unknown[]>`SELECT FROM sessions WHERE ${heldBy(lease)} FOR UPDATE`;
      if (held.length === 0) return false;
      const { sessionId } = lease;
      await tx.$executeRaw`
        INSERT INTO session_events (session_id, kind, completed, details)
        SELECT id, ${POLICY_RELEARNT}, completed,
          jsonb_build_object('fromVersion', policy_version, 'toVersion', ${policyVersion}::int, 'reason', ${reason}::text)
        FROM sessions WHERE id = ${sessionId}::uuid AND completed > 0`;
      await tx.$executeRaw`DELETE FROM checkpoints WHERE session_id = ${sessionId}::uuid`;
      await tx.$executeRaw`DELETE FROM learnt_states WHERE session_id = ${sessionId}::uuid`;
      await tx.$executeRaw`
        UPDATE sessions SET policy_version = ${policyVersion}, in_flight = '[]', updated_at = now() WHERE id = ${sessionId}::uuid`;
      return true;
    });
  }

  private async change(
    lease: SessionLease,
    assignments: Prisma.Sql,
    { why, saturated }: LeaveNotes = {},
  ): Promise<boolean> {
    return this.prisma.$transaction(async (tx) => {
      if (why !== undefined) await setOrigin(tx, { why });
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
    const config = storedConfigSchema.parse(row.config);
    return {
      lease: { sessionId: row.id, topicId: row.topicId, epoch: claimed.lease_epoch, search: config.search },
      projectId: row.projectId,
      policy: row.policy,
      policyVersion: row.policyVersion,
      policyConfig: row.policyConfig as JsonValue,
      config,
      access: row.access === null ? null : accessSchema.parse(row.access),
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
      quotaReached: claimed.quota,
      prior: prior && { kind: prior.kind as PriorKind, originId: prior.originId, data: prior.data },
      stalledClaims: claimed.stalled_claims,
    };
  }
}

/**
 * The assignments of a pause, by a user or by a quota. A command that arrived meanwhile takes precedence: the worker
 * that could carry it out is about to leave, so it is carried out with the pause itself.
 */
function pausedBy(quota: Quota | null): Prisma.Sql {
  const ofQuota = (value: Prisma.Sql): Prisma.Sql =>
    quota === null ? Prisma.sql`NULL` : Prisma.sql`CASE WHEN command IS NULL THEN ${value} END`;
  return Prisma.sql`
    state = (CASE command WHEN 'STOP' THEN 'STOPPED' ELSE 'PAUSED' END)::"SessionState",
    state_reason = CASE command WHEN 'STOP' THEN 'STOPPED' ELSE ${ofQuota(Prisma.sql`'QUOTA'`)} END,
    quota_reached = ${ofQuota(Prisma.sql`${quota}`)}, finished_at = CASE command WHEN 'STOP' THEN now() END`;
}

function heldBy(lease: SessionLease): Prisma.Sql {
  return Prisma.sql`id = ${lease.sessionId}::uuid AND lease_epoch = ${lease.epoch} AND state IN ('STARTING', 'RUNNING')`;
}

/** The lease's status from a renewal's row. */
export function leaseStatus(row: Readonly<Record<string, unknown>> | null): LeaseStatus {
  return row === null
    ? { held: false, command: null, switching: false }
    : { held: true, ...(row as Omit<LeaseStatus, 'held'>) };
}

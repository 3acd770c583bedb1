import { Injectable } from '@nestjs/common';
import { PrismaService, summed } from '../../../platform/database/index.js';
import type { LeaseHeld } from '../../../platform/leases/index.js';
import type { SessionsStanding } from './session.js';

const OPEN_STATES = ['QUEUED', 'STARTING', 'RUNNING', 'PAUSED'] as const;

/** Sessions of all projects, for operators. Requires the scope of the service. */
@Injectable()
export class SessionsStandingRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Sessions that have not ended, by state. */
  async countOpen(): Promise<Record<string, number>> {
    return summed(await this.standing(), ({ state }) => state, OPEN_STATES);
  }

  /** The same by the reason for waiting. */
  standing(): Promise<SessionsStanding[]> {
    // Quotas belong to projects: each is checked once for all sessions of a kind.
    return this.prisma.$queryRaw<SessionsStanding[]>`
      WITH open AS (
        SELECT s.state, s.project_id, needs_renders(s.config) AS renders, m.status = 'TRAINING' AS training, s.waiting_for, count(*) AS count, min(s.created_at) AS oldest
        FROM sessions s JOIN models m ON m.id = coalesce(s.pending_model_id, s.model_id)
        WHERE s.state = ANY(${[...OPEN_STATES]}::"SessionState"[]) GROUP BY 1, 2, 3, 4, 5)
      SELECT state::text AS state, CASE WHEN training AND state IN ('QUEUED', 'PAUSED') THEN 'MODEL'
          WHEN state = 'QUEUED' AND quota_reached(project_id, renders, true) IS NOT NULL THEN 'QUOTA'
          WHEN state = 'QUEUED' THEN waiting_for END AS "waitingFor",
        sum(count)::float8 AS count, min(oldest) AS "oldestAt"
      FROM open GROUP BY 1, 2 ORDER BY 1, 2`;
  }

  /** Leases of workers, sorted by expiry. */
  leases(most: number): Promise<LeaseHeld[]> {
    return this.prisma.$queryRaw<LeaseHeld[]>`
      SELECT id::text AS id, project_id::text AS "projectId", lease_owner AS owner, started_at AS "startedAt", lease_expires_at AS "expiresAt"
      FROM sessions WHERE state IN ('STARTING', 'RUNNING') AND lease_owner IS NOT NULL AND lease_expires_at IS NOT NULL
      ORDER BY lease_expires_at LIMIT ${most}`;
  }
}

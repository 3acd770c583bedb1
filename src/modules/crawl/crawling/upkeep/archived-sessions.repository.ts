import { Injectable } from '@nestjs/common';
import { CrawlDatabase, Prisma } from '../../../../platform/database/index.js';
import { PURGE_SESSION } from '../../../base/jobs/index.js';

/** The facts that determine whether a session's archive is still being written. */
interface ArchivedSession {
  /** Number of its newest run. */
  readonly epoch: number;
  /** A worker holds it, or held it and nobody has taken over yet. */
  readonly held: boolean;
}

@Injectable()
export class ArchivedSessionsRepository {
  constructor(private readonly prisma: CrawlDatabase) {}

  /** States of the existing sessions. */
  async states(ids: readonly string[]): Promise<Map<string, ArchivedSession>> {
    const rows = await this.prisma.$queryRaw<(ArchivedSession & { id: string })[]>(Prisma.sql`
      SELECT id::text, lease_epoch AS epoch, state IN ('STARTING', 'RUNNING') AS held FROM sessions WHERE id = ANY(${[...ids]}::uuid[])`);
    return new Map(rows.map(({ id, ...state }) => [id, state]));
  }

  /** The deleted sessions among these. Known as long as the jobs that clear them are kept. */
  async deleted(ids: readonly string[]): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
      SELECT DISTINCT j.subject_id::text AS id FROM jobs j
      WHERE j.kind = ${PURGE_SESSION} AND j.subject_id = ANY(${[...ids]}::uuid[]) AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = j.subject_id)`);
    return rows.map(({ id }) => id);
  }
}

import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../platform/database/index.js';
import type { ProjectUse, QuotaUse, UsedDay } from './project-usage.js';

const SHOWN_DAYS = 31;
/** The largest value of a column in the API. */
const MOST = 2_147_483_647;

@Injectable()
export class ProjectUsageRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Requires the scope of the project. */
  async find(projectId: string): Promise<ProjectUse> {
    const [today] = await this.prisma.$queryRaw<{ day: string; resetsAt: Date }[]>`
      SELECT utc_day()::text AS day, ((utc_day() + 1)::timestamp AT TIME ZONE 'UTC') AS "resetsAt"`;
    const quotas = await this.prisma.$queryRaw<QuotaUse[]>`
      SELECT quota, most AS "limit", least(used, ${MOST})::int AS used, coalesce(used >= most, false) AS reached
      FROM project_quotas(${projectId}::uuid) ORDER BY place`;
    const days = await this.prisma.$queryRaw<UsedDay[]>`
      SELECT day::text, least(fetches, ${MOST})::int AS fetches, least(renders, ${MOST})::int AS renders
      FROM project_usage WHERE project_id = ${projectId}::uuid ORDER BY project_usage.day DESC LIMIT ${SHOWN_DAYS}`;
    return { ...today, quotas, days };
  }
}

import { Injectable } from '@nestjs/common';
import { ReadingDatabase } from '../../platform/database/index.js';
import type { FetchReportDto, NamedCountDto } from './dto/report.dto.js';

/** Lists of a report are cut here; what is rarer has nothing to say. */
const MOST_FREQUENT = 30;

interface PageGroup {
  readonly kind: 'outcome' | 'render' | 'language' | 'change';
  readonly name: string | null;
  readonly count: number;
}

@Injectable()
export class ReportRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** Reads the whole step log of the session once, and its URLs once. */
  async fetchReport(sessionId: string): Promise<FetchReportDto> {
    const [groups, [sums], leftOut] = await Promise.all([
      this.prisma.$queryRaw<PageGroup[]>`
        SELECT CASE WHEN grouping(outcome) = 0 THEN 'outcome' WHEN grouping(render_reason) = 0 THEN 'render' WHEN grouping(language) = 0 THEN 'language'
            ELSE 'change' END AS kind,
          coalesce(outcome, render_reason, language, change) AS name, count(*)::int AS count
        FROM pages WHERE session_id = ${sessionId}::uuid
        GROUP BY GROUPING SETS ((outcome), (render_reason), (language), (change))
        ORDER BY count DESC, name`,
      this.prisma.$queryRaw<
        Pick<FetchReportDto, 'retries' | 'recovered' | 'rendered' | 'duplicates' | 'noindex' | 'truncated'>[]
      >`
        SELECT count(*) FILTER (WHERE attempt > 0)::int AS retries, count(*) FILTER (WHERE attempt > 0 AND outcome = 'page')::int AS recovered,
          count(*) FILTER (WHERE rendered AND outcome = 'page')::int AS rendered, count(duplicate_of)::int AS duplicates,
          count(*) FILTER (WHERE noindex)::int AS noindex, count(*) FILTER (WHERE truncated AND outcome = 'page')::int AS truncated
        FROM pages WHERE session_id = ${sessionId}::uuid`,
      this.prisma.$queryRaw<NamedCountDto[]>`
        SELECT CASE WHEN out_of_scope LIKE 'trap: %' THEN out_of_scope ELSE split_part(out_of_scope, ':', 1) END AS name, count(*)::int AS count
        FROM urls WHERE session_id = ${sessionId}::uuid AND out_of_scope IS NOT NULL
        GROUP BY 1 ORDER BY count DESC, name LIMIT ${MOST_FREQUENT}`,
    ]);
    const of = <N extends string>(kind: PageGroup['kind']): { name: N; count: number }[] =>
      groups
        .filter((group) => group.kind === kind && group.name !== null && group.name !== '')
        .slice(0, MOST_FREQUENT)
        .map(({ name, count }) => ({ name: name as N, count }));
    return {
      ...sums,
      outcomes: of('outcome'),
      renderReasons: of('render'),
      languages: of('language'),
      changes: of('change'),
      leftOut,
    };
  }

  /** JPEG, null when there is none. */
  async screenshot(sessionId: string, step: number): Promise<Uint8Array | null> {
    const row = await this.prisma.screenshot.findUnique({
      where: { sessionId_step: { sessionId, step } },
      select: { data: true },
    });
    return row?.data ?? null;
  }
}

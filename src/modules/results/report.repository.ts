import { Injectable } from '@nestjs/common';
import { ReadingDatabase } from '../../platform/database/index.js';
import type { StepOutcome } from '../../domain/fetching/index.js';
import type { PageChange } from '../../domain/session/index.js';
import type { FetchReportDto, NamedCountDto } from './dto/report.dto.js';
import type { RenderReason } from './dto/render-reason.js';

/** Lists of a report are cut here; what is rarer has nothing to say. */
const MOST_FREQUENT = 30;

/** Steps that are alike in all that the report counts. */
interface Cell {
  readonly outcome: string;
  readonly renderReason: string | null;
  readonly language: string | null;
  readonly change: string | null;
  readonly repeated: boolean;
  readonly rendered: boolean;
  readonly duplicate: boolean;
  readonly noindex: boolean;
  readonly truncated: boolean;
  readonly count: number;
}

@Injectable()
export class ReportRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** Reads the whole step log of the session once, and its URLs once. Few combinations of what is counted occur: they are added up here. */
  async fetchReport(sessionId: string): Promise<FetchReportDto> {
    const [cells, leftOut] = await Promise.all([
      this.prisma.$queryRaw<Cell[]>`
        SELECT outcome, render_reason AS "renderReason", language, change, attempt > 0 AS repeated, rendered, duplicate_of IS NOT NULL AS duplicate,
          noindex, truncated, count(*)::int AS count
        FROM pages WHERE session_id = ${sessionId}::uuid GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
      this.prisma.$queryRaw<NamedCountDto[]>`
        SELECT CASE WHEN out_of_scope LIKE 'trap: %' THEN out_of_scope ELSE split_part(out_of_scope, ':', 1) END AS name, count(*)::int AS count
        FROM urls WHERE session_id = ${sessionId}::uuid AND out_of_scope IS NOT NULL
        GROUP BY 1 ORDER BY count DESC, name LIMIT ${MOST_FREQUENT}`,
    ]);
    const countOf = (isCounted: (cell: Cell) => boolean): number =>
      cells.reduce((sum, cell) => sum + (isCounted(cell) ? cell.count : 0), 0);
    return {
      retries: countOf(({ repeated }) => repeated),
      recovered: countOf(({ repeated, outcome }) => repeated && outcome === 'page'),
      rendered: countOf(({ rendered, outcome }) => rendered && outcome === 'page'),
      duplicates: countOf(({ duplicate }) => duplicate),
      noindex: countOf(({ noindex }) => noindex),
      truncated: countOf(({ truncated, outcome }) => truncated && outcome === 'page'),
      outcomes: mostFrequent<StepOutcome>(cells, 'outcome'),
      renderReasons: mostFrequent<RenderReason>(cells, 'renderReason'),
      languages: mostFrequent(cells, 'language'),
      changes: mostFrequent<PageChange>(cells, 'change'),
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

/** The values of a property that most steps share, the most frequent first. */
function mostFrequent<Name extends string>(
  cells: readonly Cell[],
  property: 'outcome' | 'renderReason' | 'language' | 'change',
): { name: Name; count: number }[] {
  const counts = new Map<string, number>();
  for (const { [property]: name, count } of cells) if (name) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts]
    .map(([name, count]) => ({ name: name as Name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_FREQUENT);
}

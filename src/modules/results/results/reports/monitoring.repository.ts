import { Injectable } from '@nestjs/common';
import { ReadingDatabase } from '../../../../platform/database/index.js';

/** The events in one window. Copies are relevant pages as of their last visit. */
export interface WindowRow {
  /** From 0. */
  readonly window: number;
  readonly downloaded: number;
  readonly sent: number;
  readonly relevant: number;
  /** Pages found relevant for the first time. */
  readonly copies: number;
  /** Copies that became obsolete, minus those that were updated. */
  readonly obsolete: number;
  /** Sum of the times of these changes, in ms since the first visit, with the same signs. */
  readonly changedAt: number;
}

export interface MonitoredSpan {
  /** First and last visit. */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly foundUrls: number;
}

@Injectable()
export class MonitoringRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  async span(sessionId: string): Promise<MonitoredSpan> {
    const [row] = await this.prisma.$queryRaw<MonitoredSpan[]>`
      SELECT min(fetched_at) AS "from", max(fetched_at) AS "to", (SELECT found FROM sessions WHERE id = ${sessionId}::uuid)::int AS "foundUrls"
      FROM pages WHERE session_id = ${sessionId}::uuid AND outcome = 'page'`;
    return row;
  }

  /**
   * Windows with events, in order of time. Reads the step log once.
   *
   * The time of a change between two visits is the Last-Modified of the second one if it lies between them, otherwise
   * the middle.
   *
   * @param from the first visit
   * @param windowMs length of a window
   */
  windows(sessionId: string, from: Date, windowMs: number): Promise<WindowRow[]> {
    return this.prisma.$queryRaw<WindowRow[]>`
      WITH visits AS (
        SELECT p.final_url_no AS url, p.relevant, p.change, p.probability >= coalesce(m.threshold, 0.5) AS sent,
          (extract(epoch FROM p.fetched_at - ${from}::timestamptz) * 1000)::float8 AS at,
          (extract(epoch FROM p.modified_at - ${from}::timestamptz) * 1000)::float8 AS modified
        FROM pages p JOIN sessions s ON s.id = p.session_id LEFT JOIN models m ON m.id = s.model_id
        WHERE p.session_id = ${sessionId}::uuid AND p.outcome = 'page'
      ),
      ordered AS (
        SELECT *, coalesce(bool_or(relevant) OVER earlier, false) AS is_copy, lag(at) OVER urls AS before,
          relevant AND NOT coalesce(bool_or(relevant) OVER earlier, false) AS is_first
        FROM visits WINDOW urls AS (PARTITION BY url ORDER BY at), earlier AS (PARTITION BY url ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
      ),
      changes AS (
        SELECT at, CASE WHEN modified > before AND modified <= at THEN modified ELSE (before + at) / 2 END AS changed
        FROM ordered WHERE is_copy AND change = 'changed'
      ),
      events AS (
        SELECT at, 1 AS downloaded, (sent OR relevant)::int AS sent, relevant::int AS relevant, is_first::int AS copies, 0 AS obsolete, 0::float8 AS changed FROM ordered
        UNION ALL SELECT changed, 0, 0, 0, 0, 1, changed FROM changes
        UNION ALL SELECT at, 0, 0, 0, 0, -1, -changed FROM changes
      )
      SELECT floor(at / ${windowMs}::float8)::int AS "window", sum(downloaded)::int AS downloaded, sum(sent)::int AS sent, sum(relevant)::int AS relevant,
        sum(copies)::int AS copies, sum(obsolete)::int AS obsolete, sum(changed)::float8 AS "changedAt"
      FROM events GROUP BY 1 ORDER BY 1`;
  }
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ReadingDatabase } from '../../../../platform/database/index.js';
import type { FetchReportDto } from '../dto/report.dto.js';
import { ReportTally, type StepCell, type UrlCell } from './report-tally.js';

/** Sessions with cached counts, a few kilobytes each. */
const REMEMBERED = 1_000;

@Injectable()
export class ReportRepository {
  private readonly tallies = new LRUCache<string, ReportTally>({ max: REMEMBERED });
  /** The last call for each session. The next one waits for it, so that nothing is counted twice. */
  private readonly counting = new Map<string, Promise<unknown>>();

  constructor(private readonly prisma: ReadingDatabase) {}

  /** Reads the steps and URLs of the session since the last report; the first time, all of them. */
  async fetchReport(sessionId: string): Promise<FetchReportDto> {
    const before = this.counting.get(sessionId) ?? Promise.resolve();
    const report = before.catch(() => undefined).then(() => this.countOn(sessionId));
    this.counting.set(sessionId, report);
    try {
      return await report;
    } finally {
      if (this.counting.get(sessionId) === report) this.counting.delete(sessionId);
    }
  }

  /** JPEG; null if there is none. */
  async screenshot(sessionId: string, step: number): Promise<Uint8Array | null> {
    const row = await this.prisma.screenshot.findUnique({
      where: { sessionId_step: { sessionId, step } },
      select: { data: true },
    });
    return row?.data ?? null;
  }

  /**
   * Only few combinations of the counted properties occur. The log only grows, in the order of `seq` and `url_no`, and
   * these columns never change.
   */
  private async countOn(sessionId: string): Promise<FetchReportDto> {
    const tally = this.tallies.get(sessionId) ?? new ReportTally();
    const [steps, urls] = await Promise.all([
      this.prisma.$queryRaw<StepCell[]>`
        SELECT outcome, render_reason AS "renderReason", language, change, attempt > 0 AS repeated, rendered, duplicate_of IS NOT NULL AS duplicate,
          noindex, truncated, count(*)::int AS count, max(seq) AS "lastSeq"
        FROM pages WHERE session_id = ${sessionId}::uuid AND seq > ${tally.lastSeq} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
      this.prisma.$queryRaw<UrlCell[]>`
        SELECT CASE WHEN out_of_scope LIKE 'trap: %' THEN out_of_scope ELSE split_part(out_of_scope, ':', 1) END AS name,
          count(*)::int AS count, max(url_no) AS "lastUrlNo"
        FROM urls WHERE session_id = ${sessionId}::uuid AND url_no > ${tally.lastUrlNo} GROUP BY 1`,
    ]);
    tally.add(steps, urls);
    this.tallies.set(sessionId, tally);
    return tally.report();
  }
}

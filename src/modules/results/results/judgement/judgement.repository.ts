import { Injectable } from '@nestjs/common';
import type { AuditPart } from '../../../../domain/labels/index.js';
import { Prisma, ReadingDatabase } from '../../../../platform/database/index.js';

/** Counts of a part of a crawl. */
export interface PartCounts {
  readonly part: AuditPart | 'known-reported' | 'known-others';
  readonly pages: number;
  readonly sampled: number;
  readonly relevant: number;
}

/** An unlabelled page of the audit. */
export interface AuditPage {
  readonly step: number;
  readonly part: AuditPart;
  readonly probability: number;
  readonly threshold: number;
}

/** Minimum number of nearly relevant pages: if few pages count as relevant, the part would contain only a handful. */
const LEAST_NEAR = 20;

@Injectable()
export class JudgementRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /**
   * Counts of all parts. A part is sampled in the random order of its pages: the sample ends before the first
   * unlabelled page, so pages labelled for other reasons cause no bias. Reads the step log of the session once.
   */
  counts(sessionId: string): Promise<PartCounts[]> {
    // Materialized: for a session that has just grown, the planner may expect one page, and then recompute the ends for
    // each page.
    return this.prisma.rows<PartCounts>(Prisma.sql`
      ${parted(sessionId)},
      ends AS MATERIALIZED (SELECT part, min(draw) FILTER (WHERE label IS NULL) AS draw FROM parted GROUP BY part)
      SELECT p.part, count(*)::int AS pages, count(*) FILTER (WHERE e.draw IS NULL OR p.draw < e.draw)::int AS sampled,
        count(*) FILTER (WHERE p.label AND (e.draw IS NULL OR p.draw < e.draw))::int AS relevant
      FROM parted p JOIN ends e USING (part) GROUP BY p.part`);
  }

  /** For each part the first unlabelled pages, in its random order. */
  unlabelled(sessionId: string, first: number): Promise<AuditPage[]> {
    return this.prisma.rows<AuditPage>(Prisma.sql`
      ${parted(sessionId)},
      open AS (SELECT *, row_number() OVER (PARTITION BY part ORDER BY draw) AS turn FROM parted WHERE label IS NULL)
      SELECT step, part, probability, threshold FROM open WHERE turn <= ${first}::int ORDER BY turn, part`);
  }
}

/**
 * Pages of a session with their own text, each once with its newest visit, with their label, their part and the draw
 * that determines the random order. The session's model may have learnt from labels that are older than it: pages with
 * such labels are parts of their own.
 */
const parted = (sessionId: string): Prisma.Sql => Prisma.sql`
  WITH read AS (
    SELECT DISTINCT ON (p.final_url_no) p.step, p.relevant, p.probability, coalesce(m.threshold, 0.5) AS threshold, e.relevant AS label,
      coalesce(e.created_at <= m.created_at, false) AS known, md5(s.id::text || u.url) AS draw
    FROM sessions s JOIN models m ON m.id = s.model_id JOIN pages p ON p.session_id = s.id
    JOIN urls u ON u.session_id = s.id AND u.url_no = p.final_url_no
    LEFT JOIN examples e ON e.topic_id = s.topic_id AND e.url = u.url
    WHERE s.id = ${sessionId}::uuid AND p.outcome = 'page' AND p.duplicate_of IS NULL AND NOT p.noindex AND p.title IS NOT NULL
    ORDER BY p.final_url_no, p.seq DESC
  ),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY known, relevant ORDER BY probability DESC, step) AS rank,
      count(*) FILTER (WHERE relevant AND NOT known) OVER () AS reported FROM read
  ),
  parted AS (
    SELECT *, CASE WHEN known AND relevant THEN 'known-reported' WHEN known THEN 'known-others' WHEN relevant THEN 'reported'
      WHEN rank <= greatest(reported, ${LEAST_NEAR}::int) THEN 'near' ELSE 'far' END AS part FROM ranked
  )`;

import { Injectable } from '@nestjs/common';
import type { AuditPart } from '../../domain/labels/index.js';
import { Prisma, ReadingDatabase } from '../../platform/database/index.js';

/** Pages of a part of a crawl, and what is known of them. */
export interface PartCounts {
  readonly part: AuditPart | 'known-reported' | 'known-others';
  readonly pages: number;
  readonly sampled: number;
  readonly relevant: number;
}

/** A page of the audit that has no label yet. */
export interface AuditPage {
  readonly step: number;
  readonly part: AuditPart;
  readonly probability: number;
  readonly threshold: number;
}

/** Pages at least that are nearly relevant: where few are called relevant, a handful would be all that is looked at. */
const LEAST_NEAR = 20;

@Injectable()
export class JudgementRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /**
   * Counts of all parts. A part is sampled in the random order of its pages: the sample ends before the first page without a label, so what was labelled for
   * other reasons does not bend it. Reads the step log of the session once.
   */
  counts(sessionId: string): Promise<PartCounts[]> {
    return this.prisma.rows<PartCounts>(Prisma.sql`
      ${audited(sessionId)},
      ends AS (SELECT part, coalesce(min(place) FILTER (WHERE label IS NULL), count(*) + 1) AS place FROM audited GROUP BY part)
      SELECT a.part, count(*)::int AS pages, count(*) FILTER (WHERE a.place < e.place)::int AS sampled,
        count(*) FILTER (WHERE a.place < e.place AND a.label)::int AS relevant
      FROM audited a JOIN ends e USING (part) GROUP BY a.part`);
  }

  /** Of each part the first pages without a label, in its random order. */
  unlabelled(sessionId: string, first: number): Promise<AuditPage[]> {
    return this.prisma.rows<AuditPage>(Prisma.sql`
      ${audited(sessionId)},
      open AS (SELECT *, row_number() OVER (PARTITION BY part ORDER BY place) AS turn FROM audited WHERE label IS NULL)
      SELECT step, part, probability, threshold FROM open WHERE turn <= ${first}::int ORDER BY turn, part`);
  }
}

/**
 * Pages of a session with a text of their own, each once as it was last, with their label, part and place in its random order. Labels that are older than the
 * session's model are known to it: pages with these are parts of their own.
 */
const audited = (sessionId: string): Prisma.Sql => Prisma.sql`
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
  ),
  audited AS (SELECT *, row_number() OVER (PARTITION BY part ORDER BY draw, step) AS place FROM parted)`;

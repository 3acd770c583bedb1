import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../../../platform/database/index.js';
import { PageTextReader, type TextRow } from '../../../base/page-texts/index.js';

/** A fetched page with its probability from its session's model. */
export interface JudgedPage {
  readonly sessionId: string;
  readonly step: number;
  /** URL after redirects. */
  readonly url: string;
  readonly probability: number;
}

interface JudgedPageText {
  readonly step: number;
  readonly title: string;
  readonly text: string;
  readonly mainText: string;
}

/** Number of newest sessions to search. */
const NEWEST_SESSIONS = 10;
/** Surest pages of either class read per session: some are labelled, and many belong to one site. */
const LOOKED_AT = 2_000;

@Injectable()
export class SelfTrainingRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly pageTexts: PageTextReader,
  ) {}

  /**
   * Pages fetched by sessions with a model that may be indexed and have no label, with scores above the one bound or
   * below the other.
   */
  async surest(topicId: string, modelId: string, atLeast: number, atMost: number): Promise<JudgedPage[]> {
    const side = (which: Prisma.Sql): Prisma.Sql => Prisma.sql`
      (SELECT p.* FROM s CROSS JOIN LATERAL (
        SELECT p.session_id, p.step, p.final_url_no, p.probability FROM pages p
        WHERE p.session_id = s.id AND p.outcome = 'page' AND p.duplicate_of IS NULL AND NOT p.noindex AND p.text IS NOT NULL AND ${which} LIMIT ${LOOKED_AT}) p)`;
    return this.prisma.$queryRaw<JudgedPage[]>`
      WITH s AS MATERIALIZED (
        SELECT id FROM sessions WHERE topic_id = ${topicId}::uuid AND model_id = ${modelId}::uuid ORDER BY created_at DESC LIMIT ${NEWEST_SESSIONS})
      SELECT c.session_id::text AS "sessionId", c.step, u.url, c.probability
      FROM (${side(Prisma.sql`p.probability >= ${atLeast} ORDER BY p.probability DESC, p.step`)} UNION ALL ${side(Prisma.sql`p.probability <= ${atMost} ORDER BY p.probability, p.step`)}) c
      JOIN urls u ON u.session_id = c.session_id AND u.url_no = c.final_url_no
      WHERE NOT EXISTS (SELECT FROM examples e WHERE e.topic_id = ${topicId}::uuid AND e.url = u.url)
      ORDER BY c.probability, u.url`;
  }

  /** Texts of pages of one session, each cut at `maxChars`. */
  async texts(sessionId: string, steps: readonly number[], maxChars: number): Promise<JudgedPageText[]> {
    const rows = await this.prisma.$queryRaw<(JudgedPageText & TextRow)[]>`
      SELECT p.step, coalesce(p.title, '') AS title, left(p.text, ${maxChars}) AS text,
        left(coalesce(p.main_text, main_text_of(p.text, p.main_ranges), ''), ${maxChars}) AS "mainText", p.text_place AS "textPlace"
      FROM pages p WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(${steps}::int[]) ORDER BY p.step`;
    const whole = await this.pageTexts.whole(sessionId, rows, maxChars);
    return whole.map((row) => ({ ...row, mainText: row.mainText ?? '' }));
  }
}

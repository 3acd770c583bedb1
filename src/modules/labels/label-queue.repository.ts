import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../platform/database/index.js';
import type { LabelStrategy } from './dto/label.dto.js';

/** A page to ask a label for. */
export interface QueuedPage {
  readonly sessionId: string;
  readonly step: number;
  readonly margin: number;
}

/** Sessions looked at, newest first: older ones were judged by older models. */
const NEWEST_SESSIONS = 10;
/** Pages nearest to the threshold that are looked at for influence, and domains for newness: of these some are labelled already. */
const LOOKED_AT = 500;

/** A page that has a text of its own and no label yet. */
const UNLABELLED = Prisma.sql`
  p.outcome = 'page' AND p.duplicate_of IS NULL AND NOT p.noindex AND p.title IS NOT NULL
  AND NOT EXISTS (SELECT FROM examples e JOIN urls u ON u.url = e.url WHERE e.topic_id = s.topic_id AND u.session_id = p.session_id AND u.url_no = p.final_url_no)`;

@Injectable()
export class LabelQueueRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The pages whose labels would help most, best first; of a URL that several sessions fetched the newest page. */
  async queue(topicId: string, sessionId: string | null, strategy: LabelStrategy, first: number): Promise<QueuedPage[]> {
    const sessions = Prisma.sql`
      SELECT s.id, s.topic_id, s.created_at, coalesce(m.threshold, 0.5) AS threshold FROM sessions s JOIN models m ON m.id = s.model_id
      WHERE s.topic_id = ${topicId}::uuid ${sessionId === null ? Prisma.empty : Prisma.sql`AND s.id = ${sessionId}::uuid`}
      ORDER BY s.created_at DESC LIMIT ${NEWEST_SESSIONS}`;
    const candidates = strategy === 'newest-domain' ? newestDomains() : nearThreshold();
    const rank = RANKS[strategy];
    return this.prisma.$queryRaw<QueuedPage[]>`
      WITH s AS MATERIALIZED (${sessions}),
      c AS (${candidates}),
      one AS (
        SELECT DISTINCT ON (u.url) c.* FROM c JOIN urls u ON u.session_id = c.session_id AND u.url_no = c.final_url_no ORDER BY u.url, c.created_at DESC
      )
      SELECT session_id::text AS "sessionId", step, abs(score - threshold) AS margin FROM one ORDER BY ${rank}, session_id, step LIMIT ${first}`;
  }
}

/** How much a label on a page is worth: pages that many links start from decide what the crawl finds next. */
const RANKS: Readonly<Record<LabelStrategy, Prisma.Sql>> = {
  uncertain: Prisma.sql`abs(score - threshold)`,
  influential: Prisma.sql`(1 - abs(score - threshold)) * ln(2 + link_count) DESC`,
  'newest-domain': Prisma.sql`fetched_at DESC`,
};

const COLUMNS = Prisma.sql`p.session_id, p.step, p.final_url_no, p.score, p.link_count, p.fetched_at, s.threshold, s.created_at`;

/** From the threshold up and down the index of scores: no more is read than is looked at. */
function nearThreshold(): Prisma.Sql {
  const side = (comparison: Prisma.Sql): Prisma.Sql => Prisma.sql`
    (SELECT ${COLUMNS} FROM s CROSS JOIN LATERAL (
      SELECT * FROM pages p WHERE p.session_id = s.id AND ${comparison} LIMIT ${LOOKED_AT}) p WHERE ${UNLABELLED})`;
  return Prisma.sql`
    ${side(Prisma.sql`p.score >= s.threshold ORDER BY p.score, p.step`)} UNION ALL ${side(Prisma.sql`p.score < s.threshold AND p.score > 0 ORDER BY p.score DESC, p.step DESC`)}`;
}

function newestDomains(): Prisma.Sql {
  return Prisma.sql`
    SELECT ${COLUMNS} FROM s CROSS JOIN LATERAL (
      SELECT d.first_step FROM domains d WHERE d.session_id = s.id AND d.first_step IS NOT NULL ORDER BY d.first_step DESC LIMIT ${LOOKED_AT}) d
    JOIN pages p ON p.session_id = s.id AND p.step = d.first_step WHERE ${UNLABELLED}`;
}

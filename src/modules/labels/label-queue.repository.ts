import { Injectable } from '@nestjs/common';
import { marginOf, rankForLabels, type AskablePage, type LabelStrategy } from '../../domain/labels/index.js';
import { Prisma, PrismaService } from '../../platform/database/index.js';

/** A page to ask a label for. */
export interface QueuedPage {
  readonly sessionId: string;
  readonly step: number;
  readonly margin: number;
}

/** A page that could be asked about, without its text. */
interface CandidateRow extends Omit<AskablePage, 'draw'> {
  readonly sessionId: string;
  readonly step: number;
  /** Null for pages that were not looked at for being like the crawl's others. */
  readonly draw: number | null;
}

/** Sessions looked at, newest first: older ones were judged by older models. */
const NEWEST_SESSIONS = 10;
/**
 * Of each session so many unlabelled pages on either side of the threshold, with the highest scores and from all along the crawl are ranked, and of so many
 * domains the first page.
 */
const LOOKED_AT = 500;

/** A page that has a text of its own and no label yet; with `labeller`, none of this labeller either. */
const unlabelled = (labeller: string | null): Prisma.Sql => Prisma.sql`
  p.outcome = 'page' AND p.duplicate_of IS NULL AND NOT p.noindex AND p.title IS NOT NULL
  AND NOT EXISTS (SELECT FROM examples e JOIN urls u ON u.url = e.url WHERE e.topic_id = s.topic_id AND u.session_id = p.session_id AND u.url_no = p.final_url_no)
  ${
    labeller === null
      ? Prisma.empty
      : Prisma.sql`AND NOT EXISTS (SELECT FROM labeller_labels l JOIN urls u ON u.url = l.url
          WHERE l.topic_id = s.topic_id AND l.labeller = ${labeller} AND u.session_id = p.session_id AND u.url_no = p.final_url_no)`
  }`;

@Injectable()
export class LabelQueueRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * The pages whose labels would help most, best first; of a URL that several sessions fetched the newest page.
   *
   * @param labeller whose labels count as labels too; null for people, who are asked about all that people have not labelled
   */
  async queue(
    topicId: string,
    sessionId: string | null,
    strategy: LabelStrategy,
    first: number,
    relevantLabels: number,
    labeller: string | null = null,
  ): Promise<QueuedPage[]> {
    const sessions = Prisma.sql`
      SELECT s.id, s.topic_id, s.created_at, coalesce(m.threshold, 0.5) AS threshold FROM sessions s JOIN models m ON m.id = s.model_id
      WHERE s.topic_id = ${topicId}::uuid ${sessionId === null ? Prisma.empty : Prisma.sql`AND s.id = ${sessionId}::uuid`}
      ORDER BY s.created_at DESC LIMIT ${NEWEST_SESSIONS}`;
    const candidates = await this.prisma.$queryRaw<CandidateRow[]>`
      WITH s AS MATERIALIZED (${sessions}),
      c AS (${CANDIDATES[strategy](unlabelled(labeller))}),
      one AS (
        SELECT DISTINCT ON (u.url) c.*, CASE WHEN c.is_sample THEN hashtext(u.url) END AS draw FROM c JOIN urls u ON u.session_id = c.session_id AND u.url_no = c.final_url_no 
        ORDER BY u.url, c.created_at DESC, c.is_sample DESC
      )
      SELECT session_id::text AS "sessionId", step, probability, threshold, link_count AS "linkCount",
        (extract(epoch FROM fetched_at) * 1000)::float8 AS "fetchedAt", session_id || '/' || domain_no AS domain, draw
      FROM one ORDER BY session_id, step`;
    const pages = candidates.map((row) => ({ ...row, draw: row.draw ?? Infinity }));
    return rankForLabels(strategy, pages, first, relevantLabels).map((page) => ({
      sessionId: page.sessionId,
      step: page.step,
      margin: marginOf(page),
    }));
  }
}

const COLUMNS = Prisma.sql`p.session_id, p.step, p.final_url_no, p.domain_no, p.probability, p.link_count, p.fetched_at, s.threshold, s.created_at`;

/** Down or up the index of probabilities: no more is read than is ranked, and what is labelled. */
const byProbability = (free: Prisma.Sql, condition: Prisma.Sql, order: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT ${COLUMNS}, false AS is_sample FROM s CROSS JOIN LATERAL (
    SELECT * FROM pages p WHERE p.session_id = s.id AND ${condition} AND ${free} ORDER BY ${order} LIMIT ${LOOKED_AT}) p)`;
const DOWNWARDS = Prisma.sql`p.probability DESC, p.step DESC`;

/** From the threshold up and down. */
const nearThreshold = (free: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ${byProbability(free, Prisma.sql`p.probability >= s.threshold`, Prisma.sql`p.probability, p.step`)} UNION ALL ${byProbability(free, Prisma.sql`p.probability < s.threshold AND p.probability > 0`, DOWNWARDS)}`;

const mostProbable = (free: Prisma.Sql): Prisma.Sql => byProbability(free, Prisma.sql`p.probability > 0`, DOWNWARDS);

/** Pages from all along the crawl, at even distances: what it meets, whatever its model makes of it. */
const allAlong = (free: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT ${COLUMNS}, true AS is_sample FROM s CROSS JOIN LATERAL (
    SELECT p.* FROM (SELECT coalesce(max(step), 0) AS last FROM pages WHERE session_id = s.id) m
    CROSS JOIN LATERAL generate_series(0, m.last, greatest(1, m.last / ${LOOKED_AT})) AS place(step)
    JOIN pages p ON p.session_id = s.id AND p.step = place.step WHERE p.probability > 0 AND ${free}) p)`;

function newestDomains(free: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${COLUMNS}, false AS is_sample FROM s CROSS JOIN LATERAL (
      SELECT d.first_step FROM domains d WHERE d.session_id = s.id AND d.first_step IS NOT NULL ORDER BY d.first_step DESC LIMIT ${LOOKED_AT}) d
    JOIN pages p ON p.session_id = s.id AND p.step = d.first_step WHERE ${free}`;
}

/** What each strategy chooses among. */
const CANDIDATES: Readonly<Record<LabelStrategy, (free: Prisma.Sql) => Prisma.Sql>> = {
  // A page can be in several: the query takes each address once.
  mixed: (free) => Prisma.sql`${nearThreshold(free)} UNION ALL ${mostProbable(free)} UNION ALL ${allAlong(free)}`,
  uncertain: nearThreshold,
  influential: nearThreshold,
  'newest-domain': newestDomains,
};

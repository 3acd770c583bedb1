import { Injectable } from '@nestjs/common';
import {
  type AskablePage,
  candidatesPerSession,
  type LabelStrategy,
  marginOf,
  rankForLabels,
} from '../../../domain/labels/index.js';
import { Prisma, PrismaService } from '../../../platform/database/index.js';

/** A page to ask a label for. */
export interface QueuedPage {
  readonly sessionId: string;
  readonly step: number;
  readonly margin: number;
}

/** A candidate for the queue, without its text. */
interface CandidateRow extends Omit<AskablePage, 'draw' | 'threshold' | 'domain'> {
  readonly step: number;
  readonly url: string;
  readonly domainNo: number;
  /** Null for pages that were chosen for a reason other than the random sample. */
  readonly draw: number | null;
}

interface JudgedSession {
  readonly id: string;
  readonly threshold: number;
}

/** Number of newest sessions to search: older ones were judged by older models. */
const NEWEST_SESSIONS = 10;
/**
 * The query for one session. Its id is a literal in the statements, so that PostgreSQL plans only for its partitions.
 */
interface Asked {
  readonly topicId: string;
  readonly session: JudgedSession;
  /** The labeller whose labels count as labels; null for people, whose queue ignores labels of the labeller. */
  readonly labeller: string | null;
  /**
   * This number of unlabelled pages is ranked: on either side of the threshold, with the highest scores, and evenly
   * from the whole crawl; and the first page of this number of domains.
   */
  readonly most: number;
}

interface LabelQueueRequest {
  /** Null: the newest sessions of the topic. */
  readonly sessionId: string | null;
  readonly strategy: LabelStrategy;
  /** Most pages returned. */
  readonly first: number;
  /** Relevant labels of the topic so far. */
  readonly relevantLabels: number;
  /** The labeller whose labels count; null for people, whose queue ignores labels of labellers. */
  readonly labeller?: string | null;
}

@Injectable()
export class LabelQueueRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * The most useful pages to label, best first; for a URL that several sessions fetched, the newest page.
   */
  async queue(
    topicId: string,
    { sessionId, strategy, first, relevantLabels, labeller = null }: LabelQueueRequest,
  ): Promise<QueuedPage[]> {
    const sessions = await this.prisma.$queryRaw<JudgedSession[]>`
      SELECT s.id::text, coalesce(m.threshold, 0.5) AS threshold FROM sessions s JOIN models m ON m.id = s.model_id
      WHERE s.topic_id = ${topicId}::uuid ${sessionId === null ? Prisma.empty : Prisma.sql`AND s.id = ${sessionId}::uuid`}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${NEWEST_SESSIONS}`;
    const taken = new Set<string>();
    const pages: (AskablePage & { sessionId: string; step: number })[] = [];
    const most = candidatesPerSession(sessions.length, first);
    for (const session of sessions)
      for (const row of await this.candidates({ topicId, session, labeller, most }, strategy)) {
        if (taken.has(row.url)) continue;
        taken.add(row.url);
        const { step, probability, linkCount, fetchedAt, domainNo, draw } = row;
        pages.push({
          ...{ sessionId: session.id, step, probability, linkCount, fetchedAt, threshold: session.threshold },
          domain: `${session.id}/${domainNo}`,
          draw: draw ?? Infinity,
        });
      }
    return rankForLabels(strategy, pages, first, relevantLabels).map((page) => ({
      sessionId: page.sessionId,
      step: page.step,
      margin: marginOf(page),
    }));
  }

  /** A page can occur twice: the first time as part of the sample. */
  private candidates(asked: Asked, strategy: LabelStrategy): Promise<CandidateRow[]> {
    return this.prisma.rows<CandidateRow>(Prisma.sql`
      SELECT c.step, u.url, c.probability, c.link_count AS "linkCount", c.domain_no AS "domainNo",
        (extract(epoch FROM c.fetched_at) * 1000)::float8 AS "fetchedAt", CASE WHEN c.is_sample THEN hashtext(u.url) END AS draw
      FROM (${CANDIDATES[strategy](asked)}) c JOIN urls u ON u.session_id = ${asked.session.id}::uuid AND u.url_no = c.final_url_no
      ORDER BY c.is_sample DESC, c.step`);
  }
}

const COLUMNS = Prisma.sql`p.step, p.final_url_no, p.domain_no, p.probability, p.link_count, p.fetched_at`;

/**
 * A page of the session with its own text and without a label. A subquery looks up its URL: a join would search all
 * URLs of the session, starting from the labels.
 */
function unlabelled({ topicId, session, labeller }: Asked): Prisma.Sql {
  const url = Prisma.sql`(SELECT u.url FROM urls u WHERE u.session_id = ${session.id}::uuid AND u.url_no = p.final_url_no)`;
  const byLabeller = Prisma.sql`
    AND NOT EXISTS (SELECT FROM labeller_labels l WHERE l.topic_id = ${topicId}::uuid AND l.labeller = ${labeller} AND l.url = ${url})`;
  return Prisma.sql`
    p.session_id = ${session.id}::uuid AND p.outcome = 'page' AND p.duplicate_of IS NULL AND NOT p.noindex AND p.title IS NOT NULL
    AND NOT EXISTS (SELECT FROM examples e WHERE e.topic_id = ${topicId}::uuid AND e.url = ${url}) ${labeller === null ? Prisma.empty : byLabeller}`;
}

/** Scans the index of probabilities down or up: reads only ranked and labelled pages. */
const byProbability = (asked: Asked, condition: Prisma.Sql, order: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT ${COLUMNS}, false AS is_sample FROM pages p WHERE ${condition} AND ${unlabelled(asked)} ORDER BY ${order} LIMIT ${asked.most})`;
const DOWNWARDS = Prisma.sql`p.probability DESC, p.step DESC`;

/** From the threshold up and down. */
function nearThreshold(asked: Asked): Prisma.Sql {
  const { threshold } = asked.session;
  const above = byProbability(asked, Prisma.sql`p.probability >= ${threshold}`, Prisma.sql`p.probability, p.step`);
  const below = Prisma.sql`p.probability < ${threshold} AND p.probability > 0`;
  return Prisma.sql`${above} UNION ALL ${byProbability(asked, below, DOWNWARDS)}`;
}

const mostProbable = (asked: Asked): Prisma.Sql => byProbability(asked, Prisma.sql`p.probability > 0`, DOWNWARDS);

/** Pages at even distances along the whole crawl, independent of the model. */
const allAlong = (asked: Asked): Prisma.Sql => Prisma.sql`
  (SELECT ${COLUMNS}, true AS is_sample
  FROM (SELECT coalesce(max(step), 0) AS last FROM pages WHERE session_id = ${asked.session.id}::uuid) m
  CROSS JOIN LATERAL generate_series(0, m.last, greatest(1, m.last / ${asked.most})) AS place(step)
  JOIN pages p ON p.step = place.step WHERE p.probability > 0 AND ${unlabelled(asked)})`;

const newestDomains = (asked: Asked): Prisma.Sql => Prisma.sql`
  SELECT ${COLUMNS}, false AS is_sample FROM (
    SELECT d.first_step FROM domains d WHERE d.session_id = ${asked.session.id}::uuid AND d.first_step IS NOT NULL ORDER BY d.first_step DESC LIMIT ${asked.most}) d
  JOIN pages p ON p.step = d.first_step WHERE ${unlabelled(asked)}`;

/** The candidates of each strategy. */
const CANDIDATES: Readonly<Record<LabelStrategy, (asked: Asked) => Prisma.Sql>> = {
  mixed: (asked) => Prisma.sql`${nearThreshold(asked)} UNION ALL ${mostProbable(asked)} UNION ALL ${allAlong(asked)}`,
  uncertain: nearThreshold,
  influential: nearThreshold,
  'newest-domain': newestDomains,
};

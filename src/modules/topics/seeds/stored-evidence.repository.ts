import { Injectable } from '@nestjs/common';
import type { ScopeRules } from '../../../domain/scope/index.js';
import type { FoundLink } from '../../../domain/seeds/index.js';
import type { DocumentText } from '../../../domain/text/index.js';
import { ofProject, Prisma, PrismaService } from '../../../platform/database/index.js';
import { PageTextReader, type TextRow } from '../../base/page-texts/index.js';

/** The place of a stored page. */
export interface StoredPlace {
  readonly sessionId: string;
  readonly step: number;
}
export interface StoredPage extends StoredPlace, DocumentText {}

/** Number of newest sessions searched. */
const NEWEST_SESSIONS = 10;
/** Domains of the collection whose pages are read, and pages of each. */
const KEPT_DOMAINS = 50;
const BEST_DOMAINS = 50;
const PAGES_OF_DOMAIN = 3;
/** Newest rejected domains to exclude. */
const MAX_REJECTED = 5_000;
/** Characters read of a page. */
const MAX_CHARS = 5_000;
/** Links read of a page, and of all pages. */
const MAX_LINKS_OF_PAGE = 300;
const MAX_LINKS = 50_000;

const lists = (places: readonly StoredPlace[]): Prisma.Sql =>
  Prisma.sql`unnest(${places.map(({ sessionId }) => sessionId)}::uuid[], ${places.map(({ step }) => step)}::int[]) AS place (session_id, step)
    JOIN sessions s ON s.id = place.session_id AND ${ofProject('s')}
    JOIN pages p ON p.session_id = place.session_id AND p.step = place.step
    JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no`;

/** Evidence from the project's stored pages for where to start. */
@Injectable()
export class StoredEvidenceRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly pageTexts: PageTextReader,
  ) {}

  /** Pages judged relevant by sessions of the topic, the most probable of each of the newest sessions. */
  async relevantPages(topicId: string, perSession: number): Promise<StoredPlace[]> {
    return this.prisma.$queryRaw<StoredPlace[]>`
      SELECT p.session_id::text AS "sessionId", p.step
      FROM (SELECT id FROM sessions s WHERE ${ofProject('s')} AND topic_id = ${topicId}::uuid ORDER BY created_at DESC LIMIT ${NEWEST_SESSIONS}) AS newest
      CROSS JOIN LATERAL (
        SELECT session_id, step FROM pages WHERE session_id = newest.id AND relevant AND outcome = 'page' AND duplicate_of IS NULL
        ORDER BY probability DESC, step LIMIT ${perSession}) AS p`;
  }

  /**
   * From the topic's collection: home page and best pages of the newest domains to keep, and best pages of the domains
   * whose share of relevant pages is surest.
   */
  async collectedPages(topicId: string): Promise<StoredPlace[]> {
    return this.prisma.$queryRaw<StoredPlace[]>`
      SELECT DISTINCT p.session_id::text AS "sessionId", p.step FROM (
        (SELECT key AS name, TRUE AS is_kept FROM collection_remarks WHERE topic_id = ${topicId}::uuid AND subject = 'domain' AND verdict = 'keep' ORDER BY updated_at DESC, key LIMIT ${KEPT_DOMAINS})
        UNION ALL
        (SELECT name, FALSE FROM collection_domains WHERE topic_id = ${topicId}::uuid AND relevant > 0 ORDER BY share_at_least DESC, name DESC LIMIT ${BEST_DOMAINS})) d
      CROSS JOIN LATERAL (
        (SELECT session_id, step FROM collection_pages WHERE topic_id = ${topicId}::uuid AND domain = d.name AND relevant AND representative AND gone_at IS NULL
          ORDER BY probability DESC, url_key LIMIT ${PAGES_OF_DOMAIN})
        UNION ALL
        (SELECT session_id, step FROM collection_pages WHERE d.is_kept AND topic_id = ${topicId}::uuid AND domain = d.name AND gone_at IS NULL ORDER BY length(url), url LIMIT 1)) p
      JOIN topics t ON t.id = ${topicId}::uuid AND ${ofProject('t')} WHERE p.session_id IS NOT NULL`;
  }

  async pagesAt(places: readonly StoredPlace[]): Promise<StoredPage[]> {
    const rows = await this.prisma.$queryRaw<(StoredPage & TextRow)[]>`
      SELECT DISTINCT ON (u.url) p.session_id::text AS "sessionId", p.step, u.url, coalesce(p.title, '') AS title, coalesce(p.description, '') AS description,
        left(coalesce(p.text, ''), ${MAX_CHARS}) AS text, left(coalesce(p.main_text, main_text_of(p.text, p.main_ranges)), ${MAX_CHARS}) AS "mainText", p.text_place AS "textPlace"
      FROM ${lists(places)} WHERE p.outcome = 'page' ORDER BY u.url, p.fetched_at DESC`;
    const pages: StoredPage[] = [];
    for (const sessionId of new Set(rows.map((row) => row.sessionId))) {
      const ofSession = rows.filter((row) => row.sessionId === sessionId);
      for (const { text, mainText, ...page } of await this.pageTexts.whole(sessionId, ofSession, MAX_CHARS))
        pages.push({ ...page, text: mainText === null || mainText === '' ? text : mainText });
    }
    // In the order of their addresses, as they were read.
    const order = new Map(rows.map(({ url }, i) => [url, i]));
    return pages.sort((a, b) => (order.get(a.url) ?? 0) - (order.get(b.url) ?? 0));
  }

  /** Links on these pages to other hosts. */
  async linksFrom(places: readonly StoredPlace[]): Promise<FoundLink[]> {
    return this.prisma.$queryRaw<FoundLink[]>`
      SELECT u.url AS "from", target.url AS "to", l.anchor FROM ${lists(places)}
      CROSS JOIN LATERAL (
        SELECT url_no, min(anchor) AS anchor FROM links
        WHERE session_id = p.session_id AND source = p.step AND NOT nofollow GROUP BY url_no ORDER BY min(position) LIMIT ${MAX_LINKS_OF_PAGE}) AS l
      JOIN urls target ON target.session_id = p.session_id AND target.url_no = l.url_no AND target.host <> u.host LIMIT ${MAX_LINKS}`;
  }

  /** Domains rejected by people. */
  async rejectedDomains(topicId: string): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ key: string }[]>`
      SELECT key FROM collection_remarks WHERE topic_id = ${topicId}::uuid AND subject = 'domain' AND verdict = 'reject' ORDER BY updated_at DESC, key LIMIT ${MAX_REJECTED}`;
    return rows.map(({ key }) => key);
  }

  /** The URL scope of the topic's newest session; null without sessions. */
  async newestScope(topicId: string): Promise<ScopeRules | null> {
    const rows = await this.prisma.$queryRaw<{ scope: ScopeRules | null }[]>`
      SELECT config -> 'scope' AS scope FROM sessions s WHERE ${ofProject('s')} AND topic_id = ${topicId}::uuid ORDER BY created_at DESC LIMIT 1`;
    return rows[0]?.scope ?? null;
  }
}

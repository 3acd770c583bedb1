import { Injectable } from '@nestjs/common';
import type { DocumentText } from '../../../domain/text/index.js';
import { Prisma, PrismaService, ReadingDatabase } from '../../../platform/database/index.js';

/** Pages whose words are compared: of the domain, and of a number of other domains. */
const OWN_PAGES = 30;
const OTHER_DOMAINS = 30;
const PAGES_OF_OTHERS = 3;
const TEXT_CHARS = 3_000;
/** Pages whose links are read, links of all of them, and pages that link to them. */
const LINKING_PAGES = 30;
const MAX_LINKS = 5_000;
const MAX_LINKING = 300;
/** Most pages of a path. */
const MAX_PATH_STEPS = 1_000;
/** Most pages whose languages are counted. */
const LANGUAGE_PAGES = 200;

/** A stored home page. */
export interface StoredHome {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly language: string | null;
  readonly text: string | null;
  readonly icon: string | null;
  readonly failure: string | null;
  readonly fetchedAt: Date;
}

/** The place of a page: its session and step. */
export interface Place {
  readonly sessionId: string;
  readonly step: number;
}

/** A page on the path to another one. */
interface PathPage {
  readonly host: string;
  readonly url: string;
  readonly title: string | null;
}

/** A host with the number of pages that link to it, or from it. */
export interface LinkingHost {
  readonly host: string;
  readonly pages: number;
}

const TEXT = Prisma.sql`left(coalesce(s.main_text, main_text_of(s.text, s.main_ranges), s.text, ''), ${TEXT_CHARS})`;

/** Reads the facts for profiles of domains. Each query is bounded. */
@Injectable()
export class DomainProfilesRepository {
  constructor(
    private readonly reading: ReadingDatabase,
    private readonly prisma: PrismaService,
  ) {}

  /** The home page from the newest session; of several URLs the first one with a page counts. */
  async homeOfSessions(topicId: string, urls: readonly string[]): Promise<StoredHome | null> {
    const [home] = await this.reading.rows<StoredHome>(Prisma.sql`
      SELECT c.url, s.title, s.description, s.language, ${TEXT} AS text, NULL AS icon, NULL AS failure, c.last_seen_at AS "fetchedAt"
      FROM unnest(${[...urls]}::text[]) WITH ORDINALITY AS k (url, place)
      JOIN collection_pages c ON c.topic_id = ${topicId}::uuid AND c.url_key = md5(k.url)::uuid AND c.gone_at IS NULL
      CROSS JOIN LATERAL (SELECT * FROM pages WHERE session_id = c.session_id AND step = c.step LIMIT 1) s ORDER BY k.place LIMIT 1`);
    return home ?? null;
  }

  async homeFetched(topicId: string, domain: string): Promise<StoredHome | null> {
    const [home] = await this.prisma.$queryRaw<StoredHome[]>`
      SELECT url, title, description, language, text, icon, failure, fetched_at AS "fetchedAt" FROM collection_homes
      WHERE topic_id = ${topicId}::uuid AND domain = ${domain}`;
    return home ?? null;
  }

  /** @returns false if the topic is gone */
  async saveHome(topicId: string, domain: string, home: StoredHome): Promise<boolean> {
    const { url, title, description, language, text, icon, failure, fetchedAt } = home;
    const saved = await this.prisma.$executeRaw`
      INSERT INTO collection_homes (topic_id, domain, url, title, description, language, text, icon, failure, fetched_at)
      SELECT id, ${domain}, ${url}, ${title}, ${description}, ${language}, ${text}, ${icon}, ${failure}, ${fetchedAt} FROM topics WHERE id = ${topicId}::uuid
      ON CONFLICT (topic_id, domain) DO UPDATE SET url = excluded.url, title = excluded.title, description = excluded.description, language = excluded.language,
        text = excluded.text, icon = excluded.icon, failure = excluded.failure, fetched_at = excluded.fetched_at`;
    return saved > 0;
  }

  /** The presumed URL of the home page of each domain: scheme and host are those of its shortest URL. */
  async homeUrls(topicId: string, domains: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.reading.rows<{ domain: string; url: string }>(Prisma.sql`
      SELECT d.domain, p.url FROM unnest(${[...domains]}::text[]) AS d (domain) CROSS JOIN LATERAL (
        SELECT url FROM (SELECT url FROM collection_pages WHERE topic_id = ${topicId}::uuid AND domain = d.domain ORDER BY first_found_at LIMIT ${LANGUAGE_PAGES}) p
        ORDER BY length(url), url LIMIT 1) p`);
    const shortest = new Map(rows.map(({ domain, url }) => [domain, url]));
    return new Map(domains.map((name) => [name, new URL('/', shortest.get(name) ?? `https://${name}/`).href]));
  }

  /** The most frequent language of its earliest pages. */
  async language(topicId: string, domain: string): Promise<string | null> {
    const [most] = await this.reading.rows<{ language: string }>(Prisma.sql`
      SELECT language FROM (SELECT language FROM collection_pages WHERE topic_id = ${topicId}::uuid AND domain = ${domain} ORDER BY first_found_at LIMIT ${LANGUAGE_PAGES}) p
      WHERE language IS NOT NULL GROUP BY language ORDER BY count(*) DESC, language LIMIT 1`);
    return most?.language ?? null;
  }

  /**
   * Relevant pages of a domain, and of the domains with the most of them; other pages for a domain without relevant
   * ones.
   */
  async texts(topicId: string, domain: string): Promise<{ own: DocumentText[]; others: DocumentText[] }> {
    const pages = (of: Prisma.Sql, most: number): Prisma.Sql => Prisma.sql`
      (SELECT session_id, step, title, relevant, first_found_at, url_key FROM collection_pages
        WHERE topic_id = ${topicId}::uuid AND domain = ${of} AND representative AND session_id IS NOT NULL ORDER BY first_found_at LIMIT ${10 * most})`;
    const rows = await this.reading.rows<DocumentText & { isOwn: boolean }>(Prisma.sql`
      WITH own AS (SELECT TRUE AS is_own, p.* FROM ${pages(Prisma.sql`${domain}`, OWN_PAGES)} p ORDER BY relevant DESC, first_found_at, url_key LIMIT ${OWN_PAGES}),
      others AS (
        SELECT FALSE AS is_own, p.* FROM (
          SELECT name FROM collection_domains WHERE topic_id = ${topicId}::uuid AND name <> ${domain} ORDER BY relevant DESC, name DESC LIMIT ${OTHER_DOMAINS}) d
        CROSS JOIN LATERAL (SELECT * FROM ${pages(Prisma.sql`d.name`, PAGES_OF_OTHERS)} q ORDER BY relevant DESC, first_found_at, url_key LIMIT ${PAGES_OF_OTHERS}) p)
      SELECT p.is_own AS "isOwn", coalesce(p.title, '') AS title, '' AS description, ${TEXT} AS text FROM (SELECT * FROM own UNION ALL SELECT * FROM others) p
      CROSS JOIN LATERAL (SELECT * FROM pages WHERE session_id = p.session_id AND step = p.step LIMIT 1) s ORDER BY p.is_own DESC, p.first_found_at, p.url_key`);
    return { own: rows.filter(({ isOwn }) => isOwn), others: rows.filter(({ isOwn }) => !isOwn) };
  }

  /** The place of the earliest page of a domain, in the session that had it first. */
  async firstPage(topicId: string, domain: string): Promise<Place | null> {
    const [place] = await this.reading.rows<Place>(Prisma.sql`
      SELECT s.session_id::text AS "sessionId", s.step FROM (
        SELECT url_key FROM collection_pages WHERE topic_id = ${topicId}::uuid AND domain = ${domain} ORDER BY first_found_at, url_key LIMIT 1) p
      CROSS JOIN LATERAL (
        SELECT x.* FROM collection_sightings x WHERE x.topic_id = ${topicId}::uuid AND x.url_key = p.url_key AND x.step IS NOT NULL ORDER BY x.first_at, x.session_id LIMIT 1) s`);
    return place ?? null;
  }

  /** The pages from a seed to a page, including the page. */
  pathTo({ sessionId, step }: Place): Promise<PathPage[]> {
    return this.reading.rows<PathPage>(Prisma.sql`
      WITH RECURSIVE path AS (
        SELECT 0 AS back, source, final_url_no, title FROM pages WHERE session_id = ${sessionId}::uuid AND step = ${step}
        UNION ALL
        SELECT c.back + 1, p.source, p.final_url_no, p.title
        FROM path c CROSS JOIN LATERAL (SELECT * FROM pages WHERE session_id = ${sessionId}::uuid AND step = c.source LIMIT 1) p WHERE c.back < ${MAX_PATH_STEPS - 1})
      SELECT u.host, u.url, p.title FROM path p
      CROSS JOIN LATERAL (SELECT host, url FROM urls WHERE session_id = ${sessionId}::uuid AND url_no = p.final_url_no LIMIT 1) u ORDER BY p.back DESC`);
  }

  /** Some pages of a domain, most recently seen first. */
  newestPages(topicId: string, domain: string): Promise<Place[]> {
    return this.reading.rows<Place>(Prisma.sql`
      SELECT session_id::text AS "sessionId", step FROM collection_pages WHERE topic_id = ${topicId}::uuid AND domain = ${domain} AND session_id IS NOT NULL
      ORDER BY first_found_at DESC, url_key LIMIT ${LINKING_PAGES}`);
  }

  /** Hosts that these pages of a session link to. */
  hostsLinkedFrom(sessionId: string, steps: readonly number[]): Promise<LinkingHost[]> {
    return this.reading.rows<LinkingHost>(Prisma.sql`
      SELECT u.host, count(DISTINCT l.source)::int AS pages FROM (
        SELECT source, unnest(url_nos) AS url_no FROM page_links WHERE session_id = ${sessionId}::uuid AND source = ANY(${[...steps]}::int[]) LIMIT ${MAX_LINKS}) l
      CROSS JOIN LATERAL (SELECT host FROM urls WHERE session_id = ${sessionId}::uuid AND url_no = l.url_no LIMIT 1) u GROUP BY u.host`);
  }

  /** Hosts whose pages link to these pages of a session. */
  hostsLinkingTo(sessionId: string, steps: readonly number[]): Promise<LinkingHost[]> {
    return this.reading.rows<LinkingHost>(Prisma.sql`
      SELECT u.host, count(*)::int AS pages FROM linking_steps(${sessionId}::uuid,
        ARRAY(SELECT url_no FROM pages WHERE session_id = ${sessionId}::uuid AND step = ANY(${[...steps]}::int[])
          UNION SELECT final_url_no FROM pages WHERE session_id = ${sessionId}::uuid AND step = ANY(${[...steps]}::int[])), 0, ${MAX_LINKING}::int) AS l (step)
      CROSS JOIN LATERAL (SELECT final_url_no FROM pages WHERE session_id = ${sessionId}::uuid AND step = l.step LIMIT 1) p
      CROSS JOIN LATERAL (SELECT host FROM urls WHERE session_id = ${sessionId}::uuid AND url_no = p.final_url_no LIMIT 1) u GROUP BY u.host`);
  }

  /** The domains of these that are in the collection. */
  async collected(topicId: string, names: readonly string[]): Promise<Set<string>> {
    const rows = await this.reading.rows<{ name: string }>(
      Prisma.sql`SELECT name FROM collection_domains WHERE topic_id = ${topicId}::uuid AND name = ANY(${[...names]}::text[])`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  /** The last read robots.txt of an origin. */
  async robots(origin: string): Promise<{ readonly body: string | null } | null> {
    const [file] = await this.reading.rows<{ body: string | null }>(
      Prisma.sql`SELECT body FROM robots_files WHERE origin = ${origin}`,
    );
    return file ?? null;
  }
}

import { Injectable } from '@nestjs/common';
import { type DatabaseTransaction, Prisma, PrismaService, TRANSACTION } from '../../../platform/database/index.js';
import { asService } from '../../../platform/scope/index.js';
import type { Sighting, SightedStep } from './sightings.js';

/** Most topics read per query. */
const MAX_TOPICS = 100;
/** Most characters of a stored title. */
const TITLE_CHARS = 1_000;

/** The next piece of work of a collection. */
export type NextPiece =
  | { readonly kind: 'clearing'; readonly topicIsGone: boolean }
  | { readonly kind: 'touched' }
  | { readonly kind: 'leaving'; readonly sessionId: string; readonly sessionIsGone: boolean }
  | { readonly kind: 'growing'; readonly sessionId: string }
  | { readonly kind: 'counting'; readonly sessionId: string }
  | { readonly kind: 'done' };

/** A part of a session's log. */
interface NextSteps {
  readonly steps: readonly SightedStep[];
  /** The position in the log after it; null if there is nothing to read. */
  readonly until: number | null;
}

/** Most URLs counted of a session, in order of discovery: some seconds. */
const MAX_COUNTED_URLS = 5_000_000;

/** Number of a host's URLs known to a session. */
interface KnownHost {
  readonly host: string;
  readonly urls: number;
}

/** A page to be rebuilt. */
export interface CollectedKey {
  readonly urlKey: string;
  readonly url: string;
  readonly domain: string;
}

/** The pieces of work that update collections. Each is one transaction that locks the row of its collection. */
@Injectable()
export class CollectionPiecesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Some topics of all projects whose collections are outdated. @param resting sessions to skip while they run @param
   * without topics to skip
   */
  async behind(resting: readonly string[], without: readonly string[]): Promise<string[]> {
    const rows = await asService(
      () => this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM (
        SELECT s.topic_id AS id FROM sessions s LEFT JOIN collection_progress p ON p.session_id = s.id WHERE p.collected < 0 OR (s.completed > coalesce(p.collected, 0) AND ${isAwake(resting)}) OR ${IS_UNCOUNTED}
        UNION SELECT p.topic_id FROM collection_progress p WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.id = p.session_id)
        UNION SELECT c.topic_id FROM collections c WHERE c.clearing OR NOT EXISTS (SELECT FROM topics t WHERE t.id = c.topic_id)
        UNION (
          WITH RECURSIVE touched AS (
            (SELECT topic_id FROM collection_touched ORDER BY topic_id LIMIT 1)
            UNION ALL SELECT (SELECT n.topic_id FROM collection_touched n WHERE n.topic_id > t.topic_id ORDER BY n.topic_id LIMIT 1) FROM touched t WHERE t.topic_id IS NOT NULL)
          SELECT topic_id FROM touched WHERE topic_id IS NOT NULL)
      ) topics WHERE id <> ALL(${[...without]}::uuid[]) LIMIT ${MAX_TOPICS}`,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * @param work called with the transaction; null is returned without calling it if another process works on the
   * collection
   */
  piece<T>(topicId: string, work: (db: DatabaseTransaction) => Promise<T>): Promise<T | null> {
    return asService(() =>
      this.prisma.$transaction(async (db) => {
        await db.$executeRaw`INSERT INTO collections (topic_id) VALUES (${topicId}::uuid) ON CONFLICT DO NOTHING`;
        const rows = await db.$queryRaw<
          object[]
        >`SELECT FROM collections WHERE topic_id = ${topicId}::uuid FOR UPDATE SKIP LOCKED`;
        return rows.length === 0 ? null : work(db);
      }, TRANSACTION),
    );
  }

  /** In the order of processing: deleted sessions first, so that a collection never contains more than its sessions. */
  async next(db: DatabaseTransaction, topicId: string, resting: readonly string[]): Promise<NextPiece> {
    const [standing] = await db.$queryRaw<{ clearing: boolean; gone: boolean; touched: boolean }[]>`
      SELECT c.clearing, NOT EXISTS (SELECT FROM topics t WHERE t.id = c.topic_id) AS gone, EXISTS (SELECT FROM collection_touched x WHERE x.topic_id = c.topic_id) AS touched
      FROM collections c WHERE c.topic_id = ${topicId}::uuid`;
    if (standing.clearing || standing.gone) return { kind: 'clearing', topicIsGone: standing.gone };
    const [leaving] = await db.$queryRaw<{ sessionId: string; isGone: boolean }[]>`
      SELECT p.session_id::text AS "sessionId", s.id IS NULL AS "isGone" FROM collection_progress p LEFT JOIN sessions s ON s.id = p.session_id
      WHERE p.topic_id = ${topicId}::uuid AND (s.id IS NULL OR p.collected < 0) ORDER BY p.session_id LIMIT 1`;
    if (leaving) return { kind: 'leaving', sessionId: leaving.sessionId, sessionIsGone: leaving.isGone };
    if (standing.touched) return { kind: 'touched' };
    const [growing] = await db.$queryRaw<{ sessionId: string }[]>`
      SELECT s.id::text AS "sessionId" FROM sessions s LEFT JOIN collection_progress p ON p.session_id = s.id
      WHERE s.topic_id = ${topicId}::uuid AND s.completed > coalesce(p.collected, 0) AND ${isAwake(resting)} ORDER BY s.completed - coalesce(p.collected, 0), s.id LIMIT 1`;
    if (growing) return { kind: 'growing', ...growing };
    const [counting] = await db.$queryRaw<{ sessionId: string }[]>`
      SELECT s.id::text AS "sessionId" FROM sessions s JOIN collection_progress p ON p.session_id = s.id WHERE s.topic_id = ${topicId}::uuid AND ${IS_UNCOUNTED} ORDER BY s.id LIMIT 1`;
    return counting ? { kind: 'counting', ...counting } : { kind: 'done' };
  }

  /**
   * The next steps of a session, in the order of its log. Locks its progress: rejudging its pages, or restarting it,
   * resets the progress either after this piece or before it.
   */
  async steps(db: DatabaseTransaction, topicId: string, sessionId: string, most: number): Promise<NextSteps> {
    await db.$executeRaw`
      INSERT INTO collection_progress (session_id, topic_id) SELECT id, topic_id FROM sessions WHERE id = ${sessionId}::uuid AND topic_id = ${topicId}::uuid
      ON CONFLICT DO NOTHING`;
    const [progress] = await db.$queryRaw<{ collected: number }[]>`
      SELECT collected FROM collection_progress WHERE session_id = ${sessionId}::uuid FOR UPDATE`;
    const [session] = await db.$queryRaw<
      { completed: number }[]
    >`SELECT completed FROM sessions WHERE id = ${sessionId}::uuid`;
    // Deleted or restarted meanwhile: the next piece handles that.
    if (progress === undefined || session === undefined || progress.collected < 0) return { steps: [], until: null };
    const from = progress.collected;
    const until = Math.min(from + most, Math.max(from, session.completed));
    const steps = await db.$queryRaw<SightedStep[]>`
      SELECT p.step, p.seq, u.url, u.host, p.outcome, p.http_status AS "httpStatus", p.fetched_at AS "fetchedAt", p.change, v.host AS "sourceHost",
        left(p.title, ${TITLE_CHARS}) AS title, p.language, p.probability,
        -- In a monitoring session a page that is no news to it is not relevant, although it may be to the topic.
        p.relevant OR (s.config ? 'monitoring' AND p.outcome = 'page' AND p.probability >= coalesce(m.threshold, 0.5)) AS relevant,
        -- Of a page that nearly repeats another one of its session: the text of that one.
        CASE WHEN p.duplicate_of IS NULL THEN coalesce(p.simhash, p.content_hash)
          ELSE (SELECT coalesce(o.simhash, o.content_hash) FROM pages o WHERE o.session_id = ${sessionId}::uuid AND o.step = p.duplicate_of) END AS "textKey"
      FROM pages p CROSS JOIN LATERAL (SELECT url, host FROM urls WHERE session_id = ${sessionId}::uuid AND url_no = p.final_url_no LIMIT 1) u
        JOIN sessions s ON s.id = ${sessionId}::uuid JOIN models m ON m.id = s.model_id
        LEFT JOIN LATERAL (
          SELECT a.host FROM (SELECT final_url_no FROM pages WHERE session_id = ${sessionId}::uuid AND step = p.source LIMIT 1) f
          CROSS JOIN LATERAL (SELECT host FROM urls WHERE session_id = ${sessionId}::uuid AND url_no = f.final_url_no LIMIT 1) a) v ON p.outcome = 'page'
      WHERE p.session_id = ${sessionId}::uuid AND p.seq >= ${from} AND p.seq < ${until} ORDER BY p.seq`;
    return { steps, until };
  }

  /** Stores a session's sightings, and its progress. Idempotent. */
  async note(
    db: DatabaseTransaction,
    topicId: string,
    sessionId: string,
    sightings: readonly Sighting[],
    collected: number,
  ): Promise<void> {
    const list = <K extends keyof Sighting>(key: K): Sighting[K][] => sightings.map((one) => one[key]);
    await db.$executeRaw`
      INSERT INTO collection_sightings AS s (topic_id, url_key, session_id, step, seq, first_at, last_at, changed_at, gone_at, title, language, probability, relevant, text_key, via)
      SELECT ${topicId}::uuid, md5(url)::uuid, ${sessionId}::uuid, step, seq, first_at, last_at, changed_at, gone_at, title, language, probability, relevant, text_key, via
      FROM unnest(${list('url')}::text[], ${list('step')}::int[], ${list('seq')}::int[], ${list('firstAt')}::timestamptz[], ${list('lastAt')}::timestamptz[],
        ${list('changedAt')}::timestamptz[], ${list('goneAt')}::timestamptz[], ${list('title')}::text[], ${list('language')}::text[], ${list('probability')}::float8[],
        ${list('relevant')}::bool[], ${list('textKey').map((key) => key?.toString() ?? null)}::bigint[], ${list('via')}::text[])
        AS x (url, step, seq, first_at, last_at, changed_at, gone_at, title, language, probability, relevant, text_key, via)
      ON CONFLICT (topic_id, url_key, session_id) DO UPDATE SET
        (step, title, language, probability, relevant, text_key) = (
          SELECT n.* FROM (SELECT excluded.step, excluded.title, excluded.language, excluded.probability, excluded.relevant, excluded.text_key) n
            WHERE excluded.seq >= coalesce(s.seq, -1)
          UNION ALL SELECT s.step, s.title, s.language, s.probability, s.relevant, s.text_key WHERE (excluded.seq >= coalesce(s.seq, -1)) IS NOT TRUE),
        seq = greatest(s.seq, excluded.seq), first_at = least(s.first_at, excluded.first_at), last_at = greatest(s.last_at, excluded.last_at),
        changed_at = greatest(s.changed_at, excluded.changed_at), gone_at = greatest(s.gone_at, excluded.gone_at),
        via = CASE WHEN s.step IS NULL THEN excluded.via ELSE s.via END`;
    await db.$executeRaw`UPDATE collection_progress SET collected = ${collected} WHERE session_id = ${sessionId}::uuid`;
  }

  /**
   * The URLs known to a session, by host: those with a page, and untried ones in scope. Omits domains from which it has
   * fetched nothing.
   */
  async knownHosts(db: DatabaseTransaction, sessionId: string): Promise<{ hosts: KnownHost[]; found: number } | null> {
    const [session] = await db.$queryRaw<{ found: number }[]>`SELECT found FROM sessions WHERE id = ${sessionId}::uuid`;
    if (session === undefined) return null;
    const hosts = await db.$queryRaw<KnownHost[]>`
      SELECT u.host, count(*)::int AS urls FROM urls u
      WHERE u.session_id = ${sessionId}::uuid AND u.url_no < ${MAX_COUNTED_URLS} AND u.out_of_scope IS NULL
        AND u.domain_no IN (SELECT domain_no FROM domains WHERE session_id = ${sessionId}::uuid AND fetched > 0)
        AND (u.url_no IN (SELECT final_url_no FROM pages WHERE session_id = ${sessionId}::uuid AND outcome = 'page')
          OR u.url_no NOT IN (SELECT url_no FROM pages WHERE session_id = ${sessionId}::uuid))
      GROUP BY u.host`;
    return { hosts, ...session };
  }

  /**
   * Replaces the numbers of URLs known to a session, by domain. @param found the session's number of URLs at the time
   * of counting
   */
  async noteKnown(
    db: DatabaseTransaction,
    topicId: string,
    sessionId: string,
    known: ReadonlyMap<string, number>,
    found: number,
  ): Promise<void> {
    const before = await db.$queryRaw<
      { domain: string }[]
    >`DELETE FROM collection_known WHERE session_id = ${sessionId}::uuid RETURNING domain`;
    await db.$executeRaw`
      INSERT INTO collection_known (topic_id, domain, session_id, urls)
      SELECT ${topicId}::uuid, domain, ${sessionId}::uuid, urls FROM unnest(${[...known.keys()]}::text[], ${[...known.values()]}::int[]) AS x (domain, urls)`;
    const names = [...new Set([...known.keys(), ...before.map(({ domain }) => domain)])];
    await db.$executeRaw`
      UPDATE collection_domains d SET known = x.known FROM (
        SELECT n.name, coalesce((SELECT max(k.urls) FROM collection_known k WHERE k.topic_id = ${topicId}::uuid AND k.domain = n.name), 0) AS known FROM unnest(${names}::text[]) AS n (name)) x
      WHERE d.topic_id = ${topicId}::uuid AND d.name = x.name AND d.known <> x.known`;
    await db.$executeRaw`UPDATE collection_progress SET counted = ${found} WHERE session_id = ${sessionId}::uuid`;
  }

  /** Removes marks from some pages. @returns these pages, each once */
  async touched(db: DatabaseTransaction, topicId: string, most: number): Promise<Omit<CollectedKey, 'domain'>[]> {
    // A mark on a domain applies to all its current pages. Later pages are built from the remarks of that time.
    await db.$executeRaw`
      WITH taken AS (DELETE FROM collection_touched WHERE topic_id = ${topicId}::uuid AND domain IS NOT NULL RETURNING domain)
      INSERT INTO collection_touched (topic_id, url_key, url)
      SELECT c.topic_id, c.url_key, c.url FROM (SELECT DISTINCT domain FROM taken) t JOIN collection_pages c ON c.topic_id = ${topicId}::uuid AND c.domain = t.domain`;
    // Marks on domains made since then wait for the next piece.
    return db.$queryRaw`
      WITH taken AS (
        DELETE FROM collection_touched WHERE topic_id = ${topicId}::uuid
          AND no IN (SELECT no FROM collection_touched WHERE topic_id = ${topicId}::uuid AND domain IS NULL ORDER BY no LIMIT ${most}) RETURNING url_key, url)
      SELECT DISTINCT ON (url_key) url_key::text AS "urlKey", url FROM taken`;
  }

  /** Deletes some sightings of a session. @returns their pages, and whether nothing is left */
  async forget(
    db: DatabaseTransaction,
    topicId: string,
    sessionId: string,
    most: number,
  ): Promise<{ readonly pages: CollectedKey[]; readonly isAll: boolean }> {
    const keys = await db.$queryRaw<{ urlKey: string }[]>`
      DELETE FROM collection_sightings WHERE session_id = ${sessionId}::uuid AND url_key IN (
        SELECT url_key FROM collection_sightings WHERE session_id = ${sessionId}::uuid ORDER BY url_key LIMIT ${most}) RETURNING url_key::text AS "urlKey"`;
    const pages = await db.$queryRaw<CollectedKey[]>`
      SELECT url_key::text AS "urlKey", url, domain FROM collection_pages WHERE topic_id = ${topicId}::uuid AND url_key = ANY(${keys.map(({ urlKey }) => urlKey)}::uuid[])`;
    return { pages, isAll: keys.length < most };
  }

  /** Completes the removal of a session: it is deleted, or recollected from the start. */
  async forgotten(db: DatabaseTransaction, topicId: string, sessionId: string, sessionIsGone: boolean): Promise<void> {
    await this.noteKnown(db, topicId, sessionId, new Map(), 0);
    if (sessionIsGone) await db.$executeRaw`DELETE FROM collection_progress WHERE session_id = ${sessionId}::uuid`;
    else await db.$executeRaw`UPDATE collection_progress SET collected = 0 WHERE session_id = ${sessionId}::uuid`;
  }

  /** Rebuilds pages from the current sightings, monitors and labels. */
  async collect(db: DatabaseTransaction, topicId: string, pages: readonly CollectedKey[]): Promise<void> {
    if (pages.length === 0) return;
    await db.$queryRaw`
      SELECT collect_pages(${topicId}::uuid, ${pages.map(({ urlKey }) => urlKey)}::uuid[], ${pages.map(({ url }) => url)}::text[], ${pages.map(({ domain }) => domain)}::text[])::text`;
  }

  /**
   * Deletes some rows of a collection that is being emptied. @returns whether nothing is left; then it is refilled, or
   * deleted with its topic
   */
  async clear(db: DatabaseTransaction, topicId: string, most: number, topicIsGone: boolean): Promise<boolean> {
    for (const [table, key] of CLEARED) {
      const [name, part] = [Prisma.raw(table), Prisma.raw(key)];
      const deleted = await db.$executeRaw`
        DELETE FROM ${name} WHERE topic_id = ${topicId}::uuid AND (${part}) IN (SELECT ${part} FROM ${name} WHERE topic_id = ${topicId}::uuid LIMIT ${most})`;
      if (deleted > 0) return false;
    }
    if (topicIsGone) await db.$executeRaw`DELETE FROM collections WHERE topic_id = ${topicId}::uuid`;
    else {
      await db.$executeRaw`
        INSERT INTO collection_touched (topic_id, url_key, url)
        SELECT m.topic_id, p.url_key, p.url FROM monitors m JOIN monitor_pages p ON p.monitor_id = m.id WHERE m.topic_id = ${topicId}::uuid AND p.state IN ('WATCHED', 'GONE')`;
      await db.$executeRaw`UPDATE collections SET clearing = FALSE WHERE topic_id = ${topicId}::uuid`;
    }
    return true;
  }

  /** Starts emptying and rebuilding a collection. */
  async beginAnew(topicId: string): Promise<void> {
    await asService(
      () => this.prisma.$executeRaw`
      INSERT INTO collections (topic_id, clearing) VALUES (${topicId}::uuid, TRUE) ON CONFLICT (topic_id) DO UPDATE SET clearing = TRUE`,
    );
  }

  /** Numbers of collected and uncollected steps of all sessions of a topic. */
  async standing(
    topicId: string,
  ): Promise<{ readonly clearing: boolean; readonly done: number; readonly behind: number }> {
    const [standing] = await asService(
      () => this.prisma.$queryRaw<{ clearing: boolean; done: number; behind: number }[]>`
      SELECT coalesce((SELECT c.clearing FROM collections c WHERE c.topic_id = ${topicId}::uuid), FALSE) AS clearing,
        coalesce(sum(greatest(p.collected, 0)), 0)::float8 AS done, coalesce(sum(greatest(s.completed - greatest(coalesce(p.collected, 0), 0), 0)), 0)::float8 AS behind
      FROM sessions s LEFT JOIN collection_progress p ON p.session_id = s.id WHERE s.topic_id = ${topicId}::uuid`,
    );
    return standing;
  }
}

/**
 * For a session `s` with its progress `p`: its URLs are counted when it rests, or when it runs and knows twice as many
 * as at the last count.
 */
const IS_UNCOUNTED = Prisma.sql`(p.counted <> s.found AND (s.state NOT IN ('STARTING', 'RUNNING') OR s.found >= 2 * greatest(p.counted, 5000)))`;

/** For a session `s`. */
const isAwake = (resting: readonly string[]): Prisma.Sql =>
  Prisma.sql`(s.id <> ALL(${[...resting]}::uuid[]) OR s.state NOT IN ('STARTING', 'RUNNING'))`;

/** The progress comes last, because it shows what still has to be deleted. */
const CLEARED = [
  ['collection_touched', 'no'],
  ['collection_sightings', 'url_key, session_id'],
  ['collection_pages', 'url_key'],
  ['collection_domains', 'name'],
  ['collection_known', 'domain, session_id'],
  ['collection_progress', 'session_id'],
] as const;

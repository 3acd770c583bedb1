import { Injectable } from '@nestjs/common';
import { DEFAULT_RATE } from '../../../domain/monitoring/index.js';
import { type CreatedPiece, type Precondition, under } from '../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../../platform/database/index.js';
import { PageTextReader, type TextPlace } from '../../base/page-texts/index.js';
import {
  DEFAULT_SETTINGS,
  MAX_REMEMBERED,
  MAX_TEXT_CHARS,
  MAX_WATCHED,
  type Monitor,
  type MonitorSettings,
  type NewMonitor,
} from './monitor.js';
import { MAIN_TEXT, MAX_TITLE_CHARS, MAX_URL_CHARS, NEAR_LINK } from './monitored-pages.repository.js';

/** Number of a topic's newest sessions with which a monitor starts. */
const MOST_SESSIONS = 20;

/** Texts read from the store of page texts at a time. */
const TEXTS_AT_ONCE = 100;

interface MonitorRow extends Omit<Monitor, keyof MonitorSettings> {
  /** Settings that an earlier version did not have are missing. */
  readonly settings: Partial<MonitorSettings>;
}
const COLUMNS = Prisma.sql`
  m.id, m.topic_id AS "topicId", m.session_id AS "sessionId", m.name, m.settings, m.feed_token_hash IS NOT NULL AS "hasFeedToken",
  (SELECT count(*)::int FROM monitor_pages p WHERE p.monitor_id = m.id AND p.state IN ('WATCHED', 'GONE')) AS watched,
  (SELECT count(*)::int FROM monitor_pages p WHERE p.monitor_id = m.id AND p.state = 'FRONTIER') AS frontier,
  m.created_at AS "createdAt", m.updated_at AS "updatedAt"`;

const toMonitor = ({ settings, ...monitor }: MonitorRow): Monitor => ({ ...monitor, ...DEFAULT_SETTINGS, ...settings });

@Injectable()
export class MonitorsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly texts: PageTextReader,
  ) {}

  /**
   * @param crawl settings for the sessions of its runs
   * @param most monitors of the project
   * @returns the id of the new monitor; null if there are too many
   */
  async insert(
    db: DatabaseTransaction,
    { topicId, sessionId, name, ...settings }: NewMonitor,
    crawl: object,
    most: number,
  ): Promise<string | null> {
    // Counted under a lock on the project.
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = gleaner_project() FOR UPDATE`;
    const [{ count }] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM monitors m WHERE ${ofProject('m')}`;
    if (count >= most) return null;
    const data = { topicId, sessionId, name, settings: { ...settings }, crawl: crawl as Prisma.InputJsonObject };
    return (await db.monitor.create({ data, select: { id: true } })).id;
  }

  /** Sessions with pages for the start, newest first: the given one, or those of the topic. Only ended ones. */
  async sources(topicId: string, sessionId: string | null): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT s.id FROM sessions s WHERE ${ofProject('s')} AND s.topic_id = ${topicId}::uuid AND s.relevant > 0
        AND s.state IN ('COMPLETED', 'STOPPED', 'FAILED') ${sessionId === null ? Prisma.empty : Prisma.sql`AND s.id = ${sessionId}::uuid`}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${MOST_SESSIONS}`;
    return rows.map(({ id }) => id);
  }

  /**
   * Makes a monitor watch the most relevant pages of sessions and store the links on them.
   *
   * @returns number of pages
   * @throws DomainError UNAVAILABLE if texts are in the store of page texts, and it is unavailable or has lost them
   */
  async watch(db: DatabaseTransaction, id: string, sessions: readonly string[]): Promise<number> {
    const relevant = Prisma.sql`
      SELECT DISTINCT ON (u.url) u.url, p.session_id, p.step, p.probability, p.fetched_at FROM pages p
        JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no
      WHERE p.session_id = ANY(${[...sessions]}::uuid[]) AND p.relevant AND p.outcome = 'page' AND length(u.url) <= ${MAX_URL_CHARS} ORDER BY u.url, p.fetched_at DESC`;
    const chosen = Prisma.sql`SELECT * FROM (${relevant}) r ORDER BY probability DESC, url LIMIT ${MAX_WATCHED}`;
    const watched = await db.$executeRaw`
      INSERT INTO monitor_pages (monitor_id, url_key, url, state, title, text, probability, rate, looked_at, tried_at, created_at)
      SELECT ${id}::uuid, md5(c.url)::uuid, c.url, 'WATCHED', left(p.title, ${MAX_TITLE_CHARS}), ${MAIN_TEXT}, c.probability, ${DEFAULT_RATE}, c.fetched_at, c.fetched_at, now()
      FROM (${chosen}) c JOIN pages p ON p.session_id = c.session_id AND p.step = c.step
      ON CONFLICT DO NOTHING`;
    await this.addMoved(db, id, chosen);
    await db.$executeRaw`
      INSERT INTO monitor_pages (monitor_id, url_key, url, state, rate, score, created_at)
      SELECT ${id}::uuid, md5(n.url)::uuid, n.url, CASE WHEN n.fetched THEN 'REJECTED' ELSE 'FRONTIER' END, ${DEFAULT_RATE}, n.score, now()
      FROM (
        SELECT t.url, max(c.probability) AS score, bool_or(EXISTS (
          SELECT FROM pages q WHERE q.session_id = l.session_id AND (q.url_no = l.url_no OR q.final_url_no = l.url_no))) AS fetched
        FROM (${chosen}) c JOIN links l ON l.session_id = c.session_id AND l.source = c.step
          JOIN urls t ON t.session_id = l.session_id AND t.url_no = l.url_no
        WHERE ${NEAR_LINK} GROUP BY t.url ORDER BY max(c.probability) DESC, count(*) DESC, t.url LIMIT ${MAX_REMEMBERED}
      ) n ON CONFLICT DO NOTHING`;
    return watched;
  }

  /** Adds texts that were moved to the store of page texts, a few at a time. @param chosen the watched pages */
  private async addMoved(db: DatabaseTransaction, id: string, chosen: Prisma.Sql): Promise<void> {
    const pages = await db.$queryRaw<{ url: string; sessionId: string; textPlace: TextPlace }[]>`
      SELECT c.url, c.session_id::text AS "sessionId", p.text_place AS "textPlace"
      FROM (${chosen}) c JOIN pages p ON p.session_id = c.session_id AND p.step = c.step WHERE p.text_place IS NOT NULL
      ORDER BY c.session_id, p.text_place`;
    for (let from = 0; from < pages.length;) {
      const { sessionId } = pages[from];
      const some = pages.slice(from, from + TEXTS_AT_ONCE).filter((page) => page.sessionId === sessionId);
      from += some.length;
      const texts = await this.texts.mainLines(
        sessionId,
        some.map(({ textPlace }) => textPlace),
        MAX_TEXT_CHARS,
      );
      await db.$executeRaw`
        UPDATE monitor_pages m SET text = x.text
        FROM unnest(${some.map(({ url }) => url)}::text[], ${texts.map((text) => text ?? null)}::text[]) AS x (url, text)
        WHERE m.monitor_id = ${id}::uuid AND m.url_key = md5(x.url)::uuid`;
    }
  }

  async find(id: string): Promise<Monitor | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<Monitor[]> {
    const rows = await this.prisma.$queryRaw<MonitorRow[]>`
      SELECT ${COLUMNS} FROM monitors m WHERE ${ofProject('m')} AND m.id = ANY(${[...ids]}::uuid[])`;
    return rows.map(toMonitor);
  }

  /** Settings of the sessions of its runs. */
  async crawlOf(id: string): Promise<object> {
    const [{ crawl }] = await this.prisma.$queryRaw<
      { crawl: object }[]
    >`SELECT m.crawl FROM monitors m WHERE ${ofProject('m')} AND m.id = ${id}::uuid`;
    return crawl;
  }

  /** Newest first. */
  async list(piece: CreatedPiece): Promise<Monitor[]> {
    const { past, order } = newestFirst('m', piece);
    const rows = await this.prisma.$queryRaw<MonitorRow[]>`
      SELECT ${COLUMNS} FROM monitors m WHERE ${ofProject('m')} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
    return rows.map(toMonitor);
  }

  count(): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM monitors m WHERE ${ofProject('m')}`);
  }

  /** @returns false if there is none */
  update(id: string, name: string, settings: MonitorSettings, condition?: Precondition): Promise<boolean> {
    return this.locked(id, condition, async (db) => {
      const before = { name, settings: { equals: { ...settings } } };
      const data = { name, settings: { ...settings }, updatedAt: new Date() };
      await db.monitor.updateMany({ where: { id, NOT: before }, data });
    });
  }

  /** @returns false if there is none */
  delete(id: string, condition?: Precondition): Promise<boolean> {
    return this.locked(id, condition, async (db) => {
      await db.monitor.delete({ where: { id } });
    });
  }

  /** @param hash of the secret; null revokes the token. @returns false if there is no such monitor */
  setFeedToken(id: string, hash: Uint8Array | null): Promise<boolean> {
    return this.locked(id, undefined, async (db) => {
      await db.monitor.update({ where: { id }, data: { feedTokenHash: hash === null ? null : new Uint8Array(hash) } });
    });
  }

  /** For callers with a token instead of a key. Requires the scope of the service. */
  async feedOf(id: string): Promise<{ readonly projectId: string; readonly feedTokenHash: Uint8Array | null } | null> {
    return this.prisma.monitor.findUnique({ where: { id }, select: { projectId: true, feedTokenHash: true } });
  }

  private locked(
    id: string,
    condition: Precondition | undefined,
    work: (db: DatabaseTransaction) => Promise<void>,
  ): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        const found = await db.$queryRaw<
          unknown[]
        >`SELECT 1 FROM monitors WHERE ${ofProject()} AND id = ${id}::uuid FOR UPDATE`;
        if (found.length === 0) return false;
        await condition?.holds();
        await work(db);
        return true;
      }, TRANSACTION),
    );
  }
}

import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { lexemesOf, SEARCHED_CHARS } from '../../../domain/lexemes/index.js';
import { STEMMED_LANGUAGES } from '../../../domain/text/index.js';
import { TERMINAL_STATES } from '../../../domain/session/index.js';
import {
  CopyRows,
  copyRows,
  DATABASE_URL,
  openLimitedClient,
  Prisma,
  PrismaService,
  uuidBytes,
} from '../../../platform/database/index.js';
import { asService } from '../../../platform/scope/index.js';
import { PageTextReader, type TextRow } from '../page-texts/index.js';
import { WHOLE } from './search-terms.sql.js';
import { tsvectorOf } from './tsvector.js';

/** A session with an incomplete index. */
interface UnfinishedIndex {
  readonly id: string;
  /** Indexed steps; null before the first. */
  readonly indexed: number | null;
}

/** A session with pages that wait for the index. */
interface WaitingSession {
  readonly id: string;
  /** Whether its state is final for now, so that no pages are added. */
  readonly isEnded: boolean;
  readonly fetched: number;
  /** The time of the last change of its progress, as text: a later one makes this outdated. */
  readonly at: string;
}

interface PageToIndex extends TextRow {
  /** Null if the session is gone: then nothing is written. */
  readonly topicId: string | null;
  readonly step: number;
  readonly seq: number;
  readonly title: string | null;
  readonly language: string;
}

/** Pending work. */
interface Unfinished {
  /** Sessions with the longest wait first. */
  readonly sessions: readonly UnfinishedIndex[];
  /** Sessions whose waiting pages are to be moved to the index. */
  readonly waiting: readonly WaitingSession[];
  /** Whether any session is being crawled. */
  readonly isCrawling: boolean;
}

const COPY_LEXEMES = 'COPY page_lexemes (session_id, step, lexemes) FROM STDIN (FORMAT binary)';

/**
 * Most pages of a project that wait for the index, about: a search reads them one by one, at 5 µs a page. The newest
 * sessions keep theirs.
 */
const MOST_WAITING = 50_000;

/** Sessions whose pages are to be in the index. */
const INDEXED = "coalesce(s.config->>'search', 'now') <> 'off'";

/** Advisory lock of the one connection that may write the index. An arbitrary number. */
const WRITER = 0x61ea5;
/** A batch takes a fraction of a second; a much longer one indicates a fault. */
const STATEMENT_MS = 10_000;
const LOCK_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 5_000;
/** An idle writer loses its right after this time. It polls for work several times a minute. */
const IDLE_MS = 120_000;

/**
 * Errors of a write if the session, or its progress, is gone or has advanced: a division by zero, or a broken
 * reference.
 */
const GONE = new Set(['22012', '23503']);

@Injectable()
export class SearchIndexRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly texts: PageTextReader,
    @Inject(DATABASE_URL) private readonly url: string,
  ) {}

  /** Completed steps that are not indexed yet, over all sessions. */
  async behind(): Promise<number> {
    const [{ behind }] = await asService(
      () => this.prisma.$queryRaw<{ behind: number }[]>`
      SELECT coalesce(sum(greatest(s.completed - coalesce(i.indexed, 0), 0)), 0)::float8 AS behind
      FROM sessions s LEFT JOIN search_progress i ON i.session_id = s.id WHERE ${Prisma.raw(INDEXED)}`,
    );
    return behind;
  }

  /** A connection of its own, so that crawls and readers never wait for the index. */
  async openWriter(): Promise<SearchIndexWriter> {
    const client = openLimitedClient(this.url, {
      role: 'gleaner_worker',
      name: 'gleaner-search',
      statementMs: STATEMENT_MS,
      lockMs: LOCK_MS,
      idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
    });
    try {
      await client.connect();
      await client.query(`SET idle_session_timeout = ${IDLE_MS}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return new SearchIndexWriter(client, this.texts);
  }
}

/** The only writer of the index: the right belongs to the connection, and ends with it. */
export class SearchIndexWriter {
  private isOnly = false;

  constructor(
    private readonly client: pg.Client,
    private readonly texts: PageTextReader,
  ) {}

  /** @returns whether this is the writer; false while there is another one */
  async claim(): Promise<boolean> {
    if (this.isOnly) return true;
    const {
      rows: [row],
    } = await this.client.query<{ claimed: boolean }>('SELECT pg_try_advisory_lock($1) AS claimed', [WRITER]);
    return (this.isOnly = row.claimed);
  }

  /** @param without sessions to leave out */
  async unfinished(limit: number, without: readonly string[]): Promise<Unfinished> {
    const { rows } = await this.client.query<UnfinishedIndex & { isCrawling: boolean }>(
      `SELECT s.id, i.indexed, ${IS_CRAWLING} AS "isCrawling"
       FROM sessions s LEFT JOIN search_progress i ON i.session_id = s.id
       WHERE ${INDEXED} AND s.completed > 0 AND coalesce(i.indexed, 0) <> ${WHOLE} AND (s.completed > coalesce(i.indexed, 0) OR s.state = ANY($3::"SessionState"[]))
         AND s.id <> ALL($2::uuid[])
       ORDER BY i.indexed_at NULLS FIRST LIMIT $1`,
      [limit, without, [...TERMINAL_STATES]],
    );
    const { rows: waiting } = await this.client.query<WaitingSession & { isCrawling: boolean }>(
      `SELECT id, "isEnded", fetched, at, ${IS_CRAWLING} AS "isCrawling" FROM (
         SELECT s.id, s.state = ANY($3::"SessionState"[]) AS "isEnded", s.fetched, i.indexed_at::text AS at, i.wanted,
           sum(greatest(s.fetched - i.moved, 0)) OVER (PARTITION BY s.project_id ORDER BY s.created_at DESC, s.id DESC) AS up_to_it
         FROM search_progress i JOIN sessions s ON s.id = i.session_id WHERE i.waiting AND s.id <> ALL($2::uuid[])) w
       WHERE wanted OR up_to_it > $4 ORDER BY wanted DESC, at LIMIT $1`,
      [limit, without, [...TERMINAL_STATES], MOST_WAITING],
    );
    return {
      sessions: rows.map(({ id, indexed }) => ({ id, indexed })),
      waiting: waiting.map(({ id, isEnded, fetched, at }) => ({ id, isEnded, fetched, at })),
      isCrawling: [...rows, ...waiting].some(({ isCrawling }) => isCrawling),
    };
  }

  /**
   * Moves pages of a session that wait for the index there, in one transaction. Searches find each page before and
   * after. If the session was deleted in the meantime, nothing is written.
   *
   * @param limit maximum number of pages
   * @returns number of moved pages; 0 if there are none, or the session is gone
   */
  async moveNext({ id, isEnded, fetched, at }: WaitingSession, limit: number): Promise<number> {
    try {
      await this.client.query('BEGIN');
      const { rowCount } = await this.client.query(MOVE, [id, limit]);
      const moved = rowCount ?? 0;
      await this.client.query(moved > 0 ? movedOn(id, moved) : allMoved(id, at, fetched, isEnded));
      return moved;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined);
      if (GONE.has((error as { code?: string }).code ?? '')) return 0;
      throw error;
    }
  }

  /**
   * Indexes the next pages of a session, in a transaction without contended locks: the progress is written last, in one
   * message with the COMMIT. If the progress has changed or is gone with the session, nothing is written. After the
   * last page of an ended session the index is complete: if the session continues, its commits write the rest.
   *
   * @param limit maximum number of pages
   * @returns number of indexed pages; 0 if there are none, or the session is gone
   * @throws DomainError UNAVAILABLE if texts have to be read from the store of page texts, and it is unavailable or has
   * lost them
   */
  async indexNext({ id, indexed }: UnfinishedIndex, limit: number): Promise<number> {
    try {
      if (indexed === null) {
        await this.client.query(
          'INSERT INTO search_progress (session_id) SELECT id FROM sessions WHERE id = $1 ON CONFLICT (session_id) DO NOTHING',
          [id],
        );
      }
      const from = indexed ?? 0;
      const pages = await this.pages(id, from, limit);
      await this.client.query('BEGIN');
      if (pages.length === 0) await this.client.query(finished(id, from));
      else {
        await this.write(id, pages);
        await this.client.query(progressed(id, from, pages[pages.length - 1].seq + 1));
      }
      return pages.length;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined);
      if (GONE.has((error as { code?: string }).code ?? '')) return 0;
      throw error;
    }
  }

  /** The next pages in the order of the log, with their searchable texts. */
  private async pages(id: string, from: number, limit: number): Promise<Omit<PageToIndex, 'textPlace'>[]> {
    const { rows } = await this.client.query<PageToIndex>(
      `SELECT (SELECT topic_id FROM sessions WHERE id = $1) AS "topicId", step, seq, title, coalesce(language, '') AS language, left(text, ${SEARCHED_CHARS}) AS text,
         NULL AS "mainText", text_place AS "textPlace"
       FROM pages WHERE session_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3`,
      [id, from, limit],
    );
    return this.texts.whole(id, rows, SEARCHED_CHARS);
  }

  /** Replaces the existing row of an earlier version, or of a commit. */
  private async write(id: string, pages: readonly Omit<PageToIndex, 'textPlace'>[]): Promise<void> {
    const searched = pages.filter(({ text }) => text !== null);
    for (const table of ['page_lexemes', 'waiting_lexemes'])
      await this.client.query(`DELETE FROM ${table} WHERE session_id = $1 AND step = ANY($2::int[])`, [
        id,
        searched.map(({ step }) => step),
      ]);
    const rows = new CopyRows(['uuid', 'int4', 'tsvector']);
    const session = uuidBytes(id);
    for (const { step, topicId, title, text, language } of searched)
      rows.add([
        session,
        step,
        tsvectorOf({ sessionId: id, topicId: topicId ?? id }, lexemesOf(title ?? '', text ?? '', language)),
      ]);
    await copyRows(this.client, COPY_LEXEMES, [rows.take()]);
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

const STEMMED = [...STEMMED_LANGUAGES].map((language) => pg.escapeLiteral(language)).join(', ');

/** The last statement for a complete index, if its session has ended: then all languages of its pages are known. */
const finished = (id: string, from: number): string => `
  UPDATE search_progress SET indexed = ${WHOLE}, languages = ARRAY(
    SELECT DISTINCT language FROM pages p WHERE p.session_id = search_progress.session_id AND language IN (${STEMMED}))
  WHERE session_id = ${pg.escapeLiteral(id)} AND indexed = ${from}
    AND EXISTS (SELECT FROM sessions WHERE id = session_id AND state IN (${[...TERMINAL_STATES].map((state) => pg.escapeLiteral(state)).join(', ')}));
  COMMIT`;

/** The last statement of a batch. Fails if the progress has changed since its start. */
const progressed = (id: string, from: number, to: number): string => `
  WITH moved AS (
    UPDATE search_progress SET indexed = ${to}, indexed_at = now() WHERE session_id = ${pg.escapeLiteral(id)} AND indexed = ${from} RETURNING indexed
  ) SELECT 1 / count(*) FROM moved;
  COMMIT`;

const IS_CRAWLING = "EXISTS (SELECT FROM sessions WHERE state IN ('STARTING', 'RUNNING'))";

/** A row of the index is replaced by that of the newer version of the page's lexemes. */
const MOVE = `
  WITH next AS (SELECT step FROM waiting_lexemes WHERE session_id = $1 ORDER BY step LIMIT $2),
    taken AS (DELETE FROM waiting_lexemes w USING next n WHERE w.session_id = $1 AND w.step = n.step RETURNING w.session_id, w.step, w.lexemes)
  INSERT INTO page_lexemes (session_id, step, lexemes) SELECT session_id, step, lexemes FROM taken
  ON CONFLICT (session_id, step) DO UPDATE SET lexemes = excluded.lexemes`;

/** The last statement of a move. Fails if the session is gone. */
const movedOn = (id: string, pages: number): string => `
  WITH moved AS (
    UPDATE search_progress SET moved = moved + ${pages}, indexed_at = now() WHERE session_id = ${pg.escapeLiteral(id)} RETURNING moved
  ) SELECT 1 / count(*) FROM moved;
  COMMIT`;

/**
 * The last statement when no page waits: none of an ended session will, unless it continues, and that changes
 * \`indexed_at\`.
 */
const allMoved = (id: string, at: string, fetched: number, isEnded: boolean): string => `
  UPDATE search_progress SET moved = greatest(moved, ${fetched}), waiting = ${!isEnded}
  WHERE session_id = ${pg.escapeLiteral(id)} AND indexed_at = ${pg.escapeLiteral(at)}::timestamptz;
  COMMIT`;

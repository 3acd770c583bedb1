import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { DATABASE_URL, openLimitedClient, PrismaService } from '../../platform/database/index.js';
import { asService } from '../../platform/scope/index.js';
import { PageTextReader, type TextRow } from '../page-texts/index.js';
import { INDEXED_LEXEMES, SEARCHED_CHARS } from './search-terms.repository.js';

/** A session whose index is behind its log. */
export interface LaggingSession {
  readonly id: string;
  /** Steps indexed; null before the first. */
  readonly indexed: number | null;
  /** Steps that are not. */
  readonly behind: number;
}

/** What there is to index. */
export interface Lag {
  /** Those whose turn is longest ago come first. */
  readonly sessions: readonly LaggingSession[];
  /** Whether any session is being crawled. */
  readonly isCrawling: boolean;
}

/** Advisory lock of the one connection that may write the index. An arbitrary number. */
const WRITER = 0x61ea5;
/** A batch takes a fraction of a second; far more of that is a fault. */
const STATEMENT_MS = 10_000;
const LOCK_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 5_000;
/** A writer that has hung for so long makes room for another one. It asks for work several times a minute. */
const IDLE_MS = 120_000;

/** What a write fails with when the session, or its progress, is gone or elsewhere: a division by zero, or a broken reference. */
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
      FROM sessions s LEFT JOIN search_progress i ON i.session_id = s.id`,
    );
    return behind;
  }

  /** A connection of its own: nobody who crawls or reads waits for the index. */
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

/** Writes the index, as the only one who does: the right to is the connection's, and ends with it. */
export class SearchIndexWriter {
  private isOnly = false;

  constructor(
    private readonly client: pg.Client,
    private readonly texts: PageTextReader,
  ) {}

  /** @returns whether this is the writer; false as long as another one is */
  async claim(): Promise<boolean> {
    if (this.isOnly) return true;
    const {
      rows: [row],
    } = await this.client.query<{ claimed: boolean }>('SELECT pg_try_advisory_lock($1) AS claimed', [WRITER]);
    return (this.isOnly = row.claimed);
  }

  /** @param without sessions to leave out */
  async lagging(limit: number, without: readonly string[]): Promise<Lag> {
    const { rows } = await this.client.query<LaggingSession & { isCrawling: boolean }>(
      `SELECT s.id, i.indexed, s.completed - coalesce(i.indexed, 0) AS behind, EXISTS (SELECT FROM sessions WHERE state IN ('STARTING', 'RUNNING')) AS "isCrawling"
       FROM sessions s LEFT JOIN search_progress i ON i.session_id = s.id
       WHERE s.completed > coalesce(i.indexed, 0) AND s.id <> ALL($2::uuid[]) ORDER BY i.indexed_at NULLS FIRST LIMIT $1`,
      [limit, without],
    );
    return {
      sessions: rows.map(({ id, indexed, behind }) => ({ id, indexed, behind })),
      isCrawling: rows.some(({ isCrawling }) => isCrawling),
    };
  }

  /**
   * Indexes the next pages of a session, in a transaction that holds no lock anybody else waits for: the progress is written last, in one message with the
   * COMMIT. Without the progress it began with, which is gone with the session, nothing is written.
   *
   * @param limit pages at most
   * @returns how many were indexed; 0 when there are none, or the session is gone
   * @throws DomainError UNAVAILABLE when texts have to be read from the store of page texts, and it is away or has lost them
   */
  async indexNext({ id, indexed }: Pick<LaggingSession, 'id' | 'indexed'>, limit: number): Promise<number> {
    try {
      if (indexed === null) {
        await this.client.query(
          'INSERT INTO search_progress (session_id) SELECT id FROM sessions WHERE id = $1 ON CONFLICT (session_id) DO NOTHING',
          [id],
        );
      }
      const moved = await this.movedTexts(id, indexed ?? 0, limit);
      await this.client.query('BEGIN');
      // A row that is there already is one of an index that is being made anew. A page whose text was moved to a store keeps the one it has: what it was made of is
      // the same as then. Where it has none, its text is read from the store.
      const {
        rows: [batch],
      } = await this.client.query<{ pages: number; next: number | null }>(
        `WITH batch AS MATERIALIZED (
           SELECT p.session_id, p.step, p.seq, p.title, CASE WHEN p.text_place IS NULL THEN p.text ELSE m.text END AS text
           FROM pages p LEFT JOIN unnest($4::int[], $5::text[]) AS m (step, text) ON m.step = p.step
           WHERE p.session_id = $1 AND p.seq >= $2 ORDER BY p.seq LIMIT $3
         ), written AS (
           INSERT INTO page_lexemes (session_id, step, lexemes)
           SELECT m.session_id, m.step, ${INDEXED_LEXEMES} FROM batch m WHERE m.text IS NOT NULL
           ON CONFLICT (session_id, step) DO UPDATE SET lexemes = excluded.lexemes
         )
         SELECT count(*)::int AS pages, max(seq) + 1 AS next FROM batch`,
        [id, indexed ?? 0, limit, moved.map(({ step }) => step), moved.map(({ text }) => text)],
      );
      if (batch.next === null) await this.client.query('ROLLBACK');
      else await this.client.query(progressed(id, indexed ?? 0, batch.next));
      return batch.pages;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined);
      if (GONE.has((error as { code?: string }).code ?? '')) return 0;
      throw error;
    }
  }

  /** Of the next pages those whose texts were moved, and that the index does not have: it is made anew from nothing. */
  private async movedTexts(id: string, from: number, limit: number): Promise<{ step: number; text: string | null }[]> {
    const { rows } = await this.client.query<TextRow & { step: number }>(
      `SELECT b.step, b.text, NULL AS "mainText", b.text_place AS "textPlace" FROM (
         SELECT session_id, step, text, text_place FROM pages WHERE session_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3) b
       WHERE b.text_place IS NOT NULL AND NOT EXISTS (SELECT FROM page_lexemes l WHERE l.session_id = b.session_id AND l.step = b.step)`,
      [id, from, limit],
    );
    return rows.length === 0 ? [] : this.texts.whole(id, rows, SEARCHED_CHARS);
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

/** The end of a batch. It fails where the progress is another one than at its beginning. */
const progressed = (id: string, from: number, to: number): string => `
  WITH moved AS (
    UPDATE search_progress SET indexed = ${to}, indexed_at = now() WHERE session_id = ${pg.escapeLiteral(id)} AND indexed = ${from} RETURNING indexed
  ) SELECT 1 / count(*) FROM moved;
  COMMIT`;

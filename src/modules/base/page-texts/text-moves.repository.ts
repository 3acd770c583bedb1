import { Injectable } from '@nestjs/common';
import { CrawlDatabase, Prisma, TRANSACTION } from '../../../platform/database/index.js';
import { type SessionWords, sessionWords } from './excerpt-words.sql.js';
import type { Pack, PageTexts } from './pack.js';
import type { PackKey } from './text-store.js';

/** A session with movable texts: pages with `seq` from the first value on, below the second. */
export interface MovableSession {
  readonly id: string;
  readonly from: number;
  readonly below: number;
}

export interface MovableText extends PageTexts {
  readonly step: number;
  readonly seq: number;
  readonly language: string | null;
}

/** A unit of moving: pages with texts of sufficient size, and the `seq` at which to continue. */
interface MovableTexts {
  readonly texts: readonly MovableText[];
  readonly next: number;
}

/** Bytes of text of one pack, unless a single page has more. */
const PACK_BYTES = 8 * 1024 * 1024;
/** Characters of the text that stay in the database for search results, for a page without a description. */
const KEPT_CHARS = 300;
/** A page with shorter texts keeps them: its place would take as much room as it saves. */
const WORTH_BYTES = 500;
/** A pack takes seconds. A process that takes this long has died, and another one may take the pack. */
const STALE = Prisma.sql`now() - interval '5 minutes'`;

/** Moves texts out of the database, one pack at a time. Every step may be repeated or interrupted anywhere. */
@Injectable()
export class TextMovesRepository {
  /** Most pages of one pack. */
  protected readonly packPages: number = 200;

  constructor(private readonly prisma: CrawlDatabase) {}

  /**
   * Sessions with the longest wait first. Only indexed pages, so that a rebuild of the index reads texts here instead
   * of from the store. Those of a running session only when there are enough for a pack plus the same number after it:
   * the newest pages are read most.
   */
  movable(limit: number): Promise<MovableSession[]> {
    return this.prisma.$queryRaw<MovableSession[]>`
      SELECT s.id::text AS id, coalesce(t.moved, 0) AS "from", least(i.indexed, s.completed) AS below
      FROM sessions s JOIN search_progress i ON i.session_id = s.id LEFT JOIN text_progress t ON t.session_id = s.id
      WHERE least(i.indexed, s.completed) > coalesce(t.moved, 0)
        AND (s.state NOT IN ('STARTING', 'RUNNING') OR least(i.indexed, s.completed) - coalesce(t.moved, 0) >= ${2 * this.packPages})
      ORDER BY t.moved_at NULLS FIRST, s.id LIMIT ${limit}`;
  }

  /** Completed steps with movable texts, over all sessions. */
  async behind(): Promise<number> {
    const [{ behind }] = await this.prisma.$queryRaw<{ behind: number }[]>`
      SELECT coalesce(sum(greatest(s.completed - coalesce(t.moved, 0), 0)), 0)::float8 AS behind
      FROM sessions s LEFT JOIN text_progress t ON t.session_id = s.id`;
    return behind;
  }

  /** The next texts of a session. The result for a range of pages is always the same. */
  async next({ id, from, below }: MovableSession): Promise<MovableTexts> {
    const rows = await this.prisma.$queryRaw<(MovableText & { isWorth: boolean })[]>`
      SELECT b.step, b.seq, b."isWorth", CASE WHEN b."isWorth" THEN p.text ELSE '' END AS text, CASE WHEN b."isWorth" THEN p.main_text END AS main,
        coalesce(p.main_ranges, '{}') AS ranges, p.language
      FROM (
        SELECT step, seq, text_place IS NULL AND (octet_length(text) > ${WORTH_BYTES} OR octet_length(main_text) > ${WORTH_BYTES}) IS TRUE AS "isWorth",
          sum(coalesce(octet_length(text), 0) + coalesce(octet_length(main_text), 0)) OVER (ORDER BY seq) AS bytes, row_number() OVER (ORDER BY seq) AS place
        FROM pages WHERE session_id = ${id}::uuid AND seq >= ${from} AND seq < ${Math.min(below, from + this.packPages)}
      ) b JOIN pages p ON p.session_id = ${id}::uuid AND p.step = b.step
      WHERE b.bytes <= ${PACK_BYTES} OR b.place = 1 ORDER BY b.seq`;
    const texts = rows.filter(({ isWorth }) => isWorth).map(({ isWorth: _, ...text }) => text);
    return { texts, next: (rows.at(-1)?.seq ?? from - 1) + 1 };
  }

  /** Null for a deleted session. */
  async words(sessionId: string): Promise<SessionWords | null> {
    const [words] = await this.prisma.$queryRaw<SessionWords[]>(sessionWords([sessionId]));
    return words ?? null;
  }

  /** Records that a pack is being put into the store. @returns false if another process is doing it */
  async begin({ sessionId, first, last }: PackKey): Promise<boolean> {
    const begun = await this.prisma.$executeRaw`
      INSERT INTO text_uploads (session_id, first, last) VALUES (${sessionId}::uuid, ${first}, ${last})
      ON CONFLICT (session_id, first, last) DO UPDATE SET started_at = now() WHERE text_uploads.started_at < ${STALE}`;
    return begun > 0;
  }

  /**
   * Stores the places of texts and removes them from the database, except the beginning of a text without a
   * description, and the excerpt of the main text, for lists.
   *
   * @param excerpts of `texts`
   * @param moved the pack, which is in the store; null if no page was large enough
   * @returns false if the session is gone, or another process was faster: nothing was changed
   */
  end(
    { id, from }: MovableSession,
    { texts, next }: MovableTexts,
    moved: { readonly key: PackKey; readonly pack: Pack; readonly excerpts: readonly (string | null)[] } | null,
  ): Promise<boolean> {
    return this.prisma.$transaction(async (db) => {
      await db.$executeRaw`
        INSERT INTO text_progress (session_id) SELECT id FROM sessions WHERE id = ${id}::uuid ON CONFLICT (session_id) DO NOTHING`;
      const went = await db.$executeRaw`
        UPDATE text_progress SET moved = ${next}, moved_at = now() WHERE session_id = ${id}::uuid AND moved = ${from}`;
      if (went === 0) return false;
      if (moved === null) return true;
      const { key, pack, excerpts } = moved;
      await db.$executeRaw`
        UPDATE pages p SET text = CASE WHEN coalesce(p.description, '') = '' THEN left(p.text, ${KEPT_CHARS}) ELSE '' END,
          main_text = m.excerpt, main_ranges = '{}',
          text_place = ARRAY[${key.first}::int, ${key.last}::int, ${pack.digest}::int, m.at, m.bytes]
        FROM unnest(${texts.map(({ step }) => step)}::int[], ${pack.places.map(([at]) => at)}::int[], ${pack.places.map(([, bytes]) => bytes)}::int[],
          ${excerpts}::text[]) AS m(step, at, bytes, excerpt)
        WHERE p.session_id = ${id}::uuid AND p.step = m.step`;
      await this.forget(key, db);
      return true;
    }, TRANSACTION);
  }

  /** Allows another attempt at a pack at once: this one has failed, and may have left data. */
  async release({ sessionId, first, last }: PackKey): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE text_uploads SET started_at = '-infinity' WHERE session_id = ${sessionId}::uuid AND first = ${first} AND last = ${last}`;
  }

  /** Deletes the record of `begin`. */
  async forget(
    { sessionId, first, last }: PackKey,
    db: Pick<CrawlDatabase, '$executeRaw'> = this.prisma,
  ): Promise<void> {
    await db.$executeRaw`
      DELETE FROM text_uploads WHERE session_id = ${sessionId}::uuid AND first = ${first} AND last = ${last}`;
  }

  /** The digest of the pack that contains the pages' texts, read from its first page; null if there is none. */
  async usedDigest({ sessionId, first, last }: PackKey): Promise<number | null> {
    const rows = await this.prisma.$queryRaw<{ digest: number }[]>`
      SELECT text_place[3] AS digest FROM pages WHERE session_id = ${sessionId}::uuid AND seq = ${first} AND text_place[1] = ${first} AND text_place[2] = ${last}`;
    return rows[0]?.digest ?? null;
  }

  /**
   * Packs left by processes that died, of sessions that are gone or have advanced without them: no page refers to them.
   */
  leftovers(limit: number): Promise<PackKey[]> {
    return this.prisma.$queryRaw<PackKey[]>`
      UPDATE text_uploads SET started_at = now() WHERE (session_id, first, last) IN (
        SELECT session_id, first, last FROM text_uploads u WHERE started_at < ${STALE} AND NOT EXISTS (
          SELECT FROM sessions s LEFT JOIN text_progress t ON t.session_id = s.id WHERE s.id = u.session_id AND coalesce(t.moved, 0) <= u.first)
        LIMIT ${limit})
      RETURNING session_id::text AS "sessionId", first, last`;
  }
}

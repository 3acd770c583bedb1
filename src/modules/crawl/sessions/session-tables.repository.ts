import { Injectable } from '@nestjs/common';
import { type DatabaseTransaction, Prisma, PrismaService } from '../../../platform/database/index.js';
import { asService } from '../../../platform/scope/index.js';

/** Rows deleted at a time: short transactions, so that a purge blocks nobody. */
const PURGE_ROWS = 5_000;
/**
 * Tables with rows of a session, referenced tables last, each with the column that follows the session in its primary
 * key. The progress of the search index and of moved texts comes before the data they describe: once they are gone, no
 * more data is added.
 */
const NUMBERS = {
  search_progress: null,
  text_progress: null,
  waiting_lexemes: 'step',
  page_lexemes: 'step',
  session_events: 'no',
  screenshots: 'step',
  checkpoints: 'completed',
  learnt_states: 'completed',
  policy_minds: null,
  curve_stretches: 'no',
  found_urls: 'url_hash',
  session_priors: null,
  page_links: 'source',
  tag_paths: 'tag_path_no',
  pages: 'step',
  urls: 'url_no',
  domains: 'domain_no',
} as const;
export const SESSION_TABLES = Object.keys(NUMBERS) as readonly (keyof typeof NUMBERS)[];

/** The position of a purge. Everything before it is deleted. */
export interface PurgePlace {
  readonly table: number;
  /** In decimal; null: from the first row. */
  readonly from: string | null;
  /**
   * Share of the work before it, from 0 to 1: the deleted tables, and the passed part of the numbers of this table. It
   * depends on the rows that are left alone, so that a purge that begins again goes on from the share it had reached.
   */
  readonly done: number;
}
export const PURGE_BEGINS: PurgePlace = { table: 0, from: null, done: 0 };

/** The least hash of a URL. All other numbers begin at 0. */
const LEAST_HASH = -(2 ** 63);

/** Tables kept by a session that restarts: its events, and its warm start. */
const KEPT_AFRESH: ReadonlySet<string> = new Set([
  'session_events',
  'session_priors',
] satisfies (keyof typeof NUMBERS)[]);

/** The rows of a session in all tables except that of sessions. */
@Injectable()
export class SessionTablesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Deletes some rows of a deleted session. @returns where to continue; null: nothing is left */
  purgeSome(sessionId: string, place: PurgePlace): Promise<PurgePlace | null> {
    // The remaining rows of a deleted session belong to no project.
    return asService(() => this.purgePiece(sessionId, place));
  }

  private async purgePiece(sessionId: string, { table, from }: PurgePlace): Promise<PurgePlace | null> {
    if ((await this.prisma.session.count({ where: { id: sessionId } })) > 0)
      throw new Error(`session ${sessionId} still exists`);
    const name = SESSION_TABLES[table];
    const rest = Prisma.sql`FROM ${Prisma.raw(`"${name}"`)} WHERE session_id = ${sessionId}::uuid`;
    const number = NUMBERS[name];
    const end = number === null ? null : await this.pieceFrom(rest, Prisma.raw(number), from);
    if (number === null) await this.prisma.$executeRaw`DELETE ${rest}`;
    else await this.prisma.$executeRaw`DELETE ${rest} ${between(Prisma.raw(number), from, end?.until ?? null)}`;
    if (end !== null) {
      const least = number === 'url_hash' ? LEAST_HASH : 0;
      const passed = (Number(end.until) - least) / (Number(end.last) + 1 - least);
      return { table, from: end.until, done: (table + passed) / SESSION_TABLES.length };
    }
    const next = table + 1;
    return next < SESSION_TABLES.length ? { table: next, from: null, done: next / SESSION_TABLES.length } : null;
  }

  /**
   * The end of a batch of the given number of rows, and the last number of all; null if there are no more. Batches
   * follow the primary key, each from the end of the previous one: starting from the beginning each time, every batch
   * would scan all deleted rows.
   */
  private async pieceFrom(
    rest: Prisma.Sql,
    number: Prisma.Sql,
    from: string | null,
  ): Promise<{ readonly until: string; readonly last: string } | null> {
    const [end] = await this.prisma.$queryRaw<{ until: string; last: string }[]>`
      SELECT greatest(${number}, ${from}::bigint + 1)::text AS until, (SELECT max(${number}) ${rest})::text AS last
      ${rest} ${between(number, from, null)} ORDER BY ${number} OFFSET ${PURGE_ROWS} LIMIT 1`;
    return end ?? null;
  }
}

const between = (number: Prisma.Sql, from: string | null, until: string | null): Prisma.Sql => Prisma.sql`
  ${from === null ? Prisma.empty : Prisma.sql`AND ${number} >= ${from}::bigint`}
  ${until === null ? Prisma.empty : Prisma.sql`AND ${number} < ${until}::bigint`}`;

/** Deletes the session's whole log, which is small if no seed was reached. Its events stay. */
export async function forget(tx: DatabaseTransaction, id: string): Promise<void> {
  for (const table of SESSION_TABLES) {
    if (!KEPT_AFRESH.has(table))
      await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)} WHERE session_id = ${id}::uuid`;
  }
  await tx.$executeRaw`
    INSERT INTO collection_progress (session_id, topic_id, collected) SELECT id, topic_id, -1 FROM sessions WHERE id = ${id}::uuid
    ON CONFLICT (session_id) DO UPDATE SET collected = -1`;
  await tx.$executeRaw`
    UPDATE sessions SET found = 0, fetched = 0, relevant = 0, domains = 0, relevant_domains = 0, failed = 0, robots_denied = 0, reused = 0, skipped = 0, frontier_size = 0, completed = 0,
      recent_relevant = 0, recent_fetched = 0, window_fetched = 0, window_relevant = 0, poor_pages = 0, policy_stats = '{}', in_flight = '[]', active_ms = 0 WHERE id = ${id}::uuid`;
}

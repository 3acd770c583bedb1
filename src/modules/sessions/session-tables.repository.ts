import { Injectable } from '@nestjs/common';
import { type DatabaseTransaction, Prisma, PrismaService } from '../../platform/database/index.js';
import { asService } from '../../platform/scope/index.js';

/** Rows deleted at a time: short transactions, so that a purge stands in nobody's way. */
const PURGE_ROWS = 5_000;
/**
 * Tables with the rows of a session, those that others refer to last. The progress of its search index comes before what is indexed: once it is gone, nothing
 * is added to that any more.
 */
export const SESSION_TABLES = [
  'search_progress',
  'page_lexemes',
  'session_events',
  'screenshots',
  'checkpoints',
  'learnt_states',
  'policy_minds',
  'curve_stretches',
  'found_urls',
  'session_priors',
  'links',
  'tag_paths',
  'pages',
  'urls',
  'domains',
] as const;

/** What a session that begins again keeps: what happened to it, and what it was given. */
const KEPT_AFRESH: ReadonlySet<string> = new Set([
  'session_events',
  'session_priors',
] satisfies (typeof SESSION_TABLES)[number][]);

/** The rows of a session in all tables but that of sessions. */
@Injectable()
export class SessionTablesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Clears away rows of a session that is gone. @returns whether there may be more */
  purgeSome(sessionId: string): Promise<boolean> {
    // What is left of a session that is gone belongs to no project any more.
    return asService(() => this.#purgeSome(sessionId));
  }

  async #purgeSome(sessionId: string): Promise<boolean> {
    if ((await this.prisma.session.count({ where: { id: sessionId } })) > 0)
      throw new Error(`session ${sessionId} still exists`);
    for (const table of SESSION_TABLES) {
      const name = Prisma.raw(`"${table}"`);
      const deleted = await this.prisma.$executeRaw`
        DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE session_id = ${sessionId}::uuid LIMIT ${PURGE_ROWS}))`;
      if (deleted > 0) return true;
    }
    return false;
  }
}

/** Drops all that the session logged; there is little of it where no seed was reached. Its events stay. */
export async function forget(tx: DatabaseTransaction, id: string): Promise<void> {
  for (const table of SESSION_TABLES) {
    if (!KEPT_AFRESH.has(table))
      await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)} WHERE session_id = ${id}::uuid`;
  }
  await tx.$executeRaw`
    UPDATE sessions SET found = 0, fetched = 0, relevant = 0, domains = 0, relevant_domains = 0, failed = 0, robots_denied = 0, frontier_size = 0, completed = 0,
      recent_relevant = 0, recent_fetched = 0, window_fetched = 0, window_relevant = 0, poor_pages = 0, policy_stats = '{}', in_flight = '[]', active_ms = 0 WHERE id = ${id}::uuid`;
}

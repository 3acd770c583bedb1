import { Prisma } from './generated/client.js';

/**
 * The session in which rows are looked up, for queries of several parents at a time: as a value where it is the same for all of them. Then the database plans
 * for the one partition of `pages`, `urls` and `page_links` that the session is in, and not for all of them, which takes it some ms.
 *
 * @param column where the session of each parent stands
 */
export const commonSession = (sessionIds: readonly string[], column: Prisma.Sql): Prisma.Sql =>
  sessionIds.every((id) => id === sessionIds[0]) && sessionIds.length > 0 ? Prisma.sql`${sessionIds[0]}::uuid` : column;

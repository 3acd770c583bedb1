import { Prisma } from './generated/client.js';

/**
 * The session in which a query for several parents looks up rows: a value if it is the same for all of them. Then
 * PostgreSQL plans for the one partition of `pages`, `urls` and `page_links` with that session; planning for all of
 * them takes some ms.
 *
 * @param column the column with each parent's session
 */
export const commonSession = (sessionIds: readonly string[], column: Prisma.Sql): Prisma.Sql =>
  sessionIds.every((id) => id === sessionIds[0]) && sessionIds.length > 0 ? Prisma.sql`${sessionIds[0]}::uuid` : column;

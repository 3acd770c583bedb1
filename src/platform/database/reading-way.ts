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

/** Cursor of a list with the newest first. */
export interface CreatedKey {
  readonly createdAt: Date;
  readonly id: string;
}

/** The direction in which a list in keyset order is read. */
interface ReadingWay {
  /** The operator between a row's sort key and the cursor's: `<` or `>`. */
  readonly past: Prisma.Sql;
  /** `ASC` or `DESC`. */
  readonly order: Prisma.Sql;
}

const UP: ReadingWay = { past: Prisma.sql`>`, order: Prisma.sql`ASC` };
const DOWN: ReadingWay = { past: Prisma.sql`<`, order: Prisma.sql`DESC` };

/** @param backward whether the list is read from its end */
export function readingWay(order: 'asc' | 'desc', backward: boolean): ReadingWay {
  return (order === 'asc') === backward ? DOWN : UP;
}

/** Query parts for a list with the newest first. */
interface NewestFirst {
  /** The condition that excludes rows up to the cursor, starting with AND. */
  readonly past: Prisma.Sql;
  /** The text after ORDER BY. */
  readonly order: Prisma.Sql;
  /** The same for an enclosing query, which has the columns as `page."createdAt"` and `page.id`. */
  readonly outer: Prisma.Sql;
}

interface CreatedPosition {
  readonly cursor: CreatedKey | null;
  readonly backward: boolean;
}

/** @param table the table's name in the query; its columns are `created_at` and `id` */
export function newestFirst(table: string, { cursor, backward }: CreatedPosition): NewestFirst {
  const { past, order } = readingWay('desc', backward);
  const [createdAt, id] = [Prisma.raw(`${table}.created_at`), Prisma.raw(`${table}.id`)];
  return {
    past:
      cursor === null
        ? Prisma.empty
        : Prisma.sql`AND (${createdAt}, ${id}) ${past} (${cursor.createdAt.toISOString()}::timestamptz, ${cursor.id}::uuid)`,
    order: Prisma.sql`${createdAt} ${order}, ${id} ${order}`,
    outer: Prisma.sql`page."createdAt" ${order}, page.id ${order}`,
  };
}

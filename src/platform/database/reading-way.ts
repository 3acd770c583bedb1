import { Prisma } from './generated/client.js';

/** Where a list goes on whose newest rows come first. */
export interface CreatedKey {
  readonly createdAt: Date;
  readonly id: string;
}

/** How the rows of a list in keyset order are read. */
export interface ReadingWay {
  /** Between a row's sort key and the cursor's: `<` or `>`. */
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

/** The parts of a query for a list whose newest rows come first. */
export interface NewestFirst {
  /** The condition that leaves out what lies before the cursor, from AND on. */
  readonly past: Prisma.Sql;
  /** What comes after ORDER BY. */
  readonly order: Prisma.Sql;
  /** The same for a query around it, which has the columns as `page."createdAt"` and `page.id`. */
  readonly outer: Prisma.Sql;
}

interface CreatedPosition {
  readonly cursor: CreatedKey | null;
  readonly backward: boolean;
}

/** @param table name of the table in the query; its columns are `created_at` and `id` */
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

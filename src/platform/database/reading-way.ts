import { Prisma } from './generated/client.js';

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

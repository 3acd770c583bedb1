import { Prisma, type PrismaClient } from './generated/client.js';

/** Rows that are counted of a list at most: a count must not cost more than a page or two of the list it belongs to. */
export const MAX_COUNTED = 10_000;

/** How many rows a list has. */
export interface RowCount {
  readonly count: number;
  /** false: there are at least so many. */
  readonly isExact: boolean;
}

type Database = Pick<PrismaClient, '$queryRaw'>;

const counted = (found: number): RowCount => ({ count: Math.min(found, MAX_COUNTED), isExact: found <= MAX_COUNTED });
const upToLimit = (from: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM (SELECT 1 ${from} LIMIT ${MAX_COUNTED + 1}) counted)`;

/** @param from the rows to count, from `FROM` on */
export async function countRows(db: Database, from: Prisma.Sql): Promise<RowCount> {
  const [{ found }] = await db.$queryRaw<{ found: number }[]>`SELECT ${upToLimit(from)} AS found`;
  return counted(found);
}

/**
 * The counts of several lists, in one query.
 *
 * @param parents a table `k` with a column `key`, which names the list in the answer
 * @param from the rows to count of one parent, from `FROM` on; it may refer to `k`
 */
export async function countEach(db: Database, parents: Prisma.Sql, from: Prisma.Sql): Promise<Map<string, RowCount>> {
  const rows = await db.$queryRaw<
    { key: string; found: number }[]
  >`SELECT k.key::text AS key, ${upToLimit(from)} AS found FROM ${parents}`;
  return new Map(rows.map(({ key, found }) => [key, counted(found)]));
}

/** The parents of `countEach`, where the lists belong to rows with ids. */
export const parentIds = (ids: readonly string[]): Prisma.Sql => Prisma.sql`unnest(${ids}::uuid[]) AS k(key)`;

/** Rows that say how many there are of something, added up by a part of them. Names that have none are there with 0. */
export function summed<Row extends { readonly count: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  names: readonly string[],
): Record<string, number> {
  const sums: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
  for (const row of rows) sums[nameOf(row)] = (sums[nameOf(row)] ?? 0) + row.count;
  return sums;
}

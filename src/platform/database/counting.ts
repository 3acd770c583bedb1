import { Prisma, type PrismaClient } from './generated/client.js';

/** Most rows that are counted for a list: a count must not cost more than a page or two of the list. */
export const MAX_COUNTED = 10_000;

/** The number of rows in a list. */
export interface RowCount {
  readonly count: number;
  /** false: there are at least this many. */
  readonly isExact: boolean;
}

type Database = Pick<PrismaClient, '$queryRaw'>;

const counted = (found: number): RowCount => ({ count: Math.min(found, MAX_COUNTED), isExact: found <= MAX_COUNTED });
const upToLimit = (from: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM (SELECT 1 ${from} LIMIT ${MAX_COUNTED + 1}) counted)`;

/** @param from the query for the rows, starting with `FROM` */
export async function countRows(db: Database, from: Prisma.Sql): Promise<RowCount> {
  const [{ found }] = await db.$queryRaw<{ found: number }[]>`SELECT ${upToLimit(from)} AS found`;
  return counted(found);
}

/**
 * Counts several lists in one query.
 *
 * @param parents a table `k` with a column `key`, which identifies the list in the result
 * @param from the query for one parent's rows, starting with `FROM`; it may refer to `k`
 */
export async function countEach(db: Database, parents: Prisma.Sql, from: Prisma.Sql): Promise<Map<string, RowCount>> {
  const rows = await db.$queryRaw<
    { key: string; found: number }[]
  >`SELECT k.key::text AS key, ${upToLimit(from)} AS found FROM ${parents}`;
  return new Map(rows.map(({ key, found }) => [key, counted(found)]));
}

/** The parents for `countEach` if the lists belong to rows with ids. */
export const parentIds = (ids: readonly string[]): Prisma.Sql => Prisma.sql`unnest(${ids}::uuid[]) AS k(key)`;

/** Sums counts by name. Names without rows have 0. */
export function summed<Row extends { readonly count: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  names: readonly string[],
): Record<string, number> {
  const sums: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
  for (const row of rows) sums[nameOf(row)] = (sums[nameOf(row)] ?? 0) + row.count;
  return sums;
}

import { Injectable } from '@nestjs/common';
import { Prisma, PrismaService } from '../../../platform/database/index.js';

/** A table with its indexes and large values. */
interface TableSize {
  readonly name: string;
  readonly bytes: number;
  /** The database's estimate, without counting. */
  readonly estimatedRows: number;
}

/** Size and load of the database. */
export interface DatabaseFigures {
  /** By the clock of the database. */
  readonly at: Date;
  readonly bytes: number;
  /** Open connections to the server, of all programs. */
  readonly connections: number;
  readonly maxConnections: number;
  /** When the oldest open transaction of this database began; null if there is none. */
  readonly oldestTransactionAt: Date | null;
  /** Largest first. */
  readonly tables: readonly TableSize[];
}

type Sizes = Pick<DatabaseFigures, 'bytes' | 'tables'>;

const SIZES_KEPT_MS = 10_000;

/** The size and load of the database, from its catalogue. Requires the scope of the service. */
@Injectable()
export class DatabaseFiguresRepository {
  constructor(private readonly prisma: PrismaService) {}

  private kept: { readonly mostTables: number; readonly until: number; readonly sizes: Promise<Sizes> } | null = null;

  async find(mostTables: number): Promise<DatabaseFigures> {
    const [[server], sizes] = await Promise.all([
      this.prisma.$queryRaw<Omit<DatabaseFigures, keyof Sizes>[]>`
        SELECT now() AS at, (SELECT sum(numbackends)::int FROM pg_stat_database) AS connections,
          current_setting('max_connections')::int AS "maxConnections", oldest_transaction() AS "oldestTransactionAt"`,
      this.sizes(mostTables),
    ]);
    return { ...server, ...sizes };
  }

  /** Cached for some seconds, because the server inspects each file for them. A failure is not cached. */
  private sizes(mostTables: number): Promise<Sizes> {
    const { kept } = this;
    if (kept?.mostTables === mostTables && performance.now() < kept.until) return kept.sizes;
    const sizes = this.takeSizes(mostTables);
    this.kept = { mostTables, until: performance.now() + SIZES_KEPT_MS, sizes };
    sizes.catch(() => (this.kept = null));
    return sizes;
  }

  private async takeSizes(mostTables: number): Promise<Sizes> {
    const [[{ bytes }], tables] = await Promise.all([
      this.prisma.$queryRaw<{ bytes: number }[]>`SELECT pg_database_size(current_database())::float8 AS bytes`,
      this.tables(mostTables),
    ]);
    return { bytes, tables };
  }

  private tables(most: number): Promise<TableSize[]> {
    // The live row count is updated with each write, but lost in a crash of the server; the planner's count is from the
    // last analysis.
    const rows = Prisma.sql`greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)`;
    // The size of a partitioned table is the sum of its partitions.
    return this.prisma.$queryRaw<TableSize[]>`
      SELECT whole.relname AS name, sum(pg_total_relation_size(c.oid))::float8 AS bytes, sum(${rows})::float8 AS "estimatedRows"
      FROM pg_class c JOIN pg_class whole ON whole.oid = coalesce(pg_partition_root(c.oid)::oid, c.oid)
      WHERE c.relkind = 'r' AND whole.relnamespace = 'public'::regnamespace GROUP BY whole.relname ORDER BY bytes DESC, name LIMIT ${most}`;
  }
}

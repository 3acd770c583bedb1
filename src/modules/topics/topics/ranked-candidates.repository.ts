import { type CursorValue, isUuid, type KeysetRange } from '../../../platform/api/index.js';
import {
  countEach,
  ofProjectsTopic,
  parentIds,
  Prisma,
  type PrismaService,
  readingWay,
  type RowCount,
} from '../../../platform/database/index.js';
import { byTopic } from './topic.js';

/** A table of candidates, `c` in its SQL, with the column that ranks them. */
interface CandidateTable {
  readonly name: Prisma.Sql;
  readonly columns: Prisma.Sql;
  readonly rank: 'lift' | 'score';
}

/** The end of a part of a list: the rank of its last candidate, and the id, which orders equal ranks. */
interface RankCursor {
  readonly rank: number;
  readonly id: string;
}

/** Null for values of another list. */
export function rankCursorOf([rank, id]: readonly CursorValue[]): RankCursor | null {
  return typeof rank === 'number' && typeof id === 'string' && isUuid(id) ? { rank, id } : null;
}

/** Stored candidates of topics: the reads that those for keywords and those for seeds share. */
export abstract class RankedCandidatesRepository<Row extends { readonly topicId: string }, Filter> {
  protected constructor(
    protected readonly prisma: PrismaService,
    private readonly table: CandidateTable,
  ) {}

  /** Conditions of a filter on a row `c`, each after AND. */
  protected abstract conditions(filter: Filter): Prisma.Sql;

  /** For each topic a part of its candidates, highest rank first. */
  async listOf(
    topicIds: readonly string[],
    { limit, cursor, backward }: KeysetRange<RankCursor>,
    filter: Filter,
  ): Promise<Map<string, Row[]>> {
    const { name, columns } = this.table;
    const [rank, id] = [readingWay('desc', backward), readingWay('asc', backward)];
    const column = Prisma.raw(this.table.rank);
    const past =
      cursor === null
        ? Prisma.empty
        : Prisma.sql`
      AND (c.${column} ${rank.past} ${cursor.rank}::float8 OR (c.${column} = ${cursor.rank}::float8 AND c.id ${id.past} ${cursor.id}::uuid))`;
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT page.* FROM unnest(${topicIds}::uuid[]) AS topic(id) CROSS JOIN LATERAL (
        SELECT ${columns} FROM ${name} c WHERE c.topic_id = topic.id ${this.conditions(filter)} ${past}
        ORDER BY c.${column} ${rank.order}, c.id ${id.order} LIMIT ${limit}) AS page
      ORDER BY page.${column} ${rank.order}, page.id ${id.order}`;
    return byTopic(rows);
  }

  countOf(topicIds: readonly string[], filter: Filter): Promise<Map<string, RowCount>> {
    const rows = Prisma.sql`FROM ${this.table.name} c WHERE c.topic_id = k.key ${this.conditions(filter)}`;
    return countEach(this.prisma, parentIds(topicIds), rows);
  }

  async findMany(ids: readonly string[]): Promise<Row[]> {
    const { name, columns } = this.table;
    return this.prisma.$queryRaw<Row[]>`
      SELECT ${columns} FROM ${name} c WHERE ${ofProjectsTopic(Prisma.sql`c.topic_id`)} AND c.id = ANY(${ids}::uuid[])`;
  }
}

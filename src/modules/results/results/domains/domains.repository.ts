import { Injectable } from '@nestjs/common';
import {
  countEach,
  parentIds,
  Prisma,
  readingWay,
  ReadingDatabase,
  type RowCount,
} from '../../../../platform/database/index.js';
import { INT4 } from '../../../../platform/errors/index.js';
import type { DomainDto, DomainSort } from '../dto/domain.dto.js';
import type { SortOrder } from '../dto/page-query.js';
import type { DomainCriteria, DomainOrdering } from '../pages/list-query.js';
import { grouped } from '../pages/pages.repository.js';

const COLUMNS = Prisma.sql`
  d.session_id AS "sessionId", d.domain_no AS "domainNo", d.name, d.fetched, d.relevant, d.failed, d.relevant::float8 / nullif(d.fetched, 0) AS "harvestRate",
  d.first_step AS "firstStep", d.first_relevant_step AS "firstRelevantStep"`;

const COLUMN_OF: Readonly<Record<DomainSort, Prisma.Sql>> = {
  relevant: Prisma.sql`d.relevant`,
  fetched: Prisma.sql`d.fetched`,
  harvestRate: Prisma.sql`d.relevant::float8 / nullif(d.fetched, 0)`,
  failed: Prisma.sql`d.failed`,
  firstStep: Prisma.sql`d.first_step`,
  firstRelevantStep: Prisma.sql`d.first_relevant_step`,
  domainNo: Prisma.sql`d.domain_no`,
  name: Prisma.sql`d.name`,
};
/** Sort values of domains without a rate or step, after all others in this order. */
const LAST: Readonly<Record<SortOrder, number>> = { asc: INT4.max, desc: -1 };
const HAS_GAPS: ReadonlySet<DomainSort> = new Set(['harvestRate', 'firstStep', 'firstRelevantStep']);
/** Without a needless function, which would keep the list from its index. */
const sortColumn = (sort: DomainSort, order: SortOrder): Prisma.Sql =>
  HAS_GAPS.has(sort) ? Prisma.sql`coalesce(${COLUMN_OF[sort]}, ${LAST[order]}::int)` : COLUMN_OF[sort];
/** The type of a sort column: with another one, later parts of a list would not use its index. */
const sortType = (sort: DomainSort): Prisma.Sql => {
  if (sort === 'name') return Prisma.sql`text`;
  return sort === 'harvestRate' ? Prisma.sql`float8` : Prisma.sql`int`;
};
/** A row's value of `sortColumn`. */
export const domainSortValue = (sort: DomainSort, order: SortOrder, domain: DomainDto): number | string =>
  domain[sort] ?? LAST[order];

function conditions({ relevant, unvisited, search }: DomainCriteria): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  if (relevant != null) parts.push(relevant ? Prisma.sql`d.relevant > 0` : Prisma.sql`d.relevant = 0`);
  if (!unvisited) parts.push(Prisma.sql`(d.fetched > 0 OR d.failed > 0)`);
  if (search != null && search !== '') parts.push(Prisma.sql`d.name ILIKE ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`);
  return parts.length > 0 ? Prisma.sql`AND ${Prisma.join(parts, ' AND ')}` : Prisma.empty;
}

@Injectable()
export class DomainsRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** A part of the list of each session, in one query. */
  async list(
    sessionIds: readonly string[],
    criteria: DomainCriteria,
    ordering: DomainOrdering,
  ): Promise<Map<string, DomainDto[]>> {
    const column = sortColumn(ordering.sort, ordering.order);
    const { cursor, backward } = ordering;
    const { past: beyond, order: direction } = readingWay(ordering.order, backward);
    const past =
      cursor === null
        ? Prisma.empty
        : Prisma.sql`
      AND (${column}, d.domain_no) ${beyond} (${String(cursor.value)}::text::${sortType(ordering.sort)}, ${cursor.tie}::int)`;
    const rows = await this.prisma.$queryRaw<(DomainDto & { key: string })[]>`
      SELECT k.session_id::text AS key, d.*
      FROM unnest(${sessionIds}::uuid[]) AS k(session_id)
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS}, ${column} AS sort_value FROM domains d WHERE d.session_id = k.session_id ${conditions(criteria)} ${past}
        ORDER BY ${column} ${direction}, d.domain_no ${direction} LIMIT ${ordering.limit}
      ) d
      ORDER BY key, d.sort_value ${direction}, d."domainNo" ${direction}`;
    return grouped(sessionIds, rows.map(withoutSortValue));
  }

  countOf(sessionIds: readonly string[], criteria: DomainCriteria): Promise<Map<string, RowCount>> {
    return countEach(
      this.prisma,
      parentIds(sessionIds),
      Prisma.sql`FROM domains d WHERE d.session_id = k.key ${conditions(criteria)}`,
    );
  }

  async byNumbers(sessionId: string, domainNos: readonly number[]): Promise<Map<number, DomainDto>> {
    const rows = await this.prisma.$queryRaw<DomainDto[]>`
      SELECT ${COLUMNS} FROM domains d WHERE d.session_id = ${sessionId}::uuid AND d.domain_no = ANY(${domainNos}::int[])`;
    return new Map(rows.map((row) => [row.domainNo, row]));
  }
}

function withoutSortValue<T extends object>(row: T & { sort_value?: unknown }): T {
  const { sort_value: _, ...rest } = row;
  return rest as unknown as T;
}

import { Injectable } from '@nestjs/common';
import {
  countEach,
  parentIds,
  Prisma,
  readingWay,
  ReadingDatabase,
  type RowCount,
} from '../../../platform/database/index.js';
import { grouped, type Ordering } from '../results/index.js';
import type { FoundCriteria } from './found.sql.js';
import type { CollectedDomainDto, CollectedDomainSort } from './dto/collected-domain.dto.js';
import type { CollectionDto } from './dto/collection.dto.js';
import { and, foundConditions } from './found.sql.js';
import type { DomainVerdict } from './remarks.js';

export interface CollectedDomainCriteria extends FoundCriteria {
  /** Whether it has a relevant page. */
  readonly relevant?: boolean | null;
  readonly search?: string | null;
  readonly verdict?: DomainVerdict | null;
  readonly tag?: string | null;
}
type CollectedDomainOrdering = Ordering<CollectedDomainSort, string>;
/** A domain without its seed information. */
export type DomainRow = Omit<CollectedDomainDto, 'seedDomain'>;

const SORT_COLUMNS: Readonly<Record<CollectedDomainSort, Prisma.Sql>> = {
  relevant: Prisma.sql`p.relevant`,
  pages: Prisma.sql`p.pages`,
  share: Prisma.sql`p.share_at_least`,
  firstFoundAt: Prisma.sql`p.first_found_at`,
  expected: Prisma.sql`p.expected`,
  ledTo: Prisma.sql`p.led_to`,
};
const SORT_TYPES: Readonly<Record<CollectedDomainSort, Prisma.Sql>> = {
  relevant: Prisma.sql`int`,
  pages: Prisma.sql`int`,
  share: Prisma.sql`float8`,
  firstFoundAt: Prisma.sql`timestamptz`,
  expected: Prisma.sql`float8`,
  ledTo: Prisma.sql`int`,
};
const COLUMNS = Prisma.sql`
  p.topic_id::text AS "topicId", p.name, p.pages, p.relevant, p.duplicates, CASE WHEN p.pages > 0 THEN p.relevant::float8 / p.pages END AS share,
  p.share_at_least AS "shareAtLeast", greatest(0, p.known - p.pages - p.duplicates) AS unfetched, p.expected, p.led_to AS "ledTo", p.first_found_at AS "firstFoundAt", p.last_found_at AS "lastFoundAt",
  coalesce(r.verdict, 'undecided') AS verdict, coalesce(r.tags, '{}') AS tags, coalesce(r.note, '') AS note`;
const REMARKS = Prisma.sql`
  LEFT JOIN LATERAL (SELECT verdict, tags, note FROM collection_remarks WHERE topic_id = p.topic_id AND subject = 'domain' AND key = p.name LIMIT 1) r ON TRUE`;

function conditions(criteria: CollectedDomainCriteria): Prisma.Sql {
  const parts = foundConditions(criteria, Prisma.sql`p.name`);
  const { relevant, search, verdict, tag } = criteria;
  if (relevant != null) parts.push(relevant ? Prisma.sql`p.relevant > 0` : Prisma.sql`p.relevant = 0`);
  if (search != null && search !== '') parts.push(Prisma.sql`p.name ILIKE ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`);
  const hasRemark = (condition: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`EXISTS (SELECT FROM collection_remarks v WHERE v.topic_id = p.topic_id AND v.subject = 'domain' AND v.key = p.name AND ${condition})`;
  if (verdict === 'undecided') parts.push(Prisma.sql`NOT ${hasRemark(Prisma.sql`v.verdict IS NOT NULL`)}`);
  else if (verdict != null) parts.push(hasRemark(Prisma.sql`v.verdict = ${verdict}`));
  if (tag != null) parts.push(hasRemark(Prisma.sql`v.tags @> ARRAY[${tag.trim()}]::text[]`));
  return and(parts);
}

/** Reads domains of collections. */
@Injectable()
export class CollectedDomainsRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** A part of the list of each topic, in one query. */
  async list(
    topicIds: readonly string[],
    criteria: CollectedDomainCriteria,
    { sort, order, cursor, backward, limit }: CollectedDomainOrdering,
  ): Promise<Map<string, DomainRow[]>> {
    const column = SORT_COLUMNS[sort];
    const { past: beyond, order: direction } = readingWay(order, backward);
    const past =
      cursor === null
        ? Prisma.empty
        : Prisma.sql`AND (${column}, p.name) ${beyond} (${String(cursor.value)}::text::${SORT_TYPES[sort]}, ${cursor.tie}::text)`;
    const rows = await this.prisma.$queryRaw<(DomainRow & { key: string })[]>`
      SELECT k.key::text AS key, ${COLUMNS} FROM ${parentIds(topicIds)}
      CROSS JOIN LATERAL (
        SELECT p.* FROM collection_domains p WHERE p.topic_id = k.key ${conditions(criteria)} ${past}
        ORDER BY ${column} ${direction}, p.name ${direction} LIMIT ${limit}) p ${REMARKS}
      ORDER BY k.key, ${column} ${direction}, p.name ${direction}`;
    return grouped(topicIds, rows);
  }

  countOf(topicIds: readonly string[], criteria: CollectedDomainCriteria): Promise<Map<string, RowCount>> {
    return countEach(
      this.prisma,
      parentIds(topicIds),
      Prisma.sql`FROM collection_domains p WHERE p.topic_id = k.key ${conditions(criteria)}`,
    );
  }

  async find(topicId: string, name: string): Promise<DomainRow | null> {
    const [domain] = await this.prisma.$queryRaw<DomainRow[]>`
      SELECT ${COLUMNS} FROM collection_domains p ${REMARKS} WHERE p.topic_id = ${topicId}::uuid AND p.name = ${name}`;
    return domain ?? null;
  }

  /** The sums of each topic. */
  async sums(topicIds: readonly string[]): Promise<Map<string, CollectionDto>> {
    const rows = await this.prisma.$queryRaw<CollectionDto[]>`
      SELECT k.key::text AS "topicId", coalesce(d.pages, 0)::int AS pages, coalesce(d.relevant, 0)::int AS relevant, coalesce(d.duplicates, 0)::int AS duplicates,
        d.domains::int AS "domainCount", d.relevant_domains::int AS "relevantDomainCount",
        (coalesce((SELECT sum(greatest(s.completed - greatest(coalesce(p.collected, 0), 0), 0)) FROM sessions s LEFT JOIN collection_progress p ON p.session_id = s.id
            WHERE s.topic_id = k.key), 0)
          -- Sessions whose pages are still to be taken out, and pages about which something was said.
          + (SELECT count(*) FROM collection_progress p WHERE p.topic_id = k.key AND (p.collected < 0 OR NOT EXISTS (SELECT FROM sessions s WHERE s.id = p.session_id)))
          + (SELECT count(*) FROM (SELECT FROM collection_touched t WHERE t.topic_id = k.key LIMIT 10000) t)
          + (SELECT count(*) FROM collections c WHERE c.topic_id = k.key AND c.clearing)
          -- Sessions at rest whose URLs are not counted.
          + (SELECT count(*) FROM sessions s JOIN collection_progress p ON p.session_id = s.id WHERE s.topic_id = k.key AND p.counted <> s.found AND s.state NOT IN ('STARTING', 'RUNNING')))::int AS behind
      FROM ${parentIds(topicIds)} CROSS JOIN LATERAL (
        SELECT sum(pages) AS pages, sum(relevant) AS relevant, sum(duplicates) AS duplicates, count(*) AS domains, count(*) FILTER (WHERE relevant > 0) AS relevant_domains
        FROM collection_domains d WHERE d.topic_id = k.key) d`;
    return new Map(rows.map((row) => [row.topicId, row]));
  }
}

import { Injectable } from '@nestjs/common';
import { domainNamed } from '../../../domain/scope/index.js';
import { countRows, Prisma, readingWay, ReadingDatabase, type RowCount } from '../../../platform/database/index.js';
import { excerptColumns, type ExcerptRow, PageExcerpts } from '../../base/page-texts/index.js';
import { grouped, type Ordering, PageSearch, probable, publicationIn, type SearchedList } from '../results/index.js';
import { indexedTopicMatches, inTopic, type PageQuery, topicPageMatch } from '../../base/search/index.js';
import type { FoundCriteria } from './found.sql.js';
import type { CollectedPageDto, CollectedPageSort, SightingDto } from './dto/collected-page.dto.js';
import { and, foundConditions } from './found.sql.js';
import { tagged } from './remarks.repository.js';

/** Filter of pages. All criteria must match; null and undefined match everything. */
export interface CollectedPageCriteria extends FoundCriteria {
  readonly relevant?: boolean | null;
  readonly domain?: string | null;
  readonly probabilityMin?: number | null;
  readonly probabilityMax?: number | null;
  readonly duplicate?: boolean | null;
  readonly language?: string | null;
  readonly labelled?: boolean | null;
  readonly gone?: boolean | null;
  readonly changedSince?: Date | null;
  readonly tag?: string | null;
  readonly search?: string | null;
}
type CollectedPageOrdering = Ordering<CollectedPageSort, string>;

const MAX_SIGHTINGS = 200;

const SORT_COLUMNS: Readonly<Record<Exclude<CollectedPageSort, 'publishedAt'>, Prisma.Sql>> = {
  firstFoundAt: Prisma.sql`p.first_found_at`,
  lastSeenAt: Prisma.sql`p.last_seen_at`,
  probability: Prisma.sql`p.probability`,
};
const SORT_TYPES: Readonly<Record<CollectedPageSort, Prisma.Sql>> = {
  firstFoundAt: Prisma.sql`timestamptz`,
  lastSeenAt: Prisma.sql`timestamptz`,
  publishedAt: Prisma.sql`timestamptz`,
  probability: Prisma.sql`float8`,
};
/** Columns of the response. Texts are read from the step only for the listed rows. */
const COLUMNS = Prisma.sql`
  p.topic_id::text AS "topicId", p.url_key::text AS key, p.url, p.domain, p.title, p.published_at AS "publishedAt", p.language, x.excerpt, x."searchedText", x."textPlace", p.probability, p.model_id::text AS "modelId", p.relevant, p.label,
  CASE WHEN NOT p.representative THEN (
    SELECT r.url_key::text FROM collection_pages r WHERE r.topic_id = p.topic_id AND r.text_key = p.text_key AND r.representative LIMIT 1) END AS "duplicateOf",
  p.sessions AS "sessionCount", p.monitored, p.session_id::text AS "sessionId", p.step, p.first_found_at AS "firstFoundAt", p.last_seen_at AS "lastSeenAt",
  p.changed_at AS "changedAt", p.gone_at AS "goneAt", coalesce(r.tags, '{}') AS tags, coalesce(r.note, '') AS note`;
/** With the columns for its excerpt. */
type CollectedRow = CollectedPageDto & ExcerptRow;
const texts = (search?: string | null): Prisma.Sql => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT ${excerptColumns(search)} FROM (
      SELECT s.text, s.main_text, s.main_ranges, s.text_place FROM pages s WHERE s.session_id = p.session_id AND s.step = p.step LIMIT 1) p) x ON TRUE
  LEFT JOIN LATERAL (
    SELECT tags, note FROM collection_remarks WHERE topic_id = p.topic_id AND subject = 'page' AND key = p.url_key::text LIMIT 1) r ON TRUE`;

function pagesOf(topicId: string, criteria: CollectedPageCriteria): Prisma.Sql {
  const { relevant, domain, duplicate, language, labelled, gone, changedSince, tag } = criteria;
  const is = (wanted: boolean, condition: Prisma.Sql): Prisma.Sql =>
    wanted ? condition : Prisma.sql`NOT (${condition})`;
  const parts = foundConditions(criteria, Prisma.sql`p.domain`);
  if (relevant != null) parts.push(is(relevant, Prisma.sql`p.relevant`));
  if (domain != null) parts.push(Prisma.sql`p.domain = ${domainNamed(domain)}`);
  if (duplicate != null) parts.push(is(!duplicate, Prisma.sql`p.representative`));
  parts.push(...probable(criteria));
  if (language != null) parts.push(Prisma.sql`p.language = ${language}`);
  if (labelled != null) parts.push(labelled ? Prisma.sql`p.label IS NOT NULL` : Prisma.sql`p.label IS NULL`);
  if (gone != null) parts.push(gone ? Prisma.sql`p.gone_at IS NOT NULL` : Prisma.sql`p.gone_at IS NULL`);
  if (changedSince != null) parts.push(Prisma.sql`p.changed_at >= ${changedSince}`);
  if (tag != null) parts.push(tagged(topicId, tag));
  return Prisma.sql`FROM collection_pages p WHERE p.topic_id = ${topicId}::uuid ${and(parts)}`;
}

const isSearched = ({ search }: CollectedPageCriteria): boolean => search != null && search.trim() !== '';

function searchedList(topicId: string, criteria: CollectedPageCriteria, query: PageQuery): SearchedList {
  return {
    rows: pagesOf(topicId, criteria),
    key: Prisma.sql`p.url_key`,
    type: Prisma.sql`text`,
    asked: Prisma.sql`p.session_id, p.step`,
    match: topicPageMatch(query),
    // Collected before sorting, as for sessions. Of a page in several sessions, the newest text counts.
    indexed: Prisma.sql`p.url_key = ANY(ARRAY(
      SELECT f.url_key FROM ${indexedTopicMatches(topicId, query)} m JOIN collection_pages f ON f.session_id = m.session_id AND f.step = m.step WHERE f.topic_id = ${topicId}::uuid))`,
  };
}

/** Reads pages of collections. */
@Injectable()
export class CollectedPagesRepository {
  constructor(
    private readonly prisma: ReadingDatabase,
    private readonly search: PageSearch,
    private readonly excerpts: PageExcerpts,
  ) {}

  /** @throws DomainError INVALID_STATE for a search of a topic whose pages cannot be searched */
  async check(topicId: string, criteria: CollectedPageCriteria): Promise<void> {
    await this.search.check(criteria, inTopic(topicId));
  }

  /** A part of the list of each topic, one after another, because each may read many rows. */
  async list(
    topicIds: readonly string[],
    criteria: CollectedPageCriteria,
    ordering: CollectedPageOrdering,
  ): Promise<Map<string, CollectedPageDto[]>> {
    const lists = new Map<string, CollectedPageDto[]>();
    for (const topicId of topicIds) lists.set(topicId, await this.listOf(topicId, criteria, ordering));
    return lists;
  }

  private async listOf(
    topicId: string,
    criteria: CollectedPageCriteria,
    { sort, order, cursor, backward, limit }: CollectedPageOrdering,
  ): Promise<CollectedPageDto[]> {
    const column = sort === 'publishedAt' ? publicationIn(order) : SORT_COLUMNS[sort];
    const { past: beyond, order: direction } = readingWay(order, backward);
    const past =
      cursor === null
        ? Prisma.empty
        : Prisma.sql`AND (${column}, p.url_key) ${beyond} (${String(cursor.value)}::text::${SORT_TYPES[sort]}, ${cursor.tie}::uuid)`;
    const found = isSearched(criteria)
      ? Prisma.sql`FROM collection_pages p WHERE p.topic_id = ${topicId}::uuid
          AND p.url_key = ANY(${await this.search.keys<string>(await this.searched(topicId, criteria), { column, past, direction }, limit)}::uuid[])`
      : Prisma.sql`${pagesOf(topicId, criteria)} ${past} ORDER BY ${column} ${direction}, p.url_key ${direction} LIMIT ${limit}`;
    const rows = await this.prisma.rows<CollectedRow>(Prisma.sql`
      SELECT ${COLUMNS} FROM (SELECT p.* ${found}) p ${texts(criteria.search)} ORDER BY ${column} ${direction}, p.url_key ${direction}`);
    return this.excerpts.with(rows, criteria.search);
  }

  async countOf(topicIds: readonly string[], criteria: CollectedPageCriteria): Promise<Map<string, RowCount>> {
    const counts = new Map<string, RowCount>();
    for (const topicId of topicIds)
      counts.set(
        topicId,
        await (isSearched(criteria)
          ? this.search.countOf(await this.searched(topicId, criteria))
          : countRows(this.prisma, pagesOf(topicId, criteria))),
      );
    return counts;
  }

  private async searched(topicId: string, criteria: CollectedPageCriteria): Promise<SearchedList> {
    const query = await this.search.query(criteria.search ?? '', inTopic(topicId));
    return searchedList(topicId, criteria, query);
  }

  async find(topicId: string, key: string): Promise<CollectedPageDto | null> {
    const rows = await this.prisma.rows<CollectedRow>(Prisma.sql`
      SELECT ${COLUMNS} FROM collection_pages p ${texts()} WHERE p.topic_id = ${topicId}::uuid AND p.url_key = ${key}::uuid`);
    const [page] = await this.excerpts.with(rows);
    return page ?? null;
  }

  /** The sessions of each page. */
  async sightings(topicId: string, keys: readonly string[]): Promise<Map<string, SightingDto[]>> {
    const rows = await this.prisma.$queryRaw<(SightingDto & { key: string })[]>`
      SELECT k.key::text AS key, s.session_id::text AS "sessionId", s.step, s.first_at AS "firstAt", s.last_at AS "lastAt", s.gone_at AS "goneAt"
      FROM unnest(${[...keys]}::uuid[]) AS k (key) CROSS JOIN LATERAL (
        SELECT s.* FROM collection_sightings s JOIN sessions x ON x.id = s.session_id WHERE s.topic_id = ${topicId}::uuid AND s.url_key = k.key
        ORDER BY coalesce(s.last_at, s.gone_at) DESC, s.session_id DESC LIMIT ${MAX_SIGHTINGS}) s
      ORDER BY coalesce(s.last_at, s.gone_at) DESC, s.session_id DESC`;
    return grouped(keys, rows);
  }
}

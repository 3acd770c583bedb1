import { outcomesWith } from '../../../../domain/fetching/index.js';
import { domainNamed } from '../../../../domain/scope/index.js';
import { Prisma, readingWay } from '../../../../platform/database/index.js';
import type { PageSort, SortOrder } from '../dto/page-query.js';
import { type PageCriteria, type PageOrdering, sortValue } from './list-query.js';

/** The session, or one of its domains, whose pages are listed. `key` names the list in the result. */
export interface PageParent {
  readonly key: string;
  readonly sessionId: string;
  readonly domainNo?: number;
}

const SORT_COLUMNS: Readonly<Record<Exclude<PageSort, 'publishedAt'>, Prisma.Sql>> = {
  step: Prisma.sql`p.step`,
  completion: Prisma.sql`p.seq`,
  probability: Prisma.sql`p.probability`,
  fetchedAt: Prisma.sql`p.fetched_at`,
  depth: Prisma.sql`p.depth`,
};
/** The moment of publication of a row `p` as its sort value. */
export const publicationIn = (order: SortOrder): Prisma.Sql =>
  Prisma.sql`coalesce(p.published_at, ${Prisma.raw(`'${sortValue(order, null)}'`)}::timestamptz)`;
const SORT_TYPES: Readonly<Record<PageSort, Prisma.Sql>> = {
  step: Prisma.sql`int`,
  completion: Prisma.sql`int`,
  probability: Prisma.sql`float8`,
  fetchedAt: Prisma.sql`timestamptz`,
  publishedAt: Prisma.sql`timestamptz`,
  depth: Prisma.sql`int`,
};

/** A list of the rows `p` in one order, from a position on. */
export interface PageOrder {
  readonly column: Prisma.Sql;
  /** The condition for rows after the cursor, starting with AND. */
  readonly past: Prisma.Sql;
  /** Comparison of two rows' sort keys that says which comes first. */
  readonly before: Prisma.Sql;
  /** `ASC` or `DESC`, for the column and then the step. */
  readonly direction: Prisma.Sql;
}

export function pageOrder({
  sort,
  order,
  cursor,
  backward,
}: Pick<PageOrdering, 'sort' | 'order' | 'cursor' | 'backward'>): PageOrder {
  const column = sort === 'publishedAt' ? publicationIn(order) : SORT_COLUMNS[sort];
  const { past: beyond, order: direction } = readingWay(order, backward);
  const past =
    cursor === null
      ? Prisma.empty
      : Prisma.sql`
    AND (${column}, p.step) ${beyond} (${String(cursor.value)}::text::${SORT_TYPES[sort]}, ${cursor.tie}::int)`;
  return { column, past, before: readingWay(order, !backward).past, direction };
}

/** A step without cost, like `isFree`. */
export const FREE = Prisma.sql`(p.outcome = ANY(${outcomesWith({ costs: 'nothing' })}) OR (p.outcome = ANY(${outcomesWith({ costs: 'request' })}) AND cardinality(p.redirects) = 0))`;
/**
 * A failure: a step that cost a fetch and brought no page. Counters of sessions and domains use the same definition.
 */
export const IS_FAILURE = Prisma.sql`p.outcome <> 'page' AND NOT ${FREE}`;

/** The bounds of the probability of a page `p`. */
export const probable = ({
  probabilityMin,
  probabilityMax,
}: Pick<PageCriteria, 'probabilityMin' | 'probabilityMax'>): Prisma.Sql[] => [
  ...(probabilityMin == null ? [] : [Prisma.sql`p.probability >= ${probabilityMin}::float8`]),
  ...(probabilityMax == null ? [] : [Prisma.sql`p.probability <= ${probabilityMax}::float8`]),
];

/**
 * Selects `fetched_at` of the newest fetch that brought the content of a step: its own, or an earlier one of the same
 * URL and session after an answer that the page has not changed.
 */
export const contentFetch = (sessionId: Prisma.Sql, step: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT c.fetched_at FROM pages p JOIN pages c ON c.session_id = p.session_id AND c.final_url_no = p.final_url_no
  WHERE p.session_id = ${sessionId} AND p.step = ${step} AND c.outcome = 'page' AND c.http_status IS DISTINCT FROM 304 AND c.fetched_at <= p.fetched_at
  ORDER BY c.fetched_at DESC LIMIT 1`;

/** Conditions on a page `p`, beginning with AND. A search is not among them. */
export function conditions(criteria: PageCriteria, sessionId: Prisma.Sql): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  const {
    relevant,
    domain,
    probabilityMin,
    probabilityMax,
    outcome,
    outcomes,
    failed,
    httpStatus,
    duplicate,
    rendered,
    depthMin,
    depthMax,
    sourceStep,
    fetchedFrom,
    fetchedTo,
  } = criteria;
  if (relevant != null) parts.push(Prisma.sql`p.relevant = ${relevant}`);
  if (domain != null)
    parts.push(
      Prisma.sql`p.domain_no = (SELECT n.domain_no FROM domains n WHERE n.session_id = ${sessionId} AND n.name = ${domainNamed(domain)})`,
    );
  parts.push(...probable({ probabilityMin, probabilityMax }));
  if (outcome != null) parts.push(Prisma.sql`p.outcome = ${outcome}`);
  if (outcomes) parts.push(Prisma.sql`p.outcome = ANY(${outcomes})`);
  // Its first condition must equal that of the index `pages_failures_idx` literally.
  if (failed) parts.push(IS_FAILURE);
  if (duplicate != null)
    parts.push(duplicate ? Prisma.sql`p.duplicate_of IS NOT NULL` : Prisma.sql`p.duplicate_of IS NULL`);
  if (rendered != null) parts.push(Prisma.sql`p.rendered = ${rendered}`);
  if (httpStatus != null) parts.push(Prisma.sql`p.http_status = ${httpStatus}::int`);
  if (depthMin != null) parts.push(Prisma.sql`p.depth >= ${depthMin}::int`);
  if (depthMax != null) parts.push(Prisma.sql`p.depth <= ${depthMax}::int`);
  if (sourceStep != null) parts.push(Prisma.sql`p.source = ${sourceStep}::int`);
  if (fetchedFrom != null) parts.push(Prisma.sql`p.fetched_at >= ${fetchedFrom}`);
  if (fetchedTo != null) parts.push(Prisma.sql`p.fetched_at < ${fetchedTo}`);
  return parts.length > 0 ? Prisma.sql`AND ${Prisma.join(parts, ' AND ')}` : Prisma.empty;
}

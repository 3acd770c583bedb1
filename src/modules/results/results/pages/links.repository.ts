import { Injectable } from '@nestjs/common';
import {
  commonSession,
  countEach,
  MAX_COUNTED,
  parentIds,
  Prisma,
  readingWay,
  ReadingDatabase,
  type RowCount,
} from '../../../../platform/database/index.js';
import type { KeysetRange } from '../../../../platform/api/index.js';
import type { LinkDto } from '../dto/link.dto.js';
import type { LinkKeyset } from './list-query.js';
import { grouped } from './pages.repository.js';

/** The page whose links are listed. `out`: its own links. `in`: links to it, by any of its URLs. */
export interface LinkParent {
  readonly key: string;
  readonly sessionId: string;
  readonly step: number;
  /** The chosen URL, and the final URL if the page was reached. */
  readonly urlNos: readonly number[];
}
export type LinkDirection = 'in' | 'out';

const OWN_COLUMNS = Prisma.sql`l.session_id, l.source, l.position, l.url_no, l.anchor, l.before, l.after, l.heading, l.place, l.nofollow, l.tag_path_no`;
/**
 * Of the steps for the target, the one with a page counts, otherwise the failed one. Each is found by its URL: `IS
 * TRUE` keeps the planner from the index on outcomes, which nearly all pages share.
 */
export const targetIn = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce(
  (SELECT t.step FROM pages t WHERE t.session_id = ${session} AND t.url_no = l.url_no AND (t.outcome = 'page') IS TRUE ORDER BY t.step DESC LIMIT 1),
  (SELECT t.step FROM pages t WHERE t.session_id = ${session} AND t.final_url_no = l.url_no AND (t.outcome = 'page') IS TRUE ORDER BY t.step DESC LIMIT 1),
  (SELECT t.step FROM pages t WHERE t.session_id = ${session} AND t.url_no = l.url_no ORDER BY t.step DESC LIMIT 1))`;
const columnsIn = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`
  l.session_id AS "sessionId", l.source AS "sourceStep", l.position, f.url AS "sourceUrl", l.url_no AS "urlNo", u.url, l.anchor, l.before, l.after, l.heading,
  l.place, l.nofollow, coalesce((SELECT path FROM tag_paths t WHERE t.session_id = l.session_id AND t.tag_path_no = l.tag_path_no), '') AS "tagPath", u.out_of_scope AS "outOfScope", ${targetIn(session)} AS "targetStep"`;
/** URLs of the link rows `l`, looked up one by one: see the names of pages. */
const namesIn = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CROSS JOIN LATERAL (SELECT url, out_of_scope FROM urls WHERE session_id = ${session} AND url_no = l.url_no LIMIT 1) u
  CROSS JOIN LATERAL (SELECT final_url_no FROM pages WHERE session_id = ${session} AND step = l.source LIMIT 1) s
  CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = ${session} AND url_no = s.final_url_no LIMIT 1) f`;

/** The step has a condition of its own too: pages are found by it, and positions only within them. */
const past = ({ cursor, backward }: KeysetRange<LinkKeyset>): Prisma.Sql => {
  if (cursor === null) return Prisma.empty;
  const { past: beyond } = readingWay('asc', backward);
  return Prisma.sql`AND l.source ${beyond}= ${cursor.source}::int AND (l.source, l.position) ${beyond} (${cursor.source}::int, ${cursor.position}::int)`;
};
const inOrder = ({ backward }: KeysetRange<LinkKeyset>): Prisma.Sql => {
  const { order } = readingWay('asc', backward);
  return Prisma.sql`l.source ${order}, l.position ${order}`;
};

const tableOf = (parents: readonly LinkParent[]): Prisma.Sql => Prisma.sql`
  unnest(${parents.map((p) => p.key)}::text[], ${parents.map((p) => p.sessionId)}::uuid[], ${parents.map((p) => p.step)}::int[],
    ${parents.map((p) => p.urlNos[0])}::int[], ${parents.map((p) => p.urlNos.at(-1))}::int[]) AS k(key, session_id, step, url_a, url_b)`;
const sessionOf = (parents: readonly LinkParent[]): Prisma.Sql =>
  commonSession(
    parents.map((p) => p.sessionId),
    Prisma.sql`k.session_id`,
  );
/** The pages with links to a URL that are read. */
interface LinkingPages {
  readonly from: number;
  readonly most: number;
  readonly backward: boolean;
}
const FIRST_STEP = 0;
const LAST_STEP = 2_147_483_647;
/** Pages with enough links for a part of a list. The page at the cursor may have none after it. */
const linkingFor = ({ cursor, backward, limit }: KeysetRange<LinkKeyset>): LinkingPages => ({
  from: cursor?.source ?? (backward ? LAST_STEP : FIRST_STEP),
  most: limit + 1,
  backward,
});
/** `OFFSET 0` makes the planner look up links page by page. */
const linksTo = (session: Prisma.Sql, { from, most, backward }: LinkingPages): Prisma.Sql => Prisma.sql`
  FROM linking_steps(${session}, ARRAY[k.url_a, k.url_b], ${from}::int, ${most}::int, ${backward}::boolean) AS s (step)
  CROSS JOIN LATERAL (SELECT * FROM links WHERE session_id = ${session} AND source = s.step AND url_no IN (k.url_a, k.url_b) OFFSET 0) l
  WHERE true`;
const linksOfParent = (direction: LinkDirection, session: Prisma.Sql, pages: LinkingPages): Prisma.Sql =>
  direction === 'in'
    ? linksTo(session, pages)
    : Prisma.sql`FROM links l WHERE l.session_id = ${session} AND l.source = k.step`;

@Injectable()
export class LinksRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** A part of the list of each page, in one query, in order of source step and position. */
  async list(
    direction: LinkDirection,
    parents: readonly LinkParent[],
    piece: KeysetRange<LinkKeyset>,
  ): Promise<Map<string, LinkDto[]>> {
    const rows = await this.prisma.$queryRaw<(LinkDto & { key: string })[]>`
      SELECT k.key, ${columnsIn(sessionOf(parents))}
      FROM ${tableOf(parents)}
      CROSS JOIN LATERAL (
        SELECT ${OWN_COLUMNS} ${linksOfParent(direction, sessionOf(parents), linkingFor(piece))} ${past(piece)} ORDER BY ${inOrder(piece)} LIMIT ${piece.limit}
      ) l
      ${namesIn(sessionOf(parents))} ORDER BY k.key, ${inOrder(piece)}`;
    return grouped(
      parents.map(({ key }) => key),
      rows,
    );
  }

  countOf(direction: LinkDirection, parents: readonly LinkParent[]): Promise<Map<string, RowCount>> {
    const pages = { from: FIRST_STEP, most: MAX_COUNTED + 1, backward: false };
    return countEach(this.prisma, tableOf(parents), linksOfParent(direction, sessionOf(parents), pages));
  }

  /** Texts of the first links to each page, in order. */
  async anchorsTo(parents: readonly LinkParent[], limit: number): Promise<Map<string, string[]>> {
    const rows = await this.prisma.$queryRaw<{ key: string; anchors: string[] }[]>`
      SELECT k.key, array_agg(l.anchor ORDER BY l.source, l.position) AS anchors
      FROM ${tableOf(parents)}
      CROSS JOIN LATERAL (
        SELECT l.source, l.position, l.anchor ${linksTo(sessionOf(parents), { from: FIRST_STEP, most: limit, backward: false })}
        ORDER BY l.source, l.position LIMIT ${limit}) l
      GROUP BY k.key`;
    return new Map(rows.map(({ key, anchors }) => [key, anchors]));
  }

  /** The page graph of each session: all its links, in order of source step and position. */
  async ofSessions(sessionIds: readonly string[], piece: KeysetRange<LinkKeyset>): Promise<Map<string, LinkDto[]>> {
    const session = commonSession(sessionIds, Prisma.sql`k.session_id`);
    const rows = await this.prisma.rows<LinkDto & { key: string }>(Prisma.sql`
      SELECT k.session_id::text AS key, ${columnsIn(session)}
      FROM unnest(${sessionIds}::uuid[]) AS k(session_id)
      CROSS JOIN LATERAL (
        SELECT ${OWN_COLUMNS} FROM links l WHERE l.session_id = ${session} ${past(piece)} ORDER BY ${inOrder(piece)} LIMIT ${piece.limit}
      ) l
      ${namesIn(session)} ORDER BY key, ${inOrder(piece)}`);
    return grouped(sessionIds, rows);
  }

  countOfSessions(sessionIds: readonly string[]): Promise<Map<string, RowCount>> {
    return countEach(
      this.prisma,
      parentIds(sessionIds),
      Prisma.sql`FROM links l WHERE l.session_id = ${commonSession(sessionIds, Prisma.sql`k.key`)}`,
    );
  }

  /** The link by which each page was reached; seeds have none. */
  async followed(sessionId: string, steps: readonly number[]): Promise<Map<number, LinkDto>> {
    const session = Prisma.sql`${sessionId}::uuid`;
    const rows = await this.prisma.$queryRaw<(LinkDto & { key: number })[]>`
      SELECT p.step AS key, ${columnsIn(session)}
      FROM pages p
      CROSS JOIN LATERAL (
        SELECT ${OWN_COLUMNS} FROM links l WHERE l.session_id = ${session} AND l.source = p.source AND l.url_no = p.url_no ORDER BY l.position LIMIT 1
      ) l
      ${namesIn(session)} WHERE p.session_id = ${session} AND p.step = ANY(${steps}::int[])`;
    return new Map(rows.map(({ key, ...link }) => [key, link]));
  }
}

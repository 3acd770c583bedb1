import { Injectable } from '@nestjs/common';
import type { KeysetRange } from '../../../../platform/api/index.js';
import { countRows, Prisma, readingWay, ReadingDatabase, type RowCount } from '../../../../platform/database/index.js';

/** Number of URLs found by a set of sessions: bit n represents session n. */
interface FoundTogether {
  readonly found: number;
  readonly count: number;
}

/** Filter of URLs by the numbers of sessions. */
interface FindsFilter {
  readonly onlyBy: number | null;
  readonly missedBy: number | null;
}

/** A URL with its first relevant step in each session; null for sessions without it. */
export interface FoundRow {
  /** Its position in the list: 8 times the first of the steps, plus the number of that session. */
  readonly place: number;
  readonly steps: readonly (number | null)[];
}

/** The fields of a page that a session found. */
export interface FoundPage {
  readonly no: number;
  readonly step: number;
  readonly url: string;
  readonly title: string | null;
  readonly completed: number;
  readonly probability: number;
}

/** The factor of steps in positions: a power of two above the largest number of sessions. */
const PLACES = 8;

/** The relevant URLs of the sessions, with the number of each session. Compares 64-bit hashes of canonical URLs. */
const finds = (ids: readonly string[]): Prisma.Sql => Prisma.sql`
  (SELECT k.no, f.step, f.url_hash AS url FROM unnest(${ids}::uuid[], ${ids.map((_, no) => no)}::int[]) AS k(id, no) JOIN found_urls f ON f.session_id = k.id) finds`;

function having({ onlyBy, missedBy }: FindsFilter): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  if (onlyBy !== null) parts.push(Prisma.sql`bit_or(1 << no) = ${2 ** onlyBy}::int`);
  if (missedBy !== null) parts.push(Prisma.sql`bit_or(1 << no) & ${2 ** missedBy}::int = 0`);
  return parts.length > 0 ? Prisma.sql`AND ${Prisma.join(parts, ' AND ')}` : Prisma.empty;
}

/** Compares the results of sessions. */
@Injectable()
export class ComparisonRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** Reads the URLs of all sessions once. */
  foundTogether(ids: readonly string[]): Promise<FoundTogether[]> {
    return this.prisma.rows<FoundTogether>(Prisma.sql`
      SELECT found, count(*)::int AS count FROM (SELECT bit_or(1 << no) AS found FROM ${finds(ids)} GROUP BY url) urls GROUP BY found`);
  }

  /** A part of the URLs, earliest found first. */
  async list(
    ids: readonly string[],
    asked: FindsFilter,
    { cursor, backward, limit }: KeysetRange<number>,
  ): Promise<FoundRow[]> {
    const { past, order } = readingWay('asc', backward);
    const beyond = cursor === null ? Prisma.empty : Prisma.sql`AND min(step * ${PLACES} + no) ${past} ${cursor}::int`;
    const steps = Prisma.join(ids.map((_, no) => Prisma.sql`min(step) FILTER (WHERE no = ${no}::int)`));
    return this.prisma.rows<FoundRow>(Prisma.sql`
      SELECT min(step * ${PLACES} + no) AS place, ARRAY[${steps}] AS steps FROM ${finds(ids)} GROUP BY url HAVING true ${having(asked)} ${beyond}
      ORDER BY place ${order} LIMIT ${limit}`);
  }

  countOf(ids: readonly string[], asked: FindsFilter): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM ${finds(ids)} GROUP BY url HAVING true ${having(asked)}`);
  }

  /** Pages by the number of their session and their step. */
  pagesOf(
    ids: readonly string[],
    found: readonly { readonly no: number; readonly step: number }[],
  ): Promise<FoundPage[]> {
    return this.prisma.rows<FoundPage>(Prisma.sql`
      SELECT k.no, p.step, u.url, p.title, p.seq + 1 AS completed, p.probability
      FROM unnest(${found.map(({ no }) => no)}::int[], ${found.map(({ step }) => step)}::int[]) AS k(no, step)
      CROSS JOIN LATERAL (SELECT * FROM pages WHERE session_id = (${ids}::uuid[])[k.no + 1] AND step = k.step LIMIT 1) p
      CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = p.session_id AND url_no = p.final_url_no LIMIT 1) u`);
  }
}

import { Injectable } from '@nestjs/common';
import { Prisma, ReadingDatabase } from '../../../../platform/database/index.js';
import type { DomainPathDto } from '../dto/domain-paths.dto.js';

/** Filter of a domain's folders. */
interface PathsFilter {
  /** Host and folders, with a `/` at the end; empty for all hosts. */
  readonly under: string;
  readonly levels: number;
  readonly limit: number;
}

@Injectable()
export class DomainPathsRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** The folders of a domain with their page counts. Reads the steps of the domain once. */
  async list(sessionId: string, domainNo: number, { under, levels, limit }: PathsFilter): Promise<DomainPathDto[]> {
    const above = under.split('/').length - 1;
    return this.prisma.rows<DomainPathDto>(Prisma.sql`
      SELECT path, level, sum(pages)::int AS pages, sum(relevant)::int AS relevant, sum(steps - pages)::int AS failed
      FROM (
        SELECT g.*, level, array_to_string(g.folders[:${above}::int + level], '/') || '/' COLLATE "C" AS path
        FROM (
          SELECT string_to_array(folder, '/') AS folders, count(*) AS steps, count(*) FILTER (WHERE outcome = 'page') AS pages, count(*) FILTER (WHERE relevant) AS relevant
          FROM (
            SELECT p.outcome, p.relevant, array_to_string((trim_array(string_to_array(u.place, '/'), 1))[:${above + levels}::int], '/') AS folder
            FROM pages p
            CROSS JOIN LATERAL (
              SELECT split_part(split_part(split_part(url, '://', 2), '?', 1), '#', 1) AS place FROM urls WHERE session_id = p.session_id AND url_no = p.final_url_no LIMIT 1
            ) u
            WHERE p.session_id = ${sessionId}::uuid AND p.domain_no = ${domainNo}::int AND starts_with(u.place, ${under}) AND u.place LIKE '%/%'
          ) visited
          GROUP BY folder
        ) g
        CROSS JOIN LATERAL generate_series(1, least(${levels}::int, cardinality(g.folders) - ${above}::int)) AS level
      ) parts
      GROUP BY path, level ORDER BY sum(steps) DESC, level, path LIMIT ${limit}::int`);
  }
}

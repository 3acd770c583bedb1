import { Injectable } from '@nestjs/common';
import type { PageLink } from '../../../domain/page/index.js';
import { Prisma, PrismaService } from '../../../platform/database/index.js';
import {
  linkedTagPaths,
  linkedUrls,
  linksOfRow,
  PACKED_LINKS,
  type PackedLinksRow,
} from '../../base/page-links/index.js';
import { PageTextReader, type TextRow } from '../../base/page-texts/index.js';
import type { StoredPage } from '../lab/index.js';

/** The number of links of a session's pages, and the number of them to pages that it did not fetch. */
interface GraphLinks {
  readonly links: number;
  readonly outLinks: number;
}

interface PageRow {
  readonly step: number;
  readonly url: string;
  readonly finalUrl: string;
  readonly relevant: boolean;
  readonly probability: number;
  readonly truncated: boolean;
  readonly noindex: boolean;
  readonly title: string;
  readonly description: string;
  readonly headings: string[];
  readonly language: string;
  readonly text: string;
  readonly mainText: string;
}
/** Pages per read: with their texts and links some MB. */
const PAGES_AT_ONCE = 50;

/** The pages and links of an ended session. */
@Injectable()
export class StoredGraphsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly pageTexts: PageTextReader,
  ) {}

  async linksOf(sessionId: string): Promise<GraphLinks> {
    const [row] = await this.prisma.$queryRaw<GraphLinks[]>`
      WITH fetched AS (
        SELECT url_no FROM pages WHERE session_id = ${sessionId}::uuid AND outcome = 'page'
        UNION SELECT final_url_no FROM pages WHERE session_id = ${sessionId}::uuid AND outcome = 'page')
      SELECT count(*)::int AS links, (count(*) FILTER (WHERE f.url_no IS NULL))::int AS "outLinks"
      FROM page_links l JOIN pages p ON p.session_id = l.session_id AND p.step = l.source AND p.outcome = 'page'
      CROSS JOIN LATERAL unnest(l.url_nos) AS n (url_no) LEFT JOIN fetched f ON f.url_no = n.url_no WHERE l.session_id = ${sessionId}::uuid`;
    return row;
  }

  /** The first visit of each page, in the order of the steps, batch by batch. */
  async *pages(sessionId: string): AsyncGenerator<StoredPage[]> {
    const seen = new Set<string>();
    for (let from = 0; ;) {
      const rows = await this.prisma.$queryRaw<(PageRow & TextRow)[]>`
        SELECT step, (SELECT u.url FROM urls u WHERE u.session_id = p.session_id AND u.url_no = p.url_no) AS url,
          (SELECT u.url FROM urls u WHERE u.session_id = p.session_id AND u.url_no = p.final_url_no) AS "finalUrl",
          relevant, probability, truncated, noindex, coalesce(title, '') AS title, coalesce(description, '') AS description, headings,
          coalesce(language, '') AS language, coalesce(text, '') AS text, coalesce(main_text, main_text_of(text, main_ranges), '') AS "mainText", text_place AS "textPlace"
        FROM pages p WHERE session_id = ${sessionId}::uuid AND outcome = 'page' AND step >= ${from} ORDER BY step LIMIT ${PAGES_AT_ONCE}`;
      const last = rows.at(-1);
      if (last === undefined) return;
      from = last.step + 1;
      const first = rows.filter(({ finalUrl }) => !seen.has(finalUrl) && seen.add(finalUrl));
      if (first.length === 0) continue;
      const links = await this.pieceOfLinks(
        sessionId,
        first.map(({ step }) => step),
      );
      const whole = await this.pageTexts.whole(sessionId, first);
      yield whole.map((row) => toStoredPage({ ...row, mainText: row.mainText ?? '' }, links.get(row.step) ?? []));
    }
  }

  private async pieceOfLinks(sessionId: string, steps: readonly number[]): Promise<Map<number, PageLink[]>> {
    const rows = await this.prisma.$queryRaw<PackedLinksRow[]>`
      SELECT ${Prisma.raw(PACKED_LINKS)} FROM page_links l WHERE l.session_id = ${sessionId}::uuid AND l.source = ANY(${[...steps]}::int[])`;
    const pages = rows.map(linksOfRow);
    const urls = await linkedUrls((query) => this.prisma.$queryRaw(query), sessionId, pages);
    const paths = await linkedTagPaths((query) => this.prisma.$queryRaw(query), sessionId, pages);
    return new Map(
      rows.map(({ source }, i) => [
        source,
        pages[i].map(({ urlNo, tagPathNo, ...link }, position) => ({
          ...link,
          url: urls.get(urlNo) ?? '',
          tagPath: paths.get(tagPathNo) ?? '',
          position,
        })),
      ]),
    );
  }
}

const toStoredPage = (
  { url, finalUrl, relevant, probability, title, description, headings, language, text, mainText, ...row }: PageRow,
  links: readonly PageLink[],
): StoredPage => ({
  ...{ url, finalUrl, relevant, probability },
  page: {
    ...{ title, description, headings, language, text, mainText, links },
    published: null,
    canonical: '',
    // The stored links already reflect the page's robots directives.
    robots: '',
    feeds: [],
    noindex: row.noindex,
    nofollow: false,
    truncated: row.truncated,
  },
});

import { Injectable } from '@nestjs/common';
import type { LinkPlace, PageLink } from '../../domain/page/index.js';
import { Prisma, PrismaService } from '../../platform/database/index.js';
import { PageTextReader, type TextRow } from '../page-texts/index.js';
import type { StoredPage } from '../lab/index.js';

/** How many links the pages of a session have, and how many of them lead to pages that it did not fetch. */
export interface GraphLinks {
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
type LinkRow = readonly [
  url: string,
  anchor: string,
  before: string,
  after: string,
  heading: string,
  place: LinkPlace,
  nofollow: boolean,
  tagPath: string,
];

/** Pages read at once: with their texts and links some MB. */
const PAGES_AT_ONCE = 50;

/** The pages and links of a session that has ended. */
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
      FROM links l JOIN pages p ON p.session_id = l.session_id AND p.step = l.source AND p.outcome = 'page'
      LEFT JOIN fetched f ON f.url_no = l.url_no WHERE l.session_id = ${sessionId}::uuid`;
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
      const links = await this.#linksOf(
        sessionId,
        first.map(({ step }) => step),
      );
      const whole = await this.pageTexts.whole(sessionId, first);
      yield whole.map((row) => toStoredPage({ ...row, mainText: row.mainText ?? '' }, links.get(row.step) ?? []));
    }
  }

  async #linksOf(sessionId: string, steps: readonly number[]): Promise<Map<number, PageLink[]>> {
    const rows = await this.prisma.$queryRaw<{ source: number; links: LinkRow[] }[]>`
      SELECT l.source, json_agg(json_build_array(
          (SELECT u.url FROM urls u WHERE u.session_id = l.session_id AND u.url_no = l.url_no), l.anchor, l.before, l.after, l.heading, l.place, l.nofollow,
          coalesce((SELECT t.path FROM tag_paths t WHERE t.session_id = l.session_id AND t.tag_path_no = l.tag_path_no), '')) ORDER BY l.position) AS links
      FROM links l WHERE l.session_id = ${sessionId}::uuid AND l.source IN (${Prisma.join([...steps])}) GROUP BY l.source`;
    return new Map(
      rows.map(({ source, links }) => [
        source,
        links.map(([url, anchor, before, after, heading, place, nofollow, tagPath], position) => ({
          ...{ url, anchor, before, after, heading, place, nofollow, tagPath, position },
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
    canonical: '',
    // What a page's own directives decided is in its links already.
    robots: '',
    feeds: [],
    noindex: row.noindex,
    nofollow: false,
    truncated: row.truncated,
  },
});

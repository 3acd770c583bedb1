import { Injectable } from '@nestjs/common';
import type { SpiderLink } from '../../../domain/spiders/index.js';
import { ofProject, Prisma, PrismaService } from '../../../platform/database/index.js';
import { linkedUrls, linksOfRow, PACKED_LINKS, type PackedLinksRow } from '../../base/page-links/index.js';
import { PageTextReader, type TextRow } from '../../base/page-texts/index.js';

/** The fields of a session needed for training a spider. */
export interface CrawledWeb {
  readonly id: string;
  readonly policy: string;
  readonly seeds: readonly string[];
  readonly fetched: number;
  readonly relevant: number;
  /** Probability from which its model calls a page relevant. */
  readonly threshold: number;
}

/** A fetched page of a session with its links. URLs have their numbers within the session. */
interface CrawledPage {
  readonly step: number;
  /** The numbers of its URL before and after redirects. */
  readonly urlNo: number;
  readonly finalUrlNo: number;
  readonly relevant: boolean;
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  readonly mainText: string;
  readonly links: readonly SpiderLink[];
}

/** The policy's explanation of a page's choice; null for seeds and unrecorded ones. */
interface CrawledChoice {
  readonly step: number;
  readonly relevant: boolean;
  /** By the session's model. */
  readonly probability: number;
  readonly chosenBy: Readonly<Record<string, number>> | null;
}

type PageRow = Omit<CrawledPage, 'links'>;

/** Pages per read: with their texts and links some MB. */
const PAGES_AT_ONCE = 50;
/** Choices per read: less than a MB. */
const CHOICES_AT_ONCE = 1_000;

/** The stored pages and links of sessions: the webs for training spiders. */
@Injectable()
export class CrawledWebsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly pageTexts: PageTextReader,
  ) {}

  findMany(sessionIds: readonly string[]): Promise<CrawledWeb[]> {
    return this.prisma.$queryRaw<CrawledWeb[]>`
      SELECT s.id, s.policy, s.seeds, s.fetched, s.relevant, m.threshold
      FROM sessions s JOIN models m ON m.id = s.model_id WHERE ${ofProject('s')} AND s.id = ANY(${sessionIds}::uuid[])`;
  }

  /** The pages of a session in the order of their steps, batch by batch. */
  async *pages(sessionId: string, limit: number): AsyncGenerator<CrawledPage[]> {
    let from = 0;
    for (let left = limit; left > 0;) {
      const stored = await this.prisma.$queryRaw<(PageRow & TextRow)[]>`
        SELECT step, url_no AS "urlNo", final_url_no AS "finalUrlNo", relevant, coalesce(title, '') AS title, headings, coalesce(text, '') AS text,
          coalesce(main_text, main_text_of(text, main_ranges), '') AS "mainText", text_place AS "textPlace"
        FROM pages WHERE session_id = ${sessionId}::uuid AND outcome = 'page' AND step >= ${from}
        ORDER BY step LIMIT ${Math.min(left, PAGES_AT_ONCE)}`;
      const last = stored.at(-1);
      if (last === undefined) return;
      const rows = await this.pageTexts.whole(sessionId, stored);
      const links = await this.linksOf(
        sessionId,
        rows.map(({ step }) => step),
      );
      yield rows.map((row) => ({ ...row, mainText: row.mainText ?? '', links: links.get(row.step) ?? [] }));
      from = last.step + 1;
      left -= rows.length;
    }
  }

  /** The choices of a session's pages, in the order of their steps, batch by batch. */
  async *choices(sessionId: string, limit: number): AsyncGenerator<CrawledChoice[]> {
    let from = 0;
    for (let left = limit; left > 0;) {
      const rows = await this.prisma.$queryRaw<CrawledChoice[]>`
        SELECT step, relevant, probability, nullif(why->'features', 'null'::jsonb) AS "chosenBy"
        FROM pages WHERE session_id = ${sessionId}::uuid AND outcome = 'page' AND step >= ${from}
        ORDER BY step LIMIT ${Math.min(left, CHOICES_AT_ONCE)}`;
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      from = last.step + 1;
      left -= rows.length;
    }
  }

  private async linksOf(sessionId: string, steps: readonly number[]): Promise<Map<number, SpiderLink[]>> {
    const rows = await this.prisma.$queryRaw<PackedLinksRow[]>`
      SELECT ${Prisma.raw(PACKED_LINKS)} FROM page_links l WHERE l.session_id = ${sessionId}::uuid AND l.source = ANY(${[...steps]}::int[])`;
    const pages = rows.map(linksOfRow);
    const urls = await linkedUrls((query) => this.prisma.$queryRaw(query), sessionId, pages);
    return new Map(
      rows.map(({ source }, i) => [
        source,
        pages[i].map(({ urlNo, anchor, before, after }) => ({
          ...{ urlNo, url: urls.get(urlNo) ?? '', anchor, before, after },
        })),
      ]),
    );
  }
}

import { Injectable } from '@nestjs/common';
import { meaningOf } from '../../../../../domain/fetching/index.js';
import { DomainError } from '../../../../../platform/errors/index.js';
import { Semaphore } from '../../../../../platform/concurrency/index.js';
import { type ArchivedPage, ArchiveStore, type PageCatalog } from '../../../../base/archive/index.js';
import { SessionsService } from '../../../../crawl/sessions/index.js';
import type { ContentSource } from '../../dto/content.dto.js';
import type { PageDto, PageTexts } from '../../dto/page.dto.js';
import { PagesRepository } from '../pages.repository.js';
import { archivedMarkdown, CONTENT_TIMEOUT_MS, ifGone } from './archived-markdown.js';

/** Most concurrent exports with Markdown: each may have the entries of a few WARC files in memory. */
const AT_ONCE = 8;
/** Pages converted concurrently by one export, and by all of them together. */
const AHEAD = 4;

type Page = PageDto & Partial<PageTexts>;
/** Null for a step without a page. */
interface WithMarkdown {
  readonly markdown: string | null;
  readonly markdownSource: ContentSource | null;
}

/** Converts many pages to Markdown, for exports. */
@Injectable()
export class BulkMarkdown {
  private busy = 0;
  private readonly turns = new Semaphore(AHEAD, AT_ONCE * AHEAD * 2, 'pages are being made into Markdown');

  constructor(
    private readonly sessions: SessionsService,
    private readonly archives: ArchiveStore,
    private readonly pages: PagesRepository,
  ) {}

  /**
   * Pages with their Markdown, in the same order.
   *
   * @param pages with their texts
   * @param keepsTexts whether the texts stay
   * @throws DomainError UNAVAILABLE if too many such exports are running
   */
  withMarkdown(sessionId: string, pages: AsyncIterable<Page>, keepsTexts: boolean): AsyncGenerator<object> {
    if (this.busy >= AT_ONCE)
      throw new DomainError(
        'UNAVAILABLE',
        `${AT_ONCE} exports with Markdown are running: try again when one has ended`,
      );
    return this.made(sessionId, pages, keepsTexts);
  }

  private async find(catalog: PageCatalog, page: Page): Promise<ArchivedPage | null> {
    const { sessionId, step, httpStatus } = page;
    const fetchedAt = httpStatus === 304 ? await this.pages.contentFetchedAt(sessionId, step) : page.fetchedAt;
    return fetchedAt && catalog.find({ finalUrl: page.finalUrl, fetchedAt });
  }

  private async *made(sessionId: string, pages: AsyncIterable<Page>, keepsTexts: boolean): AsyncGenerator<object> {
    this.busy++;
    try {
      const session = await this.sessions.get(sessionId);
      const catalog = session.config.archive ? await this.archives.catalogOf(session).catch(ifGone) : null;
      const markdownOf = async (page: Page): Promise<WithMarkdown> => {
        if (meaningOf(page.outcome).gives !== 'page') return { markdown: null, markdownSource: null };
        const found = catalog === null ? null : await this.find(catalog, page);
        const made = found && (await archivedMarkdown(found, page.finalUrl, AbortSignal.timeout(CONTENT_TIMEOUT_MS)));
        if (made !== null) return { markdown: made.content, markdownSource: made.source };
        const { markdownOfTexts } = await import('./markdown.js');
        return { markdown: markdownOfTexts(textsOf(page)), markdownSource: 'stored' };
      };
      yield* inTurn(pages, async (page) => {
        const { headings: _, text: __, mainText: ___, ...short } = page;
        return { ...(keepsTexts ? page : short), ...(await this.turns.run(() => markdownOf(page))) };
      });
    } finally {
      this.busy--;
    }
  }
}

const textsOf = ({ title, headings, mainText }: Page) => ({
  title,
  headings: headings ?? [],
  mainText: mainText ?? null,
});

/** Runs a few works concurrently, and yields their results in order. */
async function* inTurn<A, B>(items: AsyncIterable<A>, work: (item: A) => Promise<B>): AsyncGenerator<B> {
  const running: Promise<B>[] = [];
  for await (const item of items) {
    const next = work(item);
    // Its failure is thrown at its turn, if reached.
    next.catch(() => undefined);
    running.push(next);
    if (running.length >= AHEAD) yield (await running.shift()) as B;
  }
  for (const last of running) yield await last;
}

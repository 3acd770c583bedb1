import { Injectable } from '@nestjs/common';
import { meaningOf } from '../../../../../domain/fetching/index.js';
import { shownText } from '../../../../../domain/text/index.js';
import { DomainError } from '../../../../../platform/errors/index.js';
import { Semaphore } from '../../../../../platform/concurrency/index.js';
import { type ArchivedPage, ArchiveStore } from '../../../../base/archive/index.js';
import { type Session, SessionsService } from '../../../../crawl/sessions/index.js';
import type { PageContentDto, PageFormat } from '../../dto/content.dto.js';
import type { PageDto } from '../../dto/page.dto.js';
import { PagesRepository } from '../pages.repository.js';
import { type ArchivedHtml, archivedHtml } from './archived-html.js';
import { archivedMarkdown, CONTENT_TIMEOUT_MS, ifGone } from './archived-markdown.js';

/** Concurrent reads of contents, each of some megabytes, and waiting calls. */
const AT_ONCE = 4;
const MAX_WAITING = 200;
/** Most characters of HTML in a response. */
const MAX_HTML_CHARS = 10_000_000;

/** The fields of a page that locate its contents. */
type ContentPage = Pick<PageDto, 'sessionId' | 'step' | 'outcome' | 'finalUrl' | 'fetchedAt' | 'title'>;

/** Text, HTML and Markdown of single pages. */
@Injectable()
export class ContentsService {
  private readonly turns = new Semaphore(AT_ONCE, MAX_WAITING, 'contents of pages are being read');

  constructor(
    private readonly sessions: SessionsService,
    private readonly pages: PagesRepository,
    private readonly archives: ArchiveStore,
  ) {}

  /**
   * Null for a step without a page.
   *
   * @throws DomainError NOT_FOUND for session or archived page; INVALID_STATE for HTML of a session without an archive;
   * GONE if that is missing; UNAVAILABLE if too many are being read
   */
  async of(page: ContentPage, format: PageFormat): Promise<PageContentDto | null> {
    if (meaningOf(page.outcome).gives !== 'page') return null;
    if (format === 'text') return this.stored(page, format);
    const session = await this.sessions.get(page.sessionId);
    return this.turns.run(async () => {
      const signal = AbortSignal.timeout(CONTENT_TIMEOUT_MS);
      if (format === 'html') return { format, ...this.cut(await this.html(page, session, signal)) };
      return (session.config.archive ? await this.markdown(page, session, signal) : null) ?? this.stored(page, format);
    });
  }

  private async html(page: ContentPage, session: Session, signal: AbortSignal): Promise<ArchivedHtml> {
    const { config } = session;
    if (!config.archive)
      throw new DomainError(
        'INVALID_STATE',
        'the HTML of pages is kept in the archive of their session, and this one keeps none: its setting `archive` is off',
        { field: 'archive', allowed: 'a session that was created with `archive: true`; the formats text and markdown' },
      );
    const found = await this.find(page, session);
    // Without conditional requests every page was sent, and archived before it was stored.
    const isReused = page.outcome === 'reused';
    if (found === null && !isReused && !config.trackChanges && this.archives.isAllSeen(session))
      throw new DomainError('GONE', `the file of the archive that had page ${page.step} is missing`, {
        details: { kind: 'content', id: String(page.step) },
      });
    const read = found && (await archivedHtml(found, page.finalUrl, signal));
    if (read !== null) return read;
    throw new DomainError(
      'NOT_FOUND',
      `the archive of the session has no copy of page ${page.step}: ${isReused ? meaningOf(page.outcome).means : 'a server that says that a page has not changed does not send it again'}`,
      { details: { kind: 'content', id: String(page.step) } },
    );
  }

  private find({ finalUrl, fetchedAt }: ContentPage, session: Session): Promise<ArchivedPage | null> {
    return this.archives.pageOf(session, { finalUrl, fetchedAt });
  }

  private async markdown(page: ContentPage, session: Session, signal: AbortSignal): Promise<PageContentDto | null> {
    const found = await this.find(page, session).catch(ifGone);
    const made = found && (await archivedMarkdown(found, page.finalUrl, signal));
    return made && { format: 'markdown', ...made };
  }

  private async stored(page: ContentPage, format: 'text' | 'markdown'): Promise<PageContentDto> {
    const texts = (await this.pages.texts(page.sessionId, [page.step])).get(page.step);
    if (format === 'text') return { format, source: 'stored', truncated: false, content: shownText(texts?.text ?? '') };
    const { markdownOfTexts } = await import('./markdown.js');
    const { headings = [], mainText = null } = texts ?? {};
    const content = markdownOfTexts({ title: page.title, headings, mainText });
    return { format, source: 'stored', truncated: false, content };
  }

  private cut({ html, source, truncated }: ArchivedHtml): Pick<PageContentDto, 'content' | 'source' | 'truncated'> {
    return { source, content: html.slice(0, MAX_HTML_CHARS), truncated: truncated || html.length > MAX_HTML_CHARS };
  }
}

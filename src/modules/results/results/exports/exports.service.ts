import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { DomainError } from '../../../../platform/errors/index.js';
import { type ArchiveContent, ArchiveStore } from '../../../base/archive/index.js';
import { type Session, SessionsService } from '../../../crawl/sessions/index.js';
import { BulkMarkdown } from '../pages/contents/bulk-markdown.js';
import { domainSortValue, DomainsRepository } from '../domains/domains.repository.js';
import type { DomainDto } from '../dto/domain.dto.js';
import type { PageDto, PageTexts } from '../dto/page.dto.js';
import { DOMAIN_COLUMNS, LINK_COLUMNS, MARKDOWN_COLUMNS, PAGE_COLUMNS, TEXT_COLUMNS } from './export-columns.js';
import type { DomainsWanted, PageParts, PagesWanted } from './export-form.js';
import { exportStream, type ExportFormat } from './export-format.js';
import { inBatches } from './in-batches.js';
import { LinksRepository } from '../pages/links.repository.js';
import {
  type Keyset,
  type LinkKeyset,
  type PageCriteria,
  type PageOrdering,
  sortValue,
  wholeList,
} from '../pages/list-query.js';
import { PagesRepository, pageSortValue } from '../pages/pages.repository.js';

/** Rows per query: a few hundred kilobytes. Texts are up to a hundred times as long as the rest of a page. */
const BATCH_ROWS = 500;
const BATCH_ROWS_WITH_TEXTS = 25;
/** About a megabyte: in some orders each batch reads all domains of the session. */
const BATCH_DOMAINS = 5_000;

/**
 * Called with the share of an export that has been read, from 0 to 1.
 *
 * @param leftOut pages so far that no archive has
 */
export type OnShare = (share: number, leftOut?: number) => void;

/**
 * Complete lists as files. They are read in batches at the client's pace; a session that is running or being deleted
 * ends them early, never incorrectly.
 */
@Injectable()
export class ExportsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly pageRows: PagesRepository,
    private readonly domainRows: DomainsRepository,
    private readonly linkRows: LinksRepository,
    private readonly archives: ArchiveStore,
    private readonly bulk: BulkMarkdown,
  ) {}

  /**
   * Pages in order of completion, unless the filter names another one. @throws DomainError NOT_FOUND; UNAVAILABLE if
   * too many exports with Markdown are running
   */
  async pages(
    sessionId: string,
    criteria: PagesWanted,
    format: ExportFormat,
    { texts, markdown }: PageParts,
    onShare?: OnShare,
  ): Promise<Readable> {
    const { completed } = await this.sessions.get(sessionId);
    const readsTexts = texts || markdown;
    const limit = readsTexts ? BATCH_ROWS_WITH_TEXTS : BATCH_ROWS;
    const ordering = wholeList(criteria, 'completion');
    const isUsual = ordering.sort === 'completion' && ordering.order === 'asc';
    const rows = isUsual
      ? inBatches(
          limit,
          -1,
          (after: number) => this.pageRows.readOn(sessionId, criteria, after, limit, readsTexts),
          (page) => page.seq,
        )
      : this.sortedPages(sessionId, criteria, { ...ordering, limit }, readsTexts);
    let passed = 0;
    const columns = [...PAGE_COLUMNS, ...(texts ? TEXT_COLUMNS : []), ...(markdown ? MARKDOWN_COLUMNS : [])];
    const doneWith = ({ seq }: PageDto): number => (isUsual ? seq + 1 : ++passed);
    const counted = onShare ? counting(rows, (page) => onShare(share(doneWith(page), completed))) : rows;
    return exportStream(markdown ? this.bulk.withMarkdown(sessionId, counted, texts) : counted, format, columns);
  }

  /** Reads pages in another order than that of completion. */
  private sortedPages(
    sessionId: string,
    criteria: PageCriteria,
    ordering: Omit<PageOrdering, 'cursor'>,
    readsTexts: boolean,
  ): AsyncGenerator<PageDto & Partial<PageTexts>> {
    const parent = { key: sessionId, sessionId };
    const read = async (cursor: Keyset | null): Promise<(PageDto & Partial<PageTexts>)[]> => {
      const pages = (await this.pageRows.list([parent], criteria, { ...ordering, cursor })).get(sessionId) ?? [];
      if (!readsTexts) return pages;
      const steps = pages.map(({ step }) => step);
      const texts = await this.pageRows.texts(sessionId, steps);
      return pages.map((page) => Object.assign(page, texts.get(page.step)));
    };
    return inBatches(ordering.limit, null, read, (page) => ({
      value: sortValue(ordering.order, pageSortValue(ordering.sort, page)),
      tie: page.step,
    }));
  }

  /** Domains in order of discovery, unless the filter names another one. @throws DomainError NOT_FOUND */
  async domains(sessionId: string, criteria: DomainsWanted, format: ExportFormat): Promise<Readable> {
    await this.requireSession(sessionId);
    const ordering = wholeList(criteria, 'domainNo');
    const read = async (cursor: Keyset | null): Promise<DomainDto[]> =>
      (await this.domainRows.list([sessionId], criteria, { ...ordering, cursor, limit: BATCH_DOMAINS })).get(
        sessionId,
      ) ?? [];
    const rows = inBatches(BATCH_DOMAINS, null, read, (domain) => ({
      value: domainSortValue(ordering.sort, ordering.order, domain),
      tie: domain.domainNo,
    }));
    return exportStream(rows, format, DOMAIN_COLUMNS);
  }

  /** The page graph in order of source step. @throws DomainError NOT_FOUND */
  async links(sessionId: string, format: ExportFormat, onShare?: OnShare): Promise<Readable> {
    const { completed } = await this.sessions.get(sessionId);
    const read = async (cursor: LinkKeyset | null) =>
      (await this.linkRows.ofSessions([sessionId], { cursor, backward: false, limit: BATCH_ROWS })).get(sessionId) ??
      [];
    const rows = inBatches<Awaited<ReturnType<typeof read>>[number], LinkKeyset | null>(
      BATCH_ROWS,
      null,
      read,
      ({ sourceStep, position }) => ({ source: sourceStep, position }),
    );
    const counted = onShare ? counting(rows, ({ sourceStep }) => onShare(share(sourceStep, completed))) : rows;
    return exportStream(counted, format, LINK_COLUMNS);
  }

  /**
   * The session's archive so far, as WARC. @throws DomainError NOT_FOUND; INVALID_STATE if it keeps no archive; GONE if
   * that is missing
   */
  async archive(sessionId: string): Promise<ArchiveContent> {
    return this.archives.contentOf(await this.requireArchive(sessionId));
  }

  /** The same from its first byte to its last. @throws Error if its files are removed while it is read */
  async wholeArchive(sessionId: string, onShare?: OnShare): Promise<Readable> {
    const { bytes, read } = await this.archive(sessionId);
    const whole = async function* (): AsyncGenerator<Buffer> {
      let at = 0;
      for await (const piece of read(0, bytes) as AsyncIterable<Buffer>) {
        at += piece.length;
        onShare?.(share(at, bytes));
        yield piece;
      }
      if (at < bytes) throw new Error(`the archive of session ${sessionId} was removed while it was read`);
    };
    return Readable.from(whole(), { objectMode: false });
  }

  /** @throws DomainError NOT_FOUND */
  async requireSession(sessionId: string): Promise<void> {
    await this.sessions.requireExisting(sessionId);
  }

  /** @throws DomainError NOT_FOUND; INVALID_STATE for a search of pages that cannot be searched */
  async requirePages(sessionId: string, criteria: PageCriteria): Promise<void> {
    await this.requireSession(sessionId);
    await this.pageRows.check(sessionId, criteria);
  }

  /** @throws DomainError NOT_FOUND; INVALID_STATE if the session keeps no archive */
  async requireArchive(sessionId: string): Promise<Session> {
    const session = await this.sessions.get(sessionId);
    if (session.config.archive) return session;
    throw new DomainError('INVALID_STATE', 'the session keeps no archive: its setting `archive` is off', {
      field: 'archive',
      allowed: 'a session that was created with `archive: true`',
    });
  }
}

/** At most 1, because a running session grows meanwhile. */
export const share = (done: number, all: number): number => Math.min(1, done / Math.max(1, all));

export async function* counting<T>(rows: AsyncIterable<T>, passed: (row: T) => void): AsyncGenerator<T> {
  for await (const row of rows) {
    passed(row);
    yield row;
  }
}

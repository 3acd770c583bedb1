import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { shownText } from '../../../domain/text/index.js';
import { invalid } from '../../../platform/errors/index.js';
import { withScope } from '../../../platform/scope/index.js';
import { element, xmlLines } from '../../base/feeds/index.js';
import { TopicsService } from '../../topics/topics/index.js';
import {
  columns,
  counting,
  exportStream,
  inBatches,
  inFile,
  type Keyset,
  requireForm,
  share,
  type OnShare,
  sortValue,
} from '../results/index.js';
import { CollectionArchive } from './collection-archive.js';
import {
  type CollectionForm,
  DOMAIN_FORMATS,
  type DomainFormat,
  PAGE_FORMATS,
  type PageFormat,
} from './collection-form.js';
import { CollectionsService, type DomainsWanted, orderOf, type PagesWanted } from './collections.service.js';
import { DomainProfilesRepository } from './domain-profiles.repository.js';
import type { CollectedDomainDto } from './dto/collected-domain.dto.js';
import type { CollectedPageDto } from './dto/collected-page.dto.js';
import { SHARED_DOMAIN_FIELDS, SHARED_PAGE_FIELDS, sharedDomain, sharedPage } from './shares/shared-view.js';

const BATCH_ROWS = 500;

const PAGE_COLUMNS = columns({
  key: 'text',
  url: 'text',
  domain: 'text',
  title: 'text',
  publishedAt: 'moment',
  language: 'text',
  excerpt: 'text',
  probability: 'number',
  relevant: 'boolean',
  label: 'boolean',
  duplicateOf: 'text',
  sessionCount: 'integer',
  monitored: 'boolean',
  sessionId: 'text',
  step: 'integer',
  modelId: 'text',
  firstFoundAt: 'moment',
  lastSeenAt: 'moment',
  changedAt: 'moment',
  goneAt: 'moment',
  tags: 'texts',
  note: 'text',
});
const DOMAIN_COLUMNS = columns({
  name: 'text',
  verdict: 'text',
  pages: 'integer',
  relevant: 'integer',
  duplicates: 'integer',
  share: 'number',
  shareAtLeast: 'number',
  unfetched: 'integer',
  expected: 'number',
  ledTo: 'integer',
  seedDomain: 'boolean',
  firstFoundAt: 'moment',
  lastFoundAt: 'moment',
  tags: 'texts',
  note: 'text',
});

const SHARED_PAGE_COLUMNS = PAGE_COLUMNS.filter(({ name }) => SHARED_PAGE_FIELDS.has(name));
const SHARED_DOMAIN_COLUMNS = DOMAIN_COLUMNS.filter(({ name }) => SHARED_DOMAIN_FIELDS.has(name));

type Lists = Extract<CollectionForm, { readonly format: unknown }>;
type PagesForm = Extract<Lists, { readonly what: 'pages' }>;
type DomainsForm = Extract<Lists, { readonly what: 'domains' }>;
type ArchiveForm = Exclude<CollectionForm, Lists>;
type WithHome = CollectedDomainDto & { readonly home: string };
/** A row as lists of URLs take it: pages have a URL, domains a home page. */
type LinkedRow = object & { readonly url?: string; readonly home?: string };
type OutlinedDomain = Pick<WithHome, 'name' | 'home' | 'tags' | 'firstFoundAt'> & { readonly note?: string };

const afterPage =
  (wanted: PagesWanted) =>
  (page: CollectedPageDto): Keyset<string> => {
    const { sort, order } = orderOf(wanted);
    return { value: sortValue(order, page[sort]), tie: page.key };
  };
const afterDomain =
  (wanted: DomainsWanted) =>
  (domain: CollectedDomainDto): Keyset<string> => {
    const { sort, order } = orderOf(wanted);
    return { value: sortValue(order, sort === 'share' ? domain.shareAtLeast : domain[sort]), tie: domain.name };
  };

/**
 * Collections as files. They are read in batches at the client's pace; rows collected meanwhile come at the end if they
 * were found last and the order is that of discovery.
 */
@Injectable()
export class CollectionExports {
  constructor(
    private readonly collections: CollectionsService,
    private readonly profiles: DomainProfilesRepository,
    private readonly archive: CollectionArchive,
    private readonly topics: TopicsService,
  ) {}

  /**
   * @throws DomainError VALIDATION_FAILED for an invalid form, or a session of another topic; NOT_FOUND; INVALID_STATE
   * if no session keeps an archive
   */
  async check(topicId: string, form: CollectionForm): Promise<void> {
    if ('format' in form) {
      const formats: readonly string[] = form.what === 'pages' ? PAGE_FORMATS : DOMAIN_FORMATS;
      if (!formats.includes(form.format))
        throw invalid('format', `${form.what} have no ${form.format}`, formats.join(', '));
      requireForm(form);
    }
    if (form.what === 'domains') await this.collections.domainsOn(topicId, form.filter, 1);
    else await this.collections.pagesOn(topicId, form.filter, 1);
    if (form.what === 'wacz' || form.what === 'warc') await this.archive.check(topicId);
  }

  /**
   * Starts an export. It is generated while being read, with at most one batch ahead.
   *
   * @throws DomainError like `check`
   */
  async open(topicId: string, form: CollectionForm, onShare?: OnShare): Promise<Readable> {
    await this.check(topicId, form);
    switch (form.what) {
      case 'pages':
        return inFile(await this.pages(topicId, form, onShare), form);
      case 'domains':
        return inFile(await this.domains(topicId, form, onShare), form);
      case 'wacz':
      case 'warc':
        return this.exportArchive(topicId, form, onShare);
    }
  }

  /** The same of a list, for readers of a share link. @throws DomainError as `check` */
  async openShared(topicId: string, form: Lists): Promise<Readable> {
    await this.check(topicId, form);
    if (form.what === 'pages') {
      const read = await this.collections.pagesOn(topicId, form.filter, BATCH_ROWS);
      const rows = mapped(inBatches(BATCH_ROWS, null, read, afterPage(form.filter)), sharedPage);
      return inFile(this.file(topicId, form.format, rows, SHARED_PAGE_COLUMNS), form);
    }
    const read = await this.domainsIn(topicId, form);
    const rows = mapped(inBatches(BATCH_ROWS, null, read, afterDomain(form.filter)), (domain) =>
      Object.assign(sharedDomain(domain), 'home' in domain && { home: domain.home }),
    );
    return inFile(this.file(topicId, form.format, rows, SHARED_DOMAIN_COLUMNS), form);
  }

  private async pages(topicId: string, { filter, format }: PagesForm, onShare?: OnShare): Promise<Readable> {
    const read = await this.collections.pagesOn(topicId, filter, BATCH_ROWS);
    const all = onShare === undefined ? 0 : await this.sizeOf('pages', topicId, filter);
    const rows = inBatches(BATCH_ROWS, null, read, afterPage(filter));
    return this.file(topicId, format, noted(rows, all, onShare), PAGE_COLUMNS);
  }

  private async domains(topicId: string, { filter, format }: DomainsForm, onShare?: OnShare): Promise<Readable> {
    const read = await this.domainsIn(topicId, { filter, format });
    const all = onShare === undefined ? 0 : await this.sizeOf('domains', topicId, filter);
    const rows = inBatches(BATCH_ROWS, null, read, afterDomain(filter));
    return this.file(topicId, format, noted(rows, all, onShare), DOMAIN_COLUMNS);
  }

  private async exportArchive(topicId: string, { what, filter }: ArchiveForm, onShare?: OnShare): Promise<Readable> {
    const read = await this.collections.pagesOn(topicId, filter, BATCH_ROWS);
    const all = await this.sizeOf('pages', topicId, filter);
    const request = {
      topicId,
      pages: wholeBatches(read),
      onProgress: (passed: number, leftOut: number): void => onShare?.(share(passed, all), leftOut),
    };
    return what === 'warc' ? this.archive.warc(request) : this.archive.wacz(request, await this.titleOf(topicId));
  }

  /** Reads domains; with their home pages for lists that consist of these. */
  private async domainsIn(
    topicId: string,
    { filter, format }: Pick<DomainsForm, 'filter' | 'format'>,
  ): Promise<(cursor: Keyset<string> | null) => Promise<(CollectedDomainDto | WithHome)[]>> {
    const read = await this.collections.domainsOn(topicId, filter, BATCH_ROWS);
    return format === 'urls' || format === 'opml' ? this.withHomes(topicId, read) : read;
  }

  private withHomes(
    topicId: string,
    read: (cursor: Keyset<string> | null) => Promise<CollectedDomainDto[]>,
  ): (cursor: Keyset<string> | null) => Promise<WithHome[]> {
    return async (cursor) => {
      const domains = await read(cursor);
      const homes = await this.profiles.homeUrls(
        topicId,
        domains.map(({ name }) => name),
      );
      return domains.map((domain) => Object.assign(domain, { home: homes.get(domain.name) ?? '' }));
    };
  }

  private file(
    topicId: string,
    format: PageFormat | DomainFormat,
    rows: AsyncIterable<LinkedRow>,
    names: typeof PAGE_COLUMNS,
  ): Readable {
    if (format === 'urls') return textOf(lines(rows));
    if (format === 'opml') return textOf(this.opml(topicId, rows as AsyncIterable<OutlinedDomain>));
    return exportStream(rows, format, names);
  }

  private async titleOf(topicId: string): Promise<string> {
    const { name } = await this.topics.get(topicId);
    return shownText(name);
  }

  /** OPML 2.0 (opml.org/spec2.opml): a link for each domain, with its tags as categories. */
  private async *opml(topicId: string, domains: AsyncIterable<OutlinedDomain>): AsyncGenerator<string> {
    const head = element('head', {}, element('title', {}, await this.titleOf(topicId)));
    yield* xmlLines(element('opml', { version: '2.0' }, head), 'body', mapped(domains, outline));
  }

  /** Number of rows of a list, for its progress. Lists that are slow to count use the size of the collection. */
  private async sizeOf(what: 'pages' | 'domains', topicId: string, filter: object): Promise<number> {
    const { count, isExact } = await this.collections.countOf(what, topicId, filter);
    if (isExact) return count;
    const { pages, duplicates, domainCount } = await this.collections.get(topicId);
    return what === 'pages' ? pages + duplicates : domainCount;
  }
}

async function* mapped<T, R>(rows: AsyncIterable<T>, show: (row: T) => R): AsyncGenerator<R> {
  for await (const row of rows) yield show(row);
}

/** @param all rows that there are, about */
function noted<T>(rows: AsyncIterable<T>, all: number, onShare?: OnShare): AsyncIterable<T> {
  if (!onShare) return rows;
  let passed = 0;
  return counting(rows, () => onShare(share(++passed, all)));
}

async function* wholeBatches(
  read: (cursor: Keyset<string> | null) => Promise<CollectedPageDto[]>,
): AsyncGenerator<CollectedPageDto[]> {
  for (let cursor: Keyset<string> | null = null; ;) {
    const batch: CollectedPageDto[] = await read(cursor);
    yield batch;
    if (batch.length < BATCH_ROWS) return;
    cursor = afterPage({})(batch[BATCH_ROWS - 1]);
  }
}

/** Read when the receiver has room, which happens outside of the request's scope. */
const textOf = (source: AsyncGenerator<string>): Readable => Readable.from(withScope(source), { objectMode: false });

async function* lines(rows: AsyncIterable<LinkedRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${row.home ?? row.url ?? ''}\n`;
}

const outline = ({ name, home, tags, note, firstFoundAt }: OutlinedDomain) =>
  element('outline', {
    ...{ text: name, type: 'link', url: home, created: firstFoundAt.toUTCString() },
    ...(tags.length > 0 ? { category: tags.map((tag) => shownText(tag).replaceAll(',', ' ')).join(',') } : {}),
    ...(note === undefined || note === '' ? {} : { description: shownText(note) }),
  });

import { Injectable } from '@nestjs/common';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { shownTitle } from '../../../domain/text/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { withScope } from '../../../platform/scope/index.js';
import { type TemporaryFile, temporaryFile } from '../../../platform/volumes/index.js';
import {
  type ArchivedFetch,
  ArchiveStore,
  catalogEntries,
  infoOf,
  type PageCatalog,
  sortedIndex,
} from '../../base/archive/index.js';
import { waczStream } from '../results/index.js';
import { SessionsService } from '../../crawl/sessions/index.js';
import { type ArchivedSighting, CollectionArchivesRepository } from './collection-archives.repository.js';
import type { CollectedPageDto } from './dto/collected-page.dto.js';

/**
 * Most WARC files of sessions with entries in memory: a few megabytes each. Pages come in the order of discovery, not
 * by session.
 */
const PARTS_AT_ONCE = 24;
const FILE = 'data.warc.gz';

type Page = Pick<CollectedPageDto, 'key' | 'url' | 'title'>;
interface FoundFetch {
  readonly page: Page;
  readonly fetchedAt: Date;
  readonly fetch: ArchivedFetch;
}
/** Called with each copied fetch and its offset in the file. */
type OnCopied = (found: FoundFetch, from: number) => Promise<void>;

interface ArchiveRequest {
  readonly topicId: string;
  /** Batches of pages. */
  readonly pages: AsyncIterable<readonly Page[]>;
  /** Called after each batch. @param leftOut pages so far that no archive has */
  readonly onProgress: (passed: number, leftOut: number) => void;
}

/**
 * Archives of collections: for each page, the records of its newest archived fetch, copied from the archive of its
 * session.
 */
@Injectable()
export class CollectionArchive {
  constructor(
    private readonly fetches: CollectionArchivesRepository,
    private readonly sessions: SessionsService,
    private readonly archives: ArchiveStore,
  ) {}

  /** @throws DomainError INVALID_STATE if no session of the topic keeps an archive */
  async check(topicId: string): Promise<void> {
    if (await this.fetches.isArchived(topicId)) return;
    throw new DomainError('INVALID_STATE', 'no session of the topic keeps an archive', {
      field: 'what',
      allowed: 'a topic with a session that was created with `archive: true`',
    });
  }

  /** One WARC file. Memory holds one fetch, and entries of some indexes. */
  warc(request: ArchiveRequest): Readable {
    return Readable.from(withScope(this.records(request, `gleaner-${request.topicId}.warc.gz`)), {
      objectMode: false,
    });
  }

  /** The same file as WACZ, with its index and its pages, which are on disk until they are sent. */
  async wacz(request: ArchiveRequest, title: string): Promise<Readable> {
    const [index, pages] = [await temporaryFile(), await temporaryFile()];
    let bytes = 0;
    const copied: OnCopied = async ({ page, fetchedAt, fetch }, from) => {
      bytes = from + fetch.bytes.length;
      await index.handle.write(fetch.linesAt(FILE, from));
      const { key: id, url } = page;
      await pages.handle.write(`${JSON.stringify({ id, url, ts: fetchedAt, title: shownTitle(page.title, url) })}\n`);
    };
    const records = withScope(this.records(request, FILE, copied)) as AsyncGenerator<Buffer>;
    const stream = waczStream({
      title,
      created: new Date(),
      // Read when the receiver has room, which happens outside of the request's scope.
      parts: [{ name: FILE, read: () => records }],
      index: () => sortedIndex([{ name: FILE, bytes, read: nothing, index: () => piecesOf(index) }]),
      pages: pagesOf(pages),
    });
    return stream.once('close', () => {
      void Promise.all([index.close(), pages.close()]).catch(() => undefined);
    });
  }

  private async *records(
    { topicId, pages, onProgress }: ArchiveRequest,
    fileName: string,
    copied?: OnCopied,
  ): AsyncGenerator<Buffer> {
    let at = 0;
    const passed = (bytes: Buffer): Buffer => {
      at += bytes.length;
      return bytes;
    };
    yield passed(await this.archives.infoMember(fileName, [['isPartOf', topicId]]));
    const catalogs = new Catalogs(this.sessions, this.archives);
    /** WARC files whose first record, to which their records refer, is in this file. */
    const described = new Set<string>();
    let [seen, leftOut] = [0, 0];
    for await (const batch of pages) {
      const fetches = await this.fetches.fetchesOf(
        topicId,
        batch.map(({ key }) => key),
      );
      for (const page of batch) {
        const found = await catalogs.find(page, fetches.get(page.key) ?? []);
        seen++;
        if (found === null) {
          leftOut++;
          continue;
        }
        const { part, bytes } = found.fetch;
        if (!described.has(part.name)) {
          described.add(part.name);
          const info = await infoOf(part);
          if (info.length > 0) yield passed(info);
        }
        const from = at;
        yield passed(bytes);
        await copied?.(found, from);
      }
      onProgress(seen, leftOut);
    }
  }
}

/** The archives of a topic's sessions, opened on demand. */
class Catalogs {
  private readonly entries = catalogEntries(PARTS_AT_ONCE);
  private readonly catalogs = new Map<string, Promise<PageCatalog | null>>();

  constructor(
    private readonly sessions: SessionsService,
    private readonly archives: ArchiveStore,
  ) {}

  /** The newest archived fetch. */
  async find(page: Page, sightings: readonly ArchivedSighting[]): Promise<FoundFetch | null> {
    for (const { sessionId, fetchedAt } of sightings) {
      const catalog = await this.of(sessionId);
      const fetch = await catalog?.fetchOf({ finalUrl: page.url, fetchedAt });
      if (fetch) return { page, fetchedAt, fetch };
    }
    return null;
  }

  private of(sessionId: string): Promise<PageCatalog | null> {
    const known = this.catalogs.get(sessionId);
    if (known !== undefined) return known;
    const opening = this.open(sessionId);
    this.catalogs.set(sessionId, opening);
    return opening;
  }

  private async open(sessionId: string): Promise<PageCatalog | null> {
    const session = await this.sessions.find(sessionId);
    if (session === null) return null;
    return this.archives.catalogOf(session, this.entries).catch((error: unknown) => {
      // The session was deleted meanwhile, or restored without its archive.
      if (error instanceof DomainError && error.code === 'GONE') return null;
      throw error;
    });
  }
}

async function* piecesOf(file: TemporaryFile): AsyncGenerator<Buffer> {
  yield* file.read() as AsyncIterable<Buffer>;
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function* pagesOf(file: TemporaryFile): AsyncGenerator<object> {
  yield { format: 'json-pages-1.0', id: 'pages', title: 'Pages', hasText: false };
  const lines = createInterface({ input: file.read(), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield JSON.parse(line) as object;
}

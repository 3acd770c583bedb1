import { Inject, Injectable } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type SessionState, TERMINAL_STATES } from '../../../domain/session/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { type ArchivePart, partsOfFolder } from './archive-parts.js';
import { type ArchivedPage, findPage, type PageKey } from './find-page.js';
import { type CatalogEntries, PageCatalog } from './page-catalog.js';
import { packMember } from './gzip-members.js';
import { infoRecord } from './outcome-records.js';
import { ObjectStore, type ObjectStoreSettings } from './object-store.js';
import { SessionArchive } from './session-archive.js';
import { withStored } from './stored-parts.js';
import { recordBytes } from './warc-record.js';

/** A run of a session: the names and description of its files. */
interface ArchivedRun {
  readonly sessionId: string;
  /** Number of the run: unique, and higher for later runs. */
  readonly run: number;
  readonly userAgent: string;
  readonly robots: boolean;
}

/** The facts of a session that its archive depends on. */
interface ArchivedSession {
  readonly id: string;
  /** Number of pages, which its archive must have. */
  readonly fetched: number;
  /** Until it has ended, a worker with its own disk may have files that are not in the store yet. */
  readonly state: SessionState;
}

/** The archived content of a session up to a moment. */
export interface ArchiveContent {
  readonly bytes: number;
  /** @param from first byte; @param to byte after the last one */
  readonly read: (from: number, to: number) => Readable;
}

const SESSION_ID = /^[0-9a-f-]{36}$/;

/**
 * The archives of all sessions: a folder per session below ARCHIVE_DIR, and the files moved from there to the store.
 * API and workers must share at least one of them.
 */
@Injectable()
export class ArchiveStore {
  /** Destination of finished files, if there is one. */
  private readonly store: ObjectStore | null;

  constructor(
    @Inject(APP_CONFIG)
    private readonly config: ObjectStoreSettings & Pick<AppConfig, 'ARCHIVE_DIR' | 'ARCHIVE_FILE_BYTES'>,
  ) {
    this.store = config.ARCHIVE_STORE === undefined ? null : new ObjectStore(config.ARCHIVE_STORE, config);
  }

  /** Opens the archive of one run for writing. The caller closes it. */
  open({ sessionId, run, userAgent, robots }: ArchivedRun): Promise<SessionArchive> {
    return SessionArchive.open({
      folder: this.folderOf(sessionId),
      prefix: `gleaner-${sessionId}-${String(run).padStart(4, '0')}`,
      maxFileBytes: this.config.ARCHIVE_FILE_BYTES,
      info: [...infoOf(sessionId), ['http-header-user-agent', userAgent], ['robots', robots ? 'obey' : 'ignore']],
    });
  }

  /**
   * The session's archive so far, as one WARC file: the finished files one after another, then the whole records of one
   * that is still being written. Existing bytes stay the same: the archive only grows. Reading holds one chunk in
   * memory; removed files end it early.
   *
   * @throws DomainError GONE, like everything that reads an archive, if its files are missing
   */
  async contentOf(session: ArchivedSession): Promise<ArchiveContent> {
    const parts = await this.partsOf(session);
    return {
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      read: (from, to) => Readable.from(piecesOf(parts, from, to), { objectMode: false }),
    };
  }

  /** A page as the session archived it; null if it has not. */
  async pageOf(session: ArchivedSession, key: PageKey): Promise<ArchivedPage | null> {
    return findPage(await this.partsOf(session), key);
  }

  /** Finds many pages of a session that has archived so far. @param entries that several catalogs share */
  async catalogOf(session: ArchivedSession, entries?: CatalogEntries): Promise<PageCatalog> {
    return PageCatalog.of(await this.partsOf(session), entries);
  }

  /** The first record of a WARC file that is made of fetches of several archives. */
  infoMember(fileName: string, facts: readonly (readonly [string, string])[]): Promise<Buffer> {
    return packMember(recordBytes(infoRecord(fileName, Date.now(), [...SOFTWARE, ...facts])));
  }

  /** The WARC files of a session in order; if nothing was archived, a single one that says so. */
  async partsOf(session: ArchivedSession): Promise<ArchivePart[]> {
    const { id, fetched } = session;
    const here = await partsOfFolder(this.folderOf(id));
    const parts = this.store === null ? here : await withStored(here, this.store, id);
    if (parts.length > 0) return parts;
    if (fetched === 0 || !this.isAllSeen(session)) return [await nothing(id)];
    const where = this.store === null ? 'in ARCHIVE_DIR' : 'in ARCHIVE_DIR or in the store';
    throw new DomainError(
      'GONE',
      `the archive of session ${id} is missing: it has fetched ${fetched} pages, and no file of them is ${where}. The database may have been restored without the archives`,
      { details: { kind: 'archive', id } },
    );
  }

  /** Whether this process can reach its whole archive, so that absent files are missing. */
  isAllSeen({ state }: ArchivedSession): boolean {
    return this.store === null || TERMINAL_STATES.has(state);
  }

  /** Idempotent. @param noted called with the number of files left in the store */
  async remove(sessionId: string, noted?: (left: number) => void): Promise<void> {
    await rm(this.folderOf(sessionId), { recursive: true, force: true });
    await this.store?.remove(sessionId, noted);
  }

  private folderOf(sessionId: string): string {
    if (!SESSION_ID.test(sessionId)) throw new RangeError(`${sessionId} is no session id`);
    return join(this.config.ARCHIVE_DIR, sessionId);
  }
}

const SOFTWARE: readonly (readonly [string, string])[] = [
  ['software', 'Gleaner'],
  ['format', 'WARC File Format 1.1'],
];

function infoOf(sessionId: string): (readonly [string, string])[] {
  return [...SOFTWARE, ['isPartOf', sessionId]];
}

/** A valid file that names the session and contains nothing. */
async function nothing(sessionId: string): Promise<ArchivePart> {
  const name = `gleaner-${sessionId}.warc.gz`;
  const member = await packMember(recordBytes(infoRecord(name, Date.now(), infoOf(sessionId))));
  return {
    name,
    bytes: member.length,
    read: async function* (from, to) {
      yield member.subarray(from, to);
    },
    index: async function* () {},
  };
}

/** @param from first byte of the archive; @param to byte after the last one */
async function* piecesOf(parts: readonly ArchivePart[], from: number, to: number): AsyncGenerator<Buffer> {
  let start = 0;
  for (const part of parts) {
    const [first, end] = [Math.max(0, from - start), Math.min(part.bytes, to - start)];
    start += part.bytes;
    if (first >= end) continue;
    let missing = end - first;
    for await (const piece of part.read(first, end)) {
      yield piece;
      missing -= piece.length;
    }
    // Removed meanwhile: the rest would be at the wrong offset.
    if (missing > 0) return;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FetchArchive } from '../../engine/ports.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { endOfWholeMembers, packMember } from './gzip-members.js';
import { infoRecord } from './outcome-records.js';
import { OPEN_SUFFIX, SessionArchive } from './session-archive.js';
import { recordBytes } from './warc-record.js';

/** A run of a session: what its files are named and described by. */
export interface ArchivedRun {
  readonly sessionId: string;
  /** Number of the run: later ones have higher numbers, and no two have the same. */
  readonly run: number;
  readonly userAgent: string;
  readonly robots: boolean;
}

/** What a session has archived up to a moment. */
export interface ArchiveContent {
  readonly bytes: number;
  /** @param from first byte; @param to byte behind the last one */
  read(from: number, to: number): Readable;
}

const SESSION_ID = /^[0-9a-f-]{36}$/;
const READ_BYTES = 256 * 1024;

/** The archives of all sessions: a folder for each below ARCHIVE_DIR. API and workers must see the same one. */
@Injectable()
export class ArchiveStore {
  constructor(@Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ARCHIVE_DIR' | 'ARCHIVE_FILE_BYTES'>) {}

  /** Opens the archive of one run for writing. The caller closes it. */
  open({ sessionId, run, userAgent, robots }: ArchivedRun): Promise<FetchArchive> {
    return SessionArchive.open({
      folder: this.folderOf(sessionId),
      prefix: `gleaner-${sessionId}-${String(run).padStart(4, '0')}`,
      maxFileBytes: this.config.ARCHIVE_FILE_BYTES,
      info: [...infoOf(sessionId), ['http-header-user-agent', userAgent], ['robots', robots ? 'obey' : 'ignore']],
    });
  }

  /**
   * All that the session has archived so far, as one WARC file: the finished files one after another, then the whole records of one that is still written.
   * Bytes that were there once stay the same: the archive only grows. Reading holds one piece in memory; files that are removed meanwhile end it early.
   */
  async contentOf(sessionId: string): Promise<ArchiveContent> {
    const folder = this.folderOf(sessionId);
    const names = (await readdir(folder).catch(ifMissing)) ?? [];
    const parts: ArchivePart[] = [];
    for (const name of names.filter((one) => /\.warc\.gz(?:\.open)?$/.test(one)).sort())
      parts.push({ path: join(folder, name), bytes: await bytesOf(join(folder, name)) });
    if (parts.length === 0) {
      const empty = await nothing(sessionId);
      return {
        bytes: empty.length,
        read: (from, to) => Readable.from([empty.subarray(from, to)], { objectMode: false }),
      };
    }
    return {
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      read: (from, to) => Readable.from(piecesOf(parts, from, to), { objectMode: false }),
    };
  }

  /** Repetition does no harm. */
  async remove(sessionId: string): Promise<void> {
    await rm(this.folderOf(sessionId), { recursive: true, force: true });
  }

  private folderOf(sessionId: string): string {
    if (!SESSION_ID.test(sessionId)) throw new RangeError(`${sessionId} is no session id`);
    return join(this.config.ARCHIVE_DIR, sessionId);
  }
}

function infoOf(sessionId: string): (readonly [string, string])[] {
  return [
    ['software', 'Gleaner'],
    ['format', 'WARC File Format 1.1'],
    ['isPartOf', sessionId],
  ];
}

interface ArchivePart {
  readonly path: string;
  /** Of its whole records. */
  readonly bytes: number;
}

/** A valid file that says whose nothing it holds. */
function nothing(sessionId: string): Promise<Buffer> {
  return packMember(recordBytes(infoRecord(`gleaner-${sessionId}.warc.gz`, Date.now(), infoOf(sessionId))));
}

async function bytesOf(path: string): Promise<number> {
  const file = await openAsIs(path);
  if (file === null) return 0;
  try {
    return path.endsWith(OPEN_SUFFIX) ? await endOfWholeMembers(file) : (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** @param from first byte of the archive; @param to byte behind the last one */
async function* piecesOf(parts: readonly ArchivePart[], from: number, to: number): AsyncGenerator<Buffer> {
  let start = 0;
  for (const { path, bytes } of parts) {
    const [first, end] = [Math.max(0, from - start), Math.min(bytes, to - start)];
    start += bytes;
    if (first >= end) continue;
    const file = await openAsIs(path);
    if (file === null) return;
    try {
      for (let at = first; at < end;) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(READ_BYTES, end - at)), 0, null, at);
        if (bytesRead === 0) break;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
  }
}

/** Opens a file that may have been finished, and so renamed, since its folder was read; null when it is gone. */
async function openAsIs(path: string): Promise<FileHandle | null> {
  const file = await open(path).catch(ifMissing);
  if (file !== null || !path.endsWith(OPEN_SUFFIX)) return file;
  return open(path.slice(0, -OPEN_SUFFIX.length)).catch(ifMissing);
}

function ifMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

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
   * It holds one piece in memory; files that are removed meanwhile end it early.
   */
  async read(sessionId: string): Promise<Readable> {
    const folder = this.folderOf(sessionId);
    const names = (await readdir(folder).catch(ifMissing)) ?? [];
    const files = names.filter((name) => /\.warc\.gz(?:\.open)?$/.test(name)).sort();
    return Readable.from(files.length > 0 ? piecesOf(files.map((name) => join(folder, name))) : nothing(sessionId), { objectMode: false });
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
  return [['software', 'Gleaner'], ['format', 'WARC File Format 1.1'], ['isPartOf', sessionId]];
}

/** A valid file that says whose nothing it holds. */
async function* nothing(sessionId: string): AsyncGenerator<Buffer> {
  yield packMember(recordBytes(infoRecord(`gleaner-${sessionId}.warc.gz`, Date.now(), infoOf(sessionId))));
}

async function* piecesOf(paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) {
    const file = await openAsIs(path);
    if (file === null) continue;
    try {
      const end = path.endsWith(OPEN_SUFFIX) ? await endOfWholeMembers(file) : (await file.stat()).size;
      for (let at = 0; at < end; ) {
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

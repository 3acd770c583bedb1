import { Inject, Injectable } from '@nestjs/common';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { completeIndex } from './index-file.js';
import { INDEX_SUFFIX } from './index-lines.js';
import { ObjectStore, type ObjectStoreSettings } from './object-store.js';
import { finishBrokenFiles } from './session-archive.js';

type Settings = ObjectStoreSettings & Pick<AppConfig, 'ARCHIVE_DIR' | 'ARCHIVE_STORE_KEEP_LOCAL'>;

const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Number of the run in the name of a file. */
const RUN = /-(\d{4,})-\d{5,}\.warc\.gz/;
const FINISHED = /\.warc\.gz$/;
/** Files that are known to be in the store, for those that are kept here: they are not compared again and again. */
const MAX_KNOWN = 10_000;

/** Moves finished WARC files from ARCHIVE_DIR to the store. Every step may be repeated, and broken off anywhere. */
@Injectable()
export class ArchiveUploads {
  private readonly store: ObjectStore | null;
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(@Inject(APP_CONFIG) private readonly config: Settings) {
    this.store = config.ARCHIVE_STORE === undefined ? null : new ObjectStore(config.ARCHIVE_STORE, config);
  }

  get hasStore(): boolean {
    return this.store !== null;
  }

  /** Sessions that have files here. */
  async sessions(): Promise<string[]> {
    const names = await readdir(this.config.ARCHIVE_DIR).catch(ifMissing);
    return (names ?? []).filter((name) => SESSION_ID.test(name)).sort();
  }

  /**
   * Puts the files of a session into the store, index first: a file that can be seen there can be read. A file here is removed once the store has it, byte for
   * byte.
   *
   * @param hasEnded whether a run, by its number, writes no more: what it has left open is ended first
   * @throws Error of the file system or the store; what was done is done
   */
  async upload(sessionId: string, hasEnded: (run: number) => boolean, signal: AbortSignal): Promise<void> {
    if (this.store === null) return;
    const folder = join(this.config.ARCHIVE_DIR, sessionId);
    if ((await stat(folder).catch(ifMissing)) === null) return;
    await finishBrokenFiles(folder, (name) => hasEnded(Number(RUN.exec(name)?.[1] ?? Number.POSITIVE_INFINITY)));
    for (const name of (await readdir(folder)).filter((one) => FINISHED.test(one)).sort())
      await this.move(join(folder, name), `${sessionId}/${name}`, signal);
    if (!this.config.ARCHIVE_STORE_KEEP_LOCAL) await this.clear(folder);
  }

  /** Takes back what was put into the store while its session was being deleted. */
  async remove(sessionId: string): Promise<void> {
    await this.store?.remove(sessionId);
    await this.removeHere(sessionId);
  }

  /** Removes what is on this disk. @param sessionId one of `sessions` */
  async removeHere(sessionId: string): Promise<void> {
    await rm(join(this.config.ARCHIVE_DIR, sessionId), { recursive: true, force: true });
  }

  private async move(path: string, key: string, signal: AbortSignal): Promise<void> {
    if (this.store === null || this.known.has(key)) return;
    signal.throwIfAborted();
    try {
      await completeIndex(path, path, (await stat(path)).size);
      await this.store.put(path + INDEX_SUFFIX, key + INDEX_SUFFIX, signal);
      await this.store.put(path, key, signal);
    } catch (error) {
      // Another worker that has the same folder was faster.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    if (this.config.ARCHIVE_STORE_KEEP_LOCAL) {
      this.known.set(key, true);
      return;
    }
    await rm(path, { force: true });
    await rm(path + INDEX_SUFFIX, { force: true });
  }

  /** Removes indexes whose files are in the store already, and then the folder, if nothing else is in it. */
  private async clear(folder: string): Promise<void> {
    const names = await readdir(folder);
    for (const name of names.filter((one) => one.endsWith(INDEX_SUFFIX))) {
      const file = name.slice(0, -INDEX_SUFFIX.length);
      if (!names.some((one) => one.startsWith(file) && !one.endsWith(INDEX_SUFFIX)))
        await rm(join(folder, name), { force: true });
    }
    await rmdir(folder).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    });
  }
}

function ifMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

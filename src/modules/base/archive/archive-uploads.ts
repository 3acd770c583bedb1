import { Inject, Injectable } from '@nestjs/common';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { completeIndex } from './index-file.js';
import { ifMissing } from './if-missing.js';
import { INDEX_SUFFIX } from './index-lines.js';
import { ObjectStore, type ObjectStoreSettings } from './object-store.js';
import { finishBrokenFiles } from './session-archive.js';

type Settings = ObjectStoreSettings & Pick<AppConfig, 'ARCHIVE_DIR' | 'ARCHIVE_STORE_KEEP_LOCAL'>;

const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The number of the run in a file's name. */
const RUN = /-(\d{4,})-\d{5,}\.warc\.gz/;
const FINISHED = /\.warc\.gz$/;
/** Most files remembered as uploaded, for those kept here: they need not be compared again. */
const MAX_KNOWN = 10_000;

/** Moves finished WARC files from ARCHIVE_DIR to the store. Every step may be repeated, and interrupted anywhere. */
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

  /** Sessions with files here. */
  async sessions(): Promise<string[]> {
    const names = await readdir(this.config.ARCHIVE_DIR).catch(ifMissing);
    return (names ?? []).filter((name) => SESSION_ID.test(name)).sort();
  }

  /**
   * Uploads the files of a session to the store, index first: a visible file can be read. A file here is removed once
   * the store has it, byte for byte.
   *
   * @param hasEnded whether a run, by number, writes no more: its open file is ended first
   * @throws Error of the file system or the store; completed steps stay
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

  /** Removes files uploaded while their session was being deleted. */
  async remove(sessionId: string): Promise<void> {
    await this.store?.remove(sessionId);
    await this.removeHere(sessionId);
  }

  /** Removes the files on this disk. @param sessionId one of `sessions` */
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
      // Another worker with the same folder was faster.
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

  /** Removes indexes whose files are already in the store, and then the folder, if it is empty. */
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

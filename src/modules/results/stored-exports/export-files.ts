import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { ifMissing, ObjectStore, type ObjectStoreSettings } from '../../base/archive/index.js';
import { exportPlace, EXPORTS_FOLDER } from './plain.js';
import type { ExportRun, MadeFile } from './export-runs.repository.js';

const PART = '.part';
const EXPORT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILE = /^(\d{1,9})(\.part)?$/;
/** Retries of the store during about five minutes. */
const STORE_ATTEMPTS = 14;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;

/** A file of an export in this folder. */
export interface FileHere extends ExportRun {
  /** Whether it is incomplete: it is being written, or its writer died. */
  readonly isPart: boolean;
}

type Settings = ObjectStoreSettings & Pick<AppConfig, 'ARCHIVE_DIR' | 'EXPORT_MAX_BYTES'>;

/**
 * The files of stored exports: ARCHIVE_DIR/exports/ID/RUN, or in the store, if there is one. A file gets this name only
 * when it is complete. API and workers must share at least one of them.
 */
@Injectable()
export class ExportFiles {
  private readonly store: ObjectStore | null;

  constructor(@Inject(APP_CONFIG) private readonly config: Settings) {
    this.store = config.ARCHIVE_STORE === undefined ? null : new ObjectStore(config.ARCHIVE_STORE, config);
  }

  /**
   * Writes the file of one attempt. Removes it if that fails.
   *
   * @param begin opens the source
   * @param written called with the number of bytes so far after each piece; awaited
   * @throws DomainError VALIDATION_FAILED if it becomes too large; UNAVAILABLE if the disk is full, or the store stays
   * unavailable; the signal's reason
   */
  async write(
    run: ExportRun,
    begin: () => Promise<Readable>,
    written: (bytes: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<MadeFile> {
    const path = this.pathOf(run);
    await mkdir(join(path, '..'), { recursive: true });
    try {
      const made = await this.writePart(path + PART, await begin(), written, signal);
      await rename(path + PART, path);
      if (this.store !== null) {
        await this.upload(this.store, path, exportPlace(run), signal);
        await this.removeHere(run);
      }
      return made;
    } catch (error) {
      await this.removeHere(run);
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
        throw new DomainError('UNAVAILABLE', 'the disk of the worker is full', { cause: error });
      throw error;
    }
  }

  /**
   * Bytes of a complete file. If the file disappears meanwhile, they end with an error.
   *
   * @param to byte after the last one, more than `from`
   * @throws DomainError GONE if the file is neither here nor in the store
   */
  async read(run: ExportRun, from: number, to: number): Promise<Readable> {
    const file = await open(this.pathOf(run)).catch(ifMissing);
    if (file !== null) return file.createReadStream({ start: from, end: to - 1 });
    if (this.store === null) throw gone(run, 'in ARCHIVE_DIR, which API and workers must share');
    const pieces = this.store.read(exportPlace(run), from, to);
    // Before the head of a response is sent.
    const first = await pieces.next();
    if (first.done === true) throw gone(run, 'in ARCHIVE_DIR or in the store');
    return Readable.from(complete(first.value, pieces, to - from), { objectMode: false });
  }

  /** Removes all files of an export, here and in the store. Idempotent. @throws DomainError UNAVAILABLE */
  async remove(id: string): Promise<void> {
    await this.removeFolder(id);
    await this.store?.remove(`${EXPORTS_FOLDER}/${id}`);
  }

  /** Removes all files of an export on this disk. */
  async removeFolder(id: string): Promise<void> {
    await rm(this.folderOf(id), { recursive: true, force: true });
  }

  /** Removes the file of one attempt, here and in the store. */
  async removeRun(run: ExportRun): Promise<void> {
    await this.removeHere(run);
    await this.store?.removeObject(exportPlace(run));
  }

  /** Removes the file of one attempt in this folder, complete or not. */
  async removeHere(run: ExportRun): Promise<void> {
    const path = this.pathOf(run);
    await rm(path, { force: true });
    await rm(path + PART, { force: true });
  }

  /** Removes one file in this folder. */
  async removeFile(file: FileHere): Promise<void> {
    await rm(this.pathOf(file) + (file.isPart ? PART : ''), { force: true });
  }

  /** Exports with a folder here. */
  async here(): Promise<string[]> {
    const names = await readdir(join(this.config.ARCHIVE_DIR, EXPORTS_FOLDER)).catch(ifMissing);
    return (names ?? []).filter((name) => EXPORT_ID.test(name));
  }

  async filesOf(id: string): Promise<FileHere[]> {
    const names = (await readdir(this.folderOf(id)).catch(ifMissing)) ?? [];
    return names.flatMap((name) => {
      const [, run, part] = FILE.exec(name) ?? [];
      return run === undefined ? [] : [{ id, run: Number(run), isPart: part !== undefined }];
    });
  }

  private async writePart(
    path: string,
    source: Readable,
    written: (bytes: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<MadeFile> {
    const hash = createHash('sha256');
    const most = this.config.EXPORT_MAX_BYTES;
    let bytes = 0;
    const counted = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > most)
          throw new DomainError('VALIDATION_FAILED', `the file would be larger than ${most} bytes`, {
            allowed: 'filters that leave less, or a larger EXPORT_MAX_BYTES of the service',
          });
        hash.update(piece);
        yield piece;
        await written(bytes);
      }
    };
    // Synchronised to the disk before it gets its name.
    await pipeline(source, counted, createWriteStream(path, { flush: true }), { signal });
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Waits for an unavailable store: making the file may have taken long. */
  private async upload(store: ObjectStore, path: string, key: string, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await store.put(path, key, signal);
        return;
      } catch (cause) {
        signal.throwIfAborted();
        if (attempt === STORE_ATTEMPTS)
          throw new DomainError('UNAVAILABLE', 'the store did not accept the file', { cause });
        await sleep(Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (attempt - 1)), undefined, { signal });
      }
    }
  }

  private pathOf({ id, run }: ExportRun): string {
    return join(this.folderOf(id), String(run));
  }

  private folderOf(id: string): string {
    if (!EXPORT_ID.test(id)) throw new RangeError(`${id} is not the id of an export`);
    return join(this.config.ARCHIVE_DIR, EXPORTS_FOLDER, id);
  }
}

const gone = ({ id }: ExportRun, where: string): DomainError =>
  new DomainError(
    'GONE',
    `the file of export ${id} is missing: it is not ${where}. The database may have been restored without it`,
    { allowed: 'to make the export again', details: { kind: 'export', id } },
  );

/**
 * @throws DomainError UNAVAILABLE if it ends early: a response with a stated length is then aborted instead of ended
 */
async function* complete(first: Buffer, pieces: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes - first.length;
  yield first;
  for await (const piece of pieces) {
    left -= piece.length;
    yield piece;
  }
  if (left > 0) throw new DomainError('UNAVAILABLE', 'the file of this export is not in the store at the moment');
}

import { constants, copyFile, mkdir, open, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { LeaseLostError } from '../../../engine/index.js';
import type { FetchOutcome } from '../../../engine/ports.js';
import { endOfWholeMembers, packMember } from './gzip-members.js';
import { infoRecord, outcomeRecords } from './outcome-records.js';
import { ifMissing } from './if-missing.js';
import { completeIndex } from './index-file.js';
import { INDEX_SUFFIX, linesOfFetch, type PlacedRecord } from './index-lines.js';
import { recordBytes, type WarcRecord } from './warc-record.js';

/** Suffix of a file that is still being written. */
export const OPEN_SUFFIX = '.open';

interface ArchiveOptions {
  /** Only of this session. */
  readonly folder: string;
  /** Prefix of this run's file names, unique to it. */
  readonly prefix: string;
  /** Largest file, bytes; a fetch that would exceed it begins the next one. */
  readonly maxFileBytes: number;
  /** Fields of the warcinfo records. */
  readonly info: readonly (readonly [string, string])[];
}

interface OpenFile {
  readonly name: string;
  readonly path: string;
  readonly handle: FileHandle;
  readonly index: FileHandle;
  /** Inode number of the file. */
  readonly ino: number;
  readonly infoId: string;
  /** Bytes of the warcinfo record at the start of the file. */
  infoBytes: number;
  size: number;
  indexSize: number;
}

interface PackedRecord {
  readonly bytes: Buffer;
  readonly member: Buffer;
}

const packed = (records: readonly WarcRecord[]): Promise<PackedRecord[]> =>
  Promise.all(
    records.map(async (record) => {
      const bytes = recordBytes(record);
      return { bytes, member: await packMember(bytes) };
    }),
  );
const sizeOf = (records: readonly PackedRecord[]): number =>
  records.reduce((sum, { member }) => sum + member.length, 0);

/**
 * Writes the fetches of one run of a session to WARC files: `PREFIX-00001.warc.gz` and so on, one gzip member per
 * record, with the suffix `.open` until the file is finished. Beside each is its index (`index-lines.ts`).
 *
 * The records of one fetch are consecutive, and fetches are in the order in which they ended. Only the records being
 * appended are in memory.
 */
export class SessionArchive {
  private current: OpenFile | null = null;
  private files = 0;
  private tail: Promise<void> = Promise.resolve();
  /**
   * Set when nothing may be written any more: the rest of a failed write could not be cut off, or another process has
   * ended the file.
   */
  private broken: Error | null = null;

  private constructor(private readonly options: ArchiveOptions) {}

  /** Creates the folder and ends the files of killed runs, cutting them after their last whole record. */
  static async open(options: ArchiveOptions): Promise<SessionArchive> {
    await mkdir(options.folder, { recursive: true });
    await finishBrokenFiles(options.folder);
    const archive = new SessionArchive(options);
    // If the database is older than the archive, as after a restore of both, an earlier run has used this number.
    archive.files = lastNumber(await readdir(options.folder), options.prefix);
    return archive;
  }

  /**
   * @throws Error of the file system: nothing of the fetch is stored, and the next one may be tried; LeaseLostError if
   * another run has ended this one's file, because this process was blocked for longer than its lease
   */
  append(outcome: FetchOutcome): Promise<void> {
    if ((outcome.exchanges ?? []).length === 0) return this.tail;
    const written = this.tail.then(() => this.write(outcome));
    this.tail = written.catch(() => undefined);
    return written;
  }

  async close(): Promise<void> {
    const end = this.tail.then(() => this.finish());
    this.tail = end.catch(() => undefined);
    await end;
  }

  private async write(outcome: FetchOutcome): Promise<void> {
    if (this.broken !== null) throw this.broken;
    let file = this.current ?? (await this.begin());
    // Each record contains the id of the warcinfo record, so the file must be known before the size of its records.
    let records = await packed(outcomeRecords(outcome, file.infoId));
    if (file.size > file.infoBytes && file.size + sizeOf(records) > this.options.maxFileBytes) {
      await this.finish();
      file = await this.begin();
      records = await packed(outcomeRecords(outcome, file.infoId));
    }
    const { size, indexSize } = file;
    await this.requireOurs(file);
    try {
      const placed = await appendTo(file, records);
      // After the records: an index may be behind its file, but never ahead of it.
      const lines = linesOfFetch(placed, file.name, file.size);
      await this.requireOurs(file);
      await file.index.appendFile(lines);
      file.indexSize += Buffer.byteLength(lines);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) await this.cutBack(file, size, indexSize);
      throw error;
    }
  }

  /**
   * The file of a run that was considered dead has its final name, and the next run continues after it: its bytes must
   * not change.
   */
  private async requireOurs(file: OpenFile): Promise<void> {
    if (await isOurs(file)) return;
    this.broken = new LeaseLostError();
    throw this.broken;
  }

  /** Half a record at the end of a file would hide everything written after it. */
  private async cutBack(file: OpenFile, size: number, indexSize: number): Promise<void> {
    try {
      await file.index.truncate(indexSize);
      await file.handle.truncate(size);
      file.size = size;
    } catch (error) {
      this.broken = error as Error;
    }
  }

  private async begin(): Promise<OpenFile> {
    const name = `${this.options.prefix}-${String(++this.files).padStart(5, '0')}.warc.gz`;
    const info = infoRecord(name, Date.now(), this.options.info);
    const path = join(this.options.folder, name);
    // A folder whose files have all been moved to a store is removed.
    await mkdir(this.options.folder, { recursive: true });
    const handle = await open(path + OPEN_SUFFIX, 'ax');
    try {
      const index = await open(path + INDEX_SUFFIX, 'a');
      const { ino } = await handle.stat();
      const file: OpenFile = { name, path, handle, index, infoId: info.id, infoBytes: 0, size: 0, indexSize: 0, ino };
      try {
        await appendTo(file, await packed([info]));
      } catch (error) {
        await index.close();
        throw error;
      }
      file.infoBytes = file.size;
      this.current = file;
      return file;
    } catch (error) {
      await handle.close();
      for (const left of [path + OPEN_SUFFIX, path + INDEX_SUFFIX]) await rm(left, { force: true });
      throw error;
    }
  }

  private async finish(): Promise<void> {
    const file = this.current;
    this.current = null;
    if (file === null) return;
    for (const handle of [file.handle, file.index]) {
      await handle.sync();
      await handle.close();
    }
    if (await isOurs(file)) await rename(file.path + OPEN_SUFFIX, file.path);
  }
}

/** Whether no other process has ended, and so renamed, the file. */
const isOurs = async ({ path, ino }: OpenFile): Promise<boolean> => {
  const there = await stat(path + OPEN_SUFFIX).catch(ifMissing);
  return there?.ino === ino;
};

/** The highest number of a run's files; 0 if there are none. */
function lastNumber(names: readonly string[], prefix: string): number {
  const numbers = names
    .filter((name) => name.startsWith(`${prefix}-`))
    .map((name) => Number.parseInt(name.slice(prefix.length + 1), 10));
  return Math.max(0, ...numbers.filter(Number.isInteger));
}

/** On failure `file.size` is not the actual size. */
async function appendTo(file: OpenFile, records: readonly PackedRecord[]): Promise<PlacedRecord[]> {
  await file.handle.appendFile(Buffer.concat(records.map(({ member }) => member)));
  return records.map(({ bytes, member }) => {
    const offset = file.size;
    file.size += member.length;
    return { bytes, offset, length: member.length };
  });
}

/**
 * Gives a file another inode. A writer that was considered dead may wake in the middle of a write: it has the old one.
 */
async function detach(path: string): Promise<void> {
  const copy = `${path}.copy`;
  await copyFile(path, copy, constants.COPYFILE_FICLONE);
  await rename(copy, path);
}

/**
 * Ends files that killed writers left open. One without a whole record is removed.
 *
 * @param isBroken whether the file with that name is no longer being written
 */
export async function finishBrokenFiles(
  folder: string,
  isBroken: (name: string) => boolean = () => true,
): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(OPEN_SUFFIX) && isBroken(one))) {
    const path = join(folder, name);
    const finished = path.slice(0, -OPEN_SUFFIX.length);
    await detach(path);
    await detach(finished + INDEX_SUFFIX).catch(ifMissing);
    const handle = await open(path, 'r+');
    let end: number;
    try {
      end = await endOfWholeMembers(handle, true);
      await handle.truncate(end);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (end === 0) {
      await unlink(path);
      await rm(finished + INDEX_SUFFIX, { force: true });
      continue;
    }
    await completeIndex(path, finished, end);
    await rename(path, finished);
  }
}

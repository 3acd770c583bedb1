import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile as ReadableZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { BackupError, type Manifest, readManifest } from './manifest.js';

/** The parts of a backup; the manifest is the last one. */
export const MANIFEST = 'manifest.json';
export const tablePart = (name: string): string => `tables/${name}.copy`;
export const filePart = (path: string): string => `archive/${path}`;

/** Only the owner may read the content of the database. */
const MODE = 0o600;
const COMPRESSION = 6;

/** Suffix of an incomplete backup. No other program uses it: files with it may be removed. */
export const INCOMPLETE = '.backup-part';
/**
 * Interval at which a writer shows that it is alive, even while it waits for the database. A file without a sign for
 * the longer time has lost its writer, also one on another machine.
 */
const ALIVE_MS = 10_000;
const ABANDONED_MS = 3_600_000;

/** Removes incomplete backups of killed processes from the folder of a backup, as well as it can. */
export async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  for (const part of names.filter((name) => name.endsWith(INCOMPLETE)).map((name) => join(folder, name))) {
    const seen = await stat(part).catch(() => null);
    if (seen !== null && Date.now() - seen.mtimeMs > ABANDONED_MS) await rm(part).catch(() => undefined);
  }
}

/**
 * Writes a backup: a ZIP file with a checksum per part. It has the suffix `.backup-part` until it is complete and on
 * the disk. Memory holds a chunk of one part, and some hundred bytes per part.
 */
export class BackupWriter {
  private readonly zip = new ZipFile();
  private readonly part: string;
  private readonly written: Promise<void>;
  private readonly alive: NodeJS.Timeout;

  constructor(
    private readonly path: string,
    signal?: AbortSignal,
  ) {
    this.part = `${path}${INCOMPLETE}`;
    this.alive = setInterval(() => {
      const now = new Date();
      utimes(this.part, now, now).catch(() => undefined);
    }, ALIVE_MS).unref();
    const file = createWriteStream(this.part, { mode: MODE, flush: true });
    this.written = pipeline(this.zip.outputStream as Readable, file, { signal });
    // The next call to `add` or `finish` reports it.
    this.written.catch(() => undefined);
  }

  /**
   * Adds a part after the previous ones have been written.
   *
   * @returns its size in bytes
   * @throws errors of its source; Error of the file system; the signal's reason
   */
  async add(name: string, source: AsyncIterable<Buffer> | Iterable<Buffer>, isPacked = false): Promise<number> {
    let bytes = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of source) {
        bytes += piece.length;
        yield piece;
      }
    };
    const stream = Readable.from(counted(), { objectMode: false });
    this.zip.addReadStream(stream, name, { compressionLevel: isPacked ? 0 : COMPRESSION });
    try {
      await Promise.race([finished(stream), this.written]);
    } finally {
      stream.destroy();
    }
    return bytes;
  }

  /** Gives the file its name, replacing an existing one. */
  async finish(): Promise<void> {
    this.zip.end();
    await this.written;
    clearInterval(this.alive);
    await rename(this.part, this.path);
    // Syncs the name as well. Windows opens no folders.
    if (process.platform === 'win32') return;
    const folder = await open(dirname(this.path));
    await folder.sync().finally(() => folder.close());
  }

  /** Removes the file of a failed backup. */
  async discard(): Promise<void> {
    clearInterval(this.alive);
    (this.zip.outputStream as Readable).destroy();
    await this.written.catch(() => undefined);
    await rm(this.part, { force: true });
  }
}

/** Reads a backup. The caller closes it. */
export class BackupReader {
  private constructor(
    private readonly zip: ReadableZip,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws BackupError if it is not a complete backup */
  static async open(path: string): Promise<BackupReader> {
    let zip: ReadableZip | undefined;
    try {
      zip = await openPromise(path, { lazyEntries: true, autoClose: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      if (!entries.has(MANIFEST)) throw new Error(`it has no ${MANIFEST}`);
      return new BackupReader(zip, entries);
    } catch (cause) {
      zip?.close();
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new BackupError(
        code === undefined ? `it is no backup, or not a whole one: ${message}` : `it cannot be read: ${message}`,
        { cause },
      );
    }
  }

  close(): void {
    this.zip.close();
  }

  async manifest(): Promise<Manifest> {
    const pieces: Buffer[] = [];
    for await (const piece of this.read(MANIFEST)) pieces.push(piece);
    return readManifest(Buffer.concat(pieces).toString());
  }

  /** Reads everything once. @throws BackupError if any part differs from what was written; the signal's reason */
  async check(passed: (bytes: number) => void, signal?: AbortSignal): Promise<void> {
    for (const name of this.entries.keys())
      for await (const { length } of this.read(name)) {
        signal?.throwIfAborted();
        passed(length);
      }
  }

  /** Total bytes of all parts. */
  get bytes(): number {
    return Array.from(this.entries.values()).reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** The bytes of a part. @throws BackupError if they differ from what was written, at the latest after the last one */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new BackupError(`it is damaged: ${name} is missing`);
    let sum = 0;
    try {
      for await (const piece of (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        sum = crc32(piece, sum);
        yield piece;
      }
    } catch (cause) {
      throw new BackupError(`it is damaged: ${name} cannot be read (${(cause as Error).message})`, { cause });
    }
    if (sum >>> 0 !== entry.crc32) throw new BackupError(`it is damaged: ${name} has another checksum`);
  }
}

import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Default size of a folder, bytes. */
const DEFAULT_CACHE_BYTES = 2 * 1024 ** 3;
const MAGIC = 0x42414c47; // "GLAB"
/** Increased when the header below changes. */
const FORMAT = 1;
/** Magic, format, bytes of the content as two words, checksum of the content, 4 unused bytes. */
const HEADER_BYTES = 24;
const WORD = 0x1_0000_0000;
/** Temporary files older than this were left by a process that died, ms. */
const TEMPORARY_STALE_MS = 3_600_000;

/**
 * Reproducible files in a folder shared by several processes. A file is complete or absent: it is written to a
 * temporary file and renamed. A damaged file counts as missing. The least recently used files are deleted first.
 */
export class CacheFolder {
  private hasGrown = true;

  /** @param maxBytes of all files in the long run: excess is deleted after writing */
  constructor(
    readonly path: string,
    private readonly maxBytes = DEFAULT_CACHE_BYTES,
  ) {}

  /** A name derived from everything that the content depends on. */
  static nameOf(kind: string, ...madeFrom: readonly string[]): string {
    const hash = createHash('sha256').update(JSON.stringify(madeFrom)).digest('hex');
    return `${kind}-${hash.slice(0, 32)}`;
  }

  /** The content written under a name; null if it is missing or damaged. */
  read(name: string): Buffer | null {
    const path = this.use(name);
    try {
      const bytes = readFileSync(path);
      const content = bytes.subarray(HEADER_BYTES);
      return bytes.length >= HEADER_BYTES && headerOf(content).equals(bytes.subarray(0, HEADER_BYTES)) ? content : null;
    } catch {
      return null;
    }
  }

  write(name: string, content: Uint8Array): void {
    this.writeAll(name, [headerOf(content), content]);
  }

  /** Writes without a header, for content with its own integrity check. On a full disk nothing is written. */
  writeAll(name: string, parts: readonly Uint8Array[]): void {
    const path = this.use(name);
    const temporary = `${path}.${process.pid}-${randomUUID()}.tmp`;
    try {
      mkdirSync(this.path, { recursive: true });
      const file = openSync(temporary, 'wx');
      try {
        for (const part of parts) writeWhole(file, part);
      } finally {
        closeSync(file);
      }
      renameSync(temporary, path);
      this.hasGrown = true;
    } catch {
      removeIfThere(temporary);
    }
  }

  /** Names with this prefix, oldest first. */
  namesOf(prefix: string): string[] {
    return this.files()
      .filter(({ name }) => name.startsWith(prefix) && !name.endsWith('.tmp'))
      .map(({ name }) => name);
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** Marks a name as used now. @returns its path */
  use(name: string): string {
    const path = this.pathOf(name);
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // It does not exist yet.
    }
    return path;
  }

  remove(name: string): void {
    removeIfThere(this.pathOf(name));
  }

  /** Deletes the least recently used files until the rest is small enough. */
  trim(): void {
    if (!this.hasGrown) return;
    this.hasGrown = false;
    const files = this.files();
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, path, size, usedAt } of files) {
      const isLeft = name.endsWith('.tmp') && usedAt < Date.now() - TEMPORARY_STALE_MS;
      if (!isLeft && (bytes <= this.maxBytes || name.endsWith('.tmp'))) continue;
      removeIfThere(path);
      bytes -= size;
    }
  }

  /** Least recently used first. */
  private files(): { name: string; path: string; size: number; usedAt: number }[] {
    try {
      return readdirSync(this.path)
        .flatMap((name) => {
          const path = join(this.path, name);
          const facts = statSync(path, { throwIfNoEntry: false });
          return facts?.isFile() ? [{ name, path, size: facts.size, usedAt: facts.mtimeMs }] : [];
        })
        .sort((a, b) => a.usedAt - b.usedAt || (a.name < b.name ? -1 : 1));
    } catch {
      return [];
    }
  }
}

function headerOf(content: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(FORMAT, 4);
  header.writeUInt32LE(content.length % WORD, 8);
  header.writeUInt32LE(Math.floor(content.length / WORD), 12);
  header.writeUInt32LE(crc32(content), 16);
  return header;
}

/** A file that cannot be removed is ignored. */
function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is not a file, or others may not remove it.
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

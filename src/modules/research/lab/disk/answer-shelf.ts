import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CacheFolder } from './cache-folder.js';

const MAGIC = 0x464c4853; // "SHLF"
/** Magic, checksum of the index, offset and length of the index. */
const FOOTER_BYTES = 24;
/** Smaller answers gain nothing by compression. */
const LEAST_PACKED_BYTES = 512;
/** Compressed answers waiting to be written. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** Most files of one shelf before some of them are merged. */
const MAX_FILES = 32;

interface Place {
  readonly file: string;
  readonly at: number;
  readonly length: number;
  readonly checksum: number;
}

/** For each answer in a file: its key, offset, length and checksum. */
type Index = readonly (readonly [key: string, at: number, length: number, checksum: number])[];

/**
 * Answers by key in write-once files, each with some answers and their index at its end. Only the indexes are in
 * memory: an answer is read on demand. Concurrent processes write separate files.
 */
export class AnswerShelf {
  private readonly places = new Map<string, Place>();
  /** With the bytes of their answers. */
  private readonly files = new Map<string, number>();
  private readonly waiting = new Map<string, Buffer>();
  private waitingBytes = 0;

  /** @param name prefix of its files' names */
  constructor(
    private readonly folder: CacheFolder,
    private readonly name: string,
  ) {
    for (const file of folder.namesOf(`${name}.`)) this.open(file);
  }

  get(key: string): unknown {
    const waits = this.waiting.get(key);
    if (waits !== undefined) return unpack(waits);
    const packed = this.packed(key);
    return packed && unpack(packed);
  }

  put(key: string, answer: unknown): void {
    this.wait(key, pack(answer));
    if (this.waitingBytes > MAX_WAITING_BYTES) this.save();
  }

  /** Writes new answers. Marks all its files as used, so that unused files of others are deleted first. */
  save(): void {
    for (const file of this.files.keys()) this.folder.use(file);
    if (this.waiting.size > 0) {
      this.writeFile(this.waiting);
      this.waiting.clear();
      this.waitingBytes = 0;
    }
    if (this.files.size > MAX_FILES) this.makeFewer();
  }

  private wait(key: string, packed: Buffer): void {
    this.waiting.set(key, packed);
    this.waitingBytes += packed.length;
  }

  /** Merges the smallest files, as long as their answers fit in memory. */
  private makeFewer(): void {
    const smallest = new Set<string>();
    let room = MAX_WAITING_BYTES;
    for (const [file, bytes] of [...this.files].sort(([, a], [, b]) => a - b))
      if ((room -= bytes) >= 0) smallest.add(file);
    if (smallest.size < 2) return;
    const answers = new Map<string, Buffer>();
    for (const [key, { file }] of this.places) {
      const packed = smallest.has(file) ? this.packed(key) : null;
      if (packed) answers.set(key, packed);
    }
    this.writeFile(answers);
    for (const file of smallest) {
      this.files.delete(file);
      this.folder.remove(file);
    }
  }

  private writeFile(answers: ReadonlyMap<string, Buffer>): void {
    const index: [string, number, number, number][] = [];
    let at = 0;
    for (const [key, bytes] of answers) {
      index.push([key, at, bytes.length, crc32(bytes)]);
      at += bytes.length;
    }
    const indexBytes = serialize(index);
    const footer = Buffer.alloc(FOOTER_BYTES);
    footer.writeUInt32LE(MAGIC, 0);
    footer.writeUInt32LE(crc32(indexBytes), 4);
    footer.writeDoubleLE(at, 8);
    footer.writeDoubleLE(indexBytes.length, 16);
    const file = `${this.name}.${randomUUID()}`;
    this.folder.writeAll(file, [...answers.values(), indexBytes, footer]);
    this.take(file, index);
  }

  private open(file: string): void {
    const index = this.reading(file, readIndex);
    if (index) this.take(file, index);
    else this.folder.remove(file);
  }

  private take(file: string, index: Index): void {
    let bytes = 0;
    for (const [, , length] of index) bytes += length;
    this.files.set(file, bytes);
    for (const [key, at, length, checksum] of index) this.places.set(key, { file, at, length, checksum });
  }

  /**
   * Drops a file that is damaged or was deleted by another process. Its intact answers are rewritten; the others are
   * recreated.
   */
  private drop(file: string): void {
    for (const [key, place] of this.places) {
      if (place.file !== file) continue;
      const whole = this.wholeAt(place);
      if (whole) this.wait(key, whole);
      this.places.delete(key);
    }
    this.files.delete(file);
    this.folder.remove(file);
  }

  private packed(key: string): Buffer | null {
    const place = this.places.get(key);
    if (place === undefined) return null;
    const bytes = this.wholeAt(place);
    if (!bytes) this.drop(place.file);
    return bytes;
  }

  private wholeAt({ file, at, length, checksum }: Place): Buffer | null {
    const bytes = this.reading(file, (fd) => readAt(fd, at, length));
    return bytes && crc32(bytes) === checksum ? bytes : null;
  }

  private reading<T>(file: string, read: (fd: number) => T | null): T | null {
    try {
      const fd = openSync(this.folder.pathOf(file), 'r');
      try {
        return read(fd);
      } finally {
        closeSync(fd);
      }
    } catch {
      return null;
    }
  }
}

function readIndex(fd: number): Index | null {
  const { size } = fstatSync(fd);
  const footer = readAt(fd, size - FOOTER_BYTES, FOOTER_BYTES);
  if (footer?.readUInt32LE(0) !== MAGIC) return null;
  const [at, length] = [footer.readDoubleLE(8), footer.readDoubleLE(16)];
  if (at + length + FOOTER_BYTES !== size) return null;
  const bytes = readAt(fd, at, length);
  return bytes && crc32(bytes) === footer.readUInt32LE(4) ? (deserialize(bytes) as Index) : null;
}

function readAt(fd: number, at: number, length: number): Buffer | null {
  if (at < 0) return null;
  const bytes = Buffer.allocUnsafe(length);
  return readSync(fd, bytes, 0, length, at) === length ? bytes : null;
}

/** The first byte says whether the rest is deflated. */
function pack(answer: unknown): Buffer {
  const bytes = serialize(answer);
  const packed = bytes.length >= LEAST_PACKED_BYTES;
  return Buffer.concat([Buffer.from([packed ? 1 : 0]), packed ? deflateRawSync(bytes, { level: 1 }) : bytes]);
}

const unpack = (packed: Buffer): unknown =>
  deserialize(packed[0] === 1 ? inflateRawSync(packed.subarray(1)) : packed.subarray(1));

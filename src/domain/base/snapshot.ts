import type { JsonValue } from './json-value.js';

/**
 * What a learner or a table hands out to be stored, and takes back: plain JSON values and typed arrays by name.
 *
 * Typed arrays may be views on live memory; `encodeSnapshot` copies them at once, so a snapshot is never written half old, half new.
 */
export type SnapshotArray =
  Uint8Array | Int8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;
export interface Snapshot {
  [name: string]: JsonValue | SnapshotArray | JoinedArray | Snapshot;
}

const ARRAY_TYPES = {
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const;
type ArrayTypeName = keyof typeof ARRAY_TYPES;

/** Arrays of one type that are stored as one, one behind the other: what is kept in many pieces need not be put together before it is copied. */
export class JoinedArray {
  readonly length: number;

  constructor(
    readonly type: ArrayTypeName,
    readonly parts: readonly SnapshotArray[],
  ) {
    this.length = parts.reduce((sum, part) => sum + part.length, 0);
  }

  /** As it will be read. */
  joined(): SnapshotArray {
    const all = new ARRAY_TYPES[this.type](this.length);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}
const ALIGNMENT = 8;
const ROOM_TO_GROW = 1.2;
/** Less room than this is made anew before the next snapshot, which may be larger. */
const LEAST_ROOM = 1.1;
/** At least one byte of each page of memory is written to get it from the system; no system has smaller ones. */
const PAGE_BYTES = 4_096;
/** Memory that is got in one go: some milliseconds, on a busy machine too. */
const PIECE_BYTES = 1024 * 1024;
const MAGIC = 0x474c4e31; // "GLN1"

interface ArrayReference {
  $array: ArrayTypeName;
  offset: number;
  length: number;
}

const isArray = (value: unknown): value is SnapshotArray => ArrayBuffer.isView(value) && !(value instanceof DataView);

/**
 * Memory that one encoded snapshot after the other is written into. The first use of memory costs several times as much as copying into it: each page of it is
 * then given by the system.
 */
export class SnapshotRoom {
  private memory = new Uint8Array(0);

  /** So many bytes, whose contents mean nothing; those taken before are given up. */
  take(bytes: number): Uint8Array {
    // Snapshots grow with the crawl; much more than is needed is given back.
    if (bytes > this.memory.length || bytes < this.memory.length / 4)
      this.memory = new Uint8Array(Math.ceil(bytes * ROOM_TO_GROW));
    return this.memory.subarray(0, bytes);
  }

  /**
   * Gets the memory for a snapshot of so many bytes, or somewhat more, from the system, so that writing it is as quick as a copy. In pieces, since this takes
   * longer than the copy. What was written before is given up.
   */
  *makeReady(bytes: number): Generator<void, void> {
    if (bytes * LEAST_ROOM <= this.memory.length) return;
    const memory = new Uint8Array(Math.ceil(bytes * ROOM_TO_GROW));
    this.memory = memory;
    for (let at = 0; at < memory.length; at += PAGE_BYTES) {
      if (at > 0 && at % PIECE_BYTES === 0) yield;
      memory[at] = 0;
    }
  }
}

/** Where the parts of a snapshot lie in its encoding. */
interface Layout {
  readonly header: Uint8Array;
  readonly blobs: readonly { readonly parts: readonly SnapshotArray[]; readonly offset: number }[];
  /** Bytes before the arrays. */
  readonly start: number;
  /** Of the whole. */
  readonly bytes: number;
}

function layoutOf(snapshot: Snapshot): Layout {
  const blobs: { parts: readonly SnapshotArray[]; offset: number }[] = [];
  let offset = 0;
  const refer = (type: ArrayTypeName, parts: readonly SnapshotArray[], length: number): ArrayReference => {
    if (!(type in ARRAY_TYPES)) throw new TypeError(`a snapshot cannot hold a ${type}`);
    const reference: ArrayReference = { $array: type, offset, length };
    blobs.push({ parts, offset });
    offset += Math.ceil((length * ARRAY_TYPES[type].BYTES_PER_ELEMENT) / ALIGNMENT) * ALIGNMENT;
    return reference;
  };
  const strip = (value: unknown): unknown => {
    if (isArray(value)) return refer(value.constructor.name as ArrayTypeName, [value], value.length);
    if (value instanceof JoinedArray) return refer(value.type, value.parts, value.length);
    if (Array.isArray(value)) return value.map(strip);
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, strip(v)]));
    return value;
  };
  const header = new TextEncoder().encode(JSON.stringify(strip(snapshot)));
  const start = Math.ceil((8 + header.length) / ALIGNMENT) * ALIGNMENT;
  return { header, blobs, start, bytes: start + offset };
}

/** Bytes that a snapshot takes when it is encoded; nothing is copied. */
export const encodedBytes = (snapshot: Snapshot): number => layoutOf(snapshot).bytes;

/**
 * One buffer: magic, header length, JSON header, then the arrays, each aligned to 8 bytes. Little-endian hosts only, as all of Node's are.
 *
 * @param headroom bytes left free before it, for the caller: a multiple of 8
 * @param room where it is written; memory of its own unless told
 */
export function encodeSnapshot(snapshot: Snapshot, headroom = 0, room?: SnapshotRoom): Uint8Array {
  const { header, blobs, start, bytes } = layoutOf(snapshot);
  const out = room?.take(headroom + bytes) ?? new Uint8Array(headroom + bytes);
  const view = new DataView(out.buffer, out.byteOffset + headroom);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, header.length, true);
  out.set(header, headroom + 8);
  let end = headroom + 8 + header.length;
  for (const { parts, offset } of blobs) {
    // Gaps are filled: the same snapshot has the same bytes, whatever stood there before.
    out.fill(0, end, headroom + start + offset);
    end = headroom + start + offset;
    for (const part of parts) {
      out.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), end);
      end += part.byteLength;
    }
  }
  out.fill(0, end);
  return out;
}

/** @throws RangeError when the bytes are not a snapshot or are cut short */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getUint32(0, true) !== MAGIC) throw new RangeError('not a snapshot');
  const headerLength = view.getUint32(4, true);
  const start = Math.ceil((8 + headerLength) / ALIGNMENT) * ALIGNMENT;
  if (start > bytes.length) throw new RangeError('snapshot header is cut short');
  const revive = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(revive);
    if (value === null || typeof value !== 'object') return value;
    if ('$array' in value) {
      const { $array, offset, length } = value as ArrayReference;
      if (!Object.hasOwn(ARRAY_TYPES, $array) || !Number.isSafeInteger(offset) || !Number.isSafeInteger(length))
        throw new RangeError('snapshot header is damaged');
      const Type = ARRAY_TYPES[$array];
      const from = start + offset;
      const to = from + length * Type.BYTES_PER_ELEMENT;
      if (to > bytes.length) throw new RangeError('snapshot is cut short');
      // Not `bytes.slice`: a Node Buffer's is a view on memory it shares with others.
      return new Type(Uint8Array.prototype.slice.call(bytes, from, to).buffer);
    }
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, revive(v)]));
  };
  return revive(headerOf(bytes.subarray(8, 8 + headerLength))) as Snapshot;
}

function headerOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new RangeError('snapshot header is damaged');
  }
}

import type { JsonValue } from './json-value.js';

/**
 * The stored state of a learner or a table: named plain JSON values and typed arrays.
 *
 * Typed arrays may be views on live memory; `encodeSnapshot` copies them at once, so a snapshot never mixes old and new
 * state.
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

/** Several arrays of one type that are stored as one, so that parts need not be joined before they are copied. */
export class JoinedArray {
  readonly length: number;

  constructor(
    readonly type: ArrayTypeName,
    readonly parts: readonly SnapshotArray[],
  ) {
    this.length = parts.reduce((sum, part) => sum + part.length, 0);
  }

  /** The array that a reader gets. */
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
/** With less spare room than this the memory is reallocated before the next snapshot, which may be larger. */
const LEAST_ROOM = 1.1;
/** Writing one byte per memory page makes the system allocate it; no system has smaller pages. */
const PAGE_BYTES = 4_096;
/** Memory allocated per step: some milliseconds, even on a busy machine. */
const PIECE_BYTES = 1024 * 1024;
const MAGIC = 0x474c4e31; // "GLN1"

interface ArrayReference {
  $array: ArrayTypeName;
  offset: number;
  length: number;
}

const isArray = (value: unknown): value is SnapshotArray => ArrayBuffer.isView(value) && !(value instanceof DataView);

/**
 * Reusable memory for encoded snapshots. The first write to new memory costs several times as much as copying into it,
 * because the system then allocates each page.
 */
export class SnapshotRoom {
  private memory = new Uint8Array(0);

  /** Returns this many bytes with undefined content; invalidates those returned before. */
  take(bytes: number): Uint8Array {
    // Snapshots grow with the crawl; memory far larger than needed is released.
    if (bytes > this.memory.length || bytes < this.memory.length / 4)
      this.memory = new Uint8Array(Math.ceil(bytes * ROOM_TO_GROW));
    return this.memory.subarray(0, bytes);
  }

  /**
   * Allocates memory for a snapshot of this size and somewhat more, so that writing it is as fast as a copy. In steps,
   * because this takes longer than the copy. Discards the present content.
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

/** Positions of a snapshot's parts in its encoding. */
interface Layout {
  readonly header: Uint8Array;
  readonly blobs: readonly { readonly parts: readonly SnapshotArray[]; readonly offset: number }[];
  /** Bytes before the arrays. */
  readonly start: number;
  /** Total bytes. */
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

/** Size of a snapshot's encoding in bytes, computed without copying. */
export const encodedBytes = (snapshot: Snapshot): number => layoutOf(snapshot).bytes;

/**
 * Encodes to one buffer: magic, header length, JSON header, then the arrays, each aligned to 8 bytes. Little-endian
 * hosts only, as all of Node's are.
 *
 * @param headroom bytes left free at the beginning for the caller: a multiple of 8
 * @param room memory for the result. Default: new memory
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
    // Gaps are filled: the same snapshot always has the same bytes.
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

/** @throws RangeError if the bytes are not a complete snapshot */
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
      // Not `bytes.slice`: for a Node Buffer it returns a view on shared memory.
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

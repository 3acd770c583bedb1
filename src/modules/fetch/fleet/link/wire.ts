import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decode, Encoder } from '@msgpack/msgpack';
import { countValues } from './count-values.js';

/** Compressing smaller messages is not worth the time. */
const COMPRESSED_FROM = 2_048;
/**
 * Largest unpacked message: a page of the largest size with all its recorded exchanges. A message must not exhaust the
 * memory.
 */
const MAX_UNPACKED = 512 * 1024 * 1024;
/**
 * Most values in one message. The largest honest one has a sitemap of 10 000 links; an empty list takes one byte here
 * and a hundred in memory.
 */
const MAX_VALUES = 200_000;
const PLAIN = 0;
const DEFLATED = 1;
/** One shared encoder, whose buffer is not allocated and enlarged for each message. Large enough for most of them. */
const BUFFER_BYTES = 64 * 1024;
/** A larger buffer is not kept. */
const MOST_KEPT_BYTES = 1024 * 1024;
/** Entries of a list with a one-byte head: MessagePack's short form. */
const MOST_IN_LIST = 15;
const SHORT_LIST = 0x90;

const makeEncoder = (): Encoder => new Encoder({ ignoreUndefined: true, initialBufferSize: BUFFER_BYTES });
let encoder = makeEncoder();

/** Plain data as MessagePack without compression. Omits undefined values. */
export function encoded(value: unknown): Uint8Array {
  const bytes = encoder.encode(value);
  if (bytes.length > MOST_KEPT_BYTES) encoder = makeEncoder();
  return bytes;
}

/**
 * Plain data as MessagePack, deflated if long. The first byte says which. Omits undefined values.
 *
 * @param plain never deflated, because its long parts are already compressed
 */
export function pack(value: unknown, { plain = false } = {}): Uint8Array {
  return packed([encoded(value)], plain);
}

/** A list of encoded values, with the same result as `pack` of the list itself. @param entries at most 15 */
export function packList(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length > MOST_IN_LIST) throw new RangeError('too many for a short list');
  return packed([Uint8Array.of(SHORT_LIST | entries.length), ...entries], false);
}

/** Like `pack`, for encoded values. */
export const packEncoded = (bytes: Uint8Array): Uint8Array => packed([bytes], false);

function packed(parts: readonly Uint8Array[], plain: boolean): Uint8Array {
  const length = parts.reduce((sum, one) => sum + one.length, 0);
  if (plain || length < COMPRESSED_FROM) return Buffer.concat([Uint8Array.of(PLAIN), ...parts]);
  const whole = parts.length === 1 ? parts[0] : Buffer.concat(parts, length);
  // The lowest level: pages shrink to a fifth, and with higher levels only slightly more, for three times the
  // computing.
  return Buffer.concat([Uint8Array.of(DEFLATED), deflateRawSync(whole, { level: 1 })]);
}

/**
 * The inverse of `pack`. @param most bytes, unpacked. @throws RangeError for messages not from `pack`, and for those
 * too large for the memory
 */
export function unpack(bytes: Uint8Array, most = MAX_UNPACKED): unknown {
  const body = bytes.subarray(1);
  if (bytes[0] === PLAIN) return decoded(body);
  if (bytes[0] === DEFLATED) return decoded(inflateRawSync(body, { maxOutputLength: most }));
  throw new RangeError('a message of an unknown form');
}

function decoded(bytes: Uint8Array): unknown {
  if (countValues(bytes, MAX_VALUES) > MAX_VALUES) throw new RangeError('a message of too many values');
  return decode(bytes);
}

/** Splits bytes into pieces of at most the given size. @returns at least one */
export function pieces(bytes: Uint8Array, most: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += most) found.push(bytes.subarray(at, at + most));
  return found;
}

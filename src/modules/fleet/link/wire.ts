import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decode, encode } from '@msgpack/msgpack';

/** What is smaller is not worth the time. */
const COMPRESSED_FROM = 2_048;
/** The largest that is unpacked: a page of the largest size with all that went over the wire. A message is not to fill the memory. */
const MAX_UNPACKED = 512 * 1024 * 1024;
const PLAIN = 0;
const DEFLATED = 1;

/**
 * Plain data as bytes: MessagePack, deflated where it is long. The first byte tells which. What is undefined is left out.
 *
 * @param plain never deflated: what is long in it is packed already
 */
export function pack(value: unknown, { plain = false } = {}): Uint8Array {
  const bytes = encode(value, { ignoreUndefined: true });
  const isLong = !plain && bytes.length >= COMPRESSED_FROM;
  // The lowest level: pages shrink to a fifth by it, and by the others not much more, for three times the computing.
  const body = isLong ? deflateRawSync(bytes, { level: 1 }) : bytes;
  const whole = new Uint8Array(body.length + 1);
  whole[0] = isLong ? DEFLATED : PLAIN;
  whole.set(body, 1);
  return whole;
}

/** What `pack` was given. @throws RangeError for what it has not made */
export function unpack(bytes: Uint8Array): unknown {
  const body = bytes.subarray(1);
  if (bytes[0] === PLAIN) return decode(body);
  if (bytes[0] === DEFLATED) return decode(inflateRawSync(body, { maxOutputLength: MAX_UNPACKED }));
  throw new RangeError('a message of an unknown form');
}

/** Cuts bytes into pieces of at most so many. @returns at least one */
export function pieces(bytes: Uint8Array, most: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += most) found.push(bytes.subarray(at, at + most));
  return found;
}

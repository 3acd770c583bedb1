import { asciiBytes } from '../base/ascii-bytes.js';

/** A 64-bit hash as two unsigned 32-bit halves. */
export interface Hash64 {
  readonly lo: number;
  readonly hi: number;
}

/**
 * MurmurHash3's last step (Appleby, 2011), a permutation of 32 bits: every input bit flips every output bit with
 * probability one half.
 */
export function mix32(h: number): number {
  let x = h ^ (h >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** Texts from this length on are hashed as bytes if possible; obtaining the bytes has a fixed cost. */
const LONG = 500;

/**
 * 64-bit hash of a URL for seen-sets, the same in every process and version.
 *
 * Two lanes of xor, multiply and rotate over pairs of UTF-16 units, with different odd constants (those of xxHash,
 * Collet 2012), each finished as in MurmurHash3. Either half alone is a good 32-bit hash. Among 10 million URLs the
 * probability of any collision of all 64 bits is 3 in a million. Not keyed: an attacker can make two URLs collide,
 * which costs the crawl one of them.
 */
export function hashUrl(url: string): Hash64 {
  let a = 0x9e3779b9 ^ url.length;
  let b = 0x61c88647 + url.length;
  const even = url.length & ~1;
  const bytes = url.length < LONG ? null : asciiBytes(url);
  if (bytes !== null) {
    for (let i = 0; i < even; i += 2) {
      const pair = bytes[i] | (bytes[i + 1] << 16);
      a = Math.imul(a ^ pair, 0x9e3779b1);
      a = (a << 15) | (a >>> 17);
      b = Math.imul(b ^ pair, 0x85ebca77);
      b = (b << 13) | (b >>> 19);
    }
    return finished(a, b, even < url.length ? bytes[even] : -1);
  }
  for (let i = 0; i < even; i += 2) {
    const pair = url.charCodeAt(i) | (url.charCodeAt(i + 1) << 16);
    a = Math.imul(a ^ pair, 0x9e3779b1);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b ^ pair, 0x85ebca77);
    b = (b << 13) | (b >>> 19);
  }
  return finished(a, b, even < url.length ? url.charCodeAt(even) : -1);
}

/** @param last the unpaired last unit, -1 if there is none */
function finished(a: number, b: number, last: number): Hash64 {
  if (last < 0) return { lo: mix32(a) >>> 0, hi: mix32(b) >>> 0 };
  return { lo: mix32(Math.imul(a ^ last, 0x9e3779b1)) >>> 0, hi: mix32(Math.imul(b ^ last, 0x85ebca77)) >>> 0 };
}

/** A 64-bit hash as 16 hex digits, the high half first. */
export const toHex = ({ lo, hi }: Hash64): string =>
  hi.toString(16).padStart(8, '0') + lo.toString(16).padStart(8, '0');

/** The hash from 16 hex digits. */
export const fromHex = (hex: string): Hash64 => ({ lo: parseInt(hex.slice(8), 16), hi: parseInt(hex.slice(0, 8), 16) });

/** A 64-bit hash as a signed decimal integer, as in PostgreSQL's bigint. */
export function signedDecimal({ lo, hi }: Hash64): string {
  return BigInt.asIntN(64, (BigInt(hi) << 32n) | BigInt(lo)).toString();
}

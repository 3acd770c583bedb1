/**
 * CRC-32 of IEEE 802.3 (polynomial 0xEDB88320, reflected), as in zip and PNG: finds every single flipped bit and every
 * run of flips within 32 bits.
 */

const POLYNOMIAL = 0xedb88320;
/**
 * Bytes processed at a time, with a table for each ("slicing by eight", Kounavis and Berry, 2005). Some 15 times as
 * fast as one byte at a time.
 */
const SLICES = 8;

function makeTables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ POLYNOMIAL : remainder >>> 1;
    return remainder;
  });
  const tables = [first];
  for (let slice = 1; slice < SLICES; slice++)
    tables.push(tables[slice - 1].map((value) => (value >>> 8) ^ first[value & 0xff]));
  return tables;
}

const [T0, T1, T2, T3, T4, T5, T6, T7] = makeTables();

/** @param before checksum of the preceding bytes @returns an unsigned 32-bit number */
export function crc32(bytes: Uint8Array, before = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % SLICES);
  let crc = ~before;
  let at = 0;
  for (; at < whole; at += SLICES) {
    const low = view.getUint32(at, true) ^ crc;
    const high = view.getUint32(at + 4, true);
    crc =
      T7[low & 0xff] ^
      T6[(low >>> 8) & 0xff] ^
      T5[(low >>> 16) & 0xff] ^
      T4[low >>> 24] ^
      T3[high & 0xff] ^
      T2[(high >>> 8) & 0xff] ^
      T1[(high >>> 16) & 0xff] ^
      T0[high >>> 24];
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ T0[(crc ^ bytes[at]) & 0xff];
  return ~crc >>> 0;
}

import { randomBytes } from 'node:crypto';

const COUNTER_BITS = 12;

/**
 * Identifiers (UUID version 7, RFC 9562) for rows written in one statement, in ascending order.
 *
 * The 12 bits after the milliseconds count (method 1 of section 6.2), and a full counter borrows from the next
 * millisecond, so that rows of one batch keep their order when sorted by id.
 */
export function timeOrderedIds(count: number, nowMs: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(nowMs + (i >> COUNTER_BITS), 0, 6);
    bytes.writeUInt16BE(0x7000 | (i & ((1 << COUNTER_BITS) - 1)), 6);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  });
}

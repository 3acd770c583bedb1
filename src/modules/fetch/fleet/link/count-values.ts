/**
 * How the first byte of a MessagePack value describes the rest: its bytes, or the values inside it. From 0xc0 to 0xdf.
 */
interface Head {
  /** Bytes of the length after the head. */
  readonly length?: 1 | 2 | 4;
  /** Additional bytes. */
  readonly bytes?: number;
  /** Values inside it per unit of length; if absent, the length counts bytes. */
  readonly inside?: 1 | 2;
}

const LENGTHS = [1, 2, 4] as const;
const HEADS: readonly Head[] = [
  // nil, never used, false, true
  ...[{}, {}, {}, {}],
  // Bytes, and extensions with a byte for their type.
  ...LENGTHS.map((length) => ({ length })),
  ...LENGTHS.map((length) => ({ length, bytes: 1 })),
  // Numbers: float, unsigned, signed.
  ...[4, 8, 1, 2, 4, 8, 1, 2, 4, 8].map((bytes) => ({ bytes })),
  // Extensions of a fixed size.
  ...[2, 3, 5, 9, 17].map((bytes) => ({ bytes })),
  // Strings, lists, maps.
  ...LENGTHS.map((length) => ({ length })),
  ...[{ length: 2, inside: 1 } as const, { length: 4, inside: 1 } as const],
  ...[{ length: 2, inside: 2 } as const, { length: 4, inside: 2 } as const],
];

/**
 * The number of values in a MessagePack message, including nested ones. Decodes no value, so it takes no memory.
 *
 * @param most counting stops with a larger number beyond it
 * @returns some number even for invalid MessagePack, because decoding that fails anyway
 */
export function countValues(bytes: Uint8Array, most: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let expected = 1;
  let at = 0;
  for (let seen = 0; seen < expected && at < bytes.length; seen++) {
    if (expected > most) return expected;
    const head = view.getUint8(at++);
    if (head < 0x80 || head >= 0xe0) continue;
    if (head < 0x90) expected += 2 * (head & 0x0f);
    else if (head < 0xa0) expected += head & 0x0f;
    else if (head < 0xc0) at += head & 0x1f;
    else {
      const { length = 0, bytes: besides = 0, inside } = HEADS[head - 0xc0] ?? {};
      if (at + length > bytes.length) return expected;
      const found =
        length === 0 ? 0 : length === 1 ? view.getUint8(at) : length === 2 ? view.getUint16(at) : view.getUint32(at);
      at += length + besides;
      if (inside === undefined) at += found;
      else expected += inside * found;
    }
  }
  return expected;
}

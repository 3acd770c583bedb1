import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { crc32 } from './crc32.js';
import { openSnapshot, sealSnapshot } from './sealed-snapshot.js';
import { encodeSnapshot, type Snapshot } from './snapshot.js';

const snapshot = (numbers: readonly number[], text: string): Snapshot => ({
  text,
  nothing: null,
  inner: { weights: Float32Array.from(numbers), flags: Uint8Array.from(numbers) },
});

describe('crc32', () => {
  it('is that of zlib, whole and in pieces, wherever the bytes lie', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), fc.nat(9), (bytes, cut, shift) => {
        const moved = new Uint8Array(bytes.length + shift).subarray(shift);
        moved.set(bytes);
        expect(crc32(moved)).toBe(zlibCrc32(bytes));
        expect(crc32(moved.subarray(cut), crc32(moved.subarray(0, cut)))).toBe(zlibCrc32(bytes));
      }),
    );
  });
});

describe('a sealed snapshot', () => {
  it('gives back what was sealed, also from the middle of a larger buffer', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255)), fc.string(), fc.nat(40), (numbers, text, before) => {
        const sealed = sealSnapshot(snapshot(numbers, text));
        const received = Buffer.concat([Buffer.alloc(before, 1), sealed, Buffer.alloc(5, 1)]).subarray(
          before,
          before + sealed.length,
        );
        expect(openSnapshot(received)).toEqual(snapshot(numbers, text));
      }),
    );
  });

  it('shows each single flipped bit, header and checksum included', () => {
    const sealed = sealSnapshot(snapshot([1, 2, 3, 250], 'tres'));
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const damaged = sealed.slice();
      damaged[bit >> 3] ^= 1 << (bit & 7);
      expect(() => openSnapshot(damaged)).toThrow(RangeError);
    }
  });

  it('shows any single flipped bit of any snapshot', () => {
    const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.nat(255), { maxLength: 300 }), fc.string(), share, (numbers, text, place) => {
        const sealed = sealSnapshot(snapshot(numbers, text));
        const bit = Math.floor(place * sealed.length * 8);
        sealed[bit >> 3] ^= 1 << (bit & 7);
        expect(() => openSnapshot(sealed)).toThrow(RangeError);
      }),
      { numRuns: 1_000 },
    );
  });

  it('shows that bytes are missing, too many, or of something else', () => {
    const sealed = sealSnapshot(snapshot([1, 2, 3], 'tres'));
    for (let length = 0; length < sealed.length; length++)
      expect(() => openSnapshot(sealed.subarray(0, length))).toThrow(RangeError);
    expect(() => openSnapshot(Buffer.concat([sealed, Buffer.alloc(8)]))).toThrow(RangeError);
    expect(() => openSnapshot(encodeSnapshot(snapshot([1], '')))).toThrow(RangeError);
    expect(() => openSnapshot(new Uint8Array(1_000))).toThrow(RangeError);
  });
});

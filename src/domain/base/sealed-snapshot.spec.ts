import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { crc32 } from './crc32.js';
import { makeReadyFor, openSnapshot, sealInPieces, sealSnapshot } from './sealed-snapshot.js';
import { encodeSnapshot, SnapshotRoom, type Snapshot } from './snapshot.js';
import { runsOf } from '../../../test/support/thoroughness.js';

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
      runsOf(1_000),
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

describe('a snapshot sealed in pieces', () => {
  const large = (value: number): Snapshot => ({ name: 'large', numbers: new Uint8Array(10_000_000).fill(value) });

  it('is as it was when the first piece was made, and the same as one sealed at once', () => {
    const state = large(1);
    const expected = sealSnapshot(state);
    const pieces = sealInPieces(state);
    let piece = pieces.next();
    (state['numbers'] as Uint8Array).fill(2);
    let count = 1;
    for (; piece.done !== true; count++) piece = pieces.next();
    expect(count).toBeGreaterThan(2);
    expect(Buffer.compare(piece.value, expected)).toBe(0);
  });

  it('may use the memory of the one before it', () => {
    const room = new SnapshotRoom();
    const seal = (snapshot: Snapshot): Uint8Array => {
      const pieces = sealInPieces(snapshot, room);
      for (let piece = pieces.next(); ; piece = pieces.next()) if (piece.done === true) return piece.value;
    };
    const first = seal(large(3));
    const same = (sealed: Uint8Array, snapshot: Snapshot): boolean =>
      Buffer.compare(sealed, sealSnapshot(snapshot)) === 0;
    expect(same(first, large(3))).toBe(true);
    const second = seal(large(4));
    expect(second.buffer).toBe(first.buffer);
    expect(same(second, large(4))).toBe(true);
    // A small snapshot does not keep the memory of a large one.
    expect(seal(snapshot([1, 2], 'small')).buffer.byteLength).toBeLessThan(10_000);
    expect(same(seal(snapshot([1, 2], 'small')), snapshot([1, 2], 'small'))).toBe(true);
  });
});

describe('memory made ready for a snapshot', () => {
  const of = (length: number): Snapshot => ({ numbers: new Uint8Array(length).fill(7) });
  const bufferOf = (snapshot: Snapshot, room: SnapshotRoom): ArrayBufferLike => {
    const pieces = sealInPieces(snapshot, room);
    for (let piece = pieces.next(); ; piece = pieces.next()) if (piece.done === true) return piece.value.buffer;
  };

  it('is got in pieces, and used by this snapshot and by one that is a little larger', () => {
    const room = new SnapshotRoom();
    const pieces = [...makeReadyFor(of(10_000_000), room)].length;
    expect(pieces).toBeGreaterThanOrEqual(10);
    const first = bufferOf(of(10_000_000), room);
    expect(bufferOf(of(10_900_000), room)).toBe(first);
  });

  it('is reallocated only when the next snapshot might not fit', () => {
    const room = new SnapshotRoom();
    for (const _ of makeReadyFor(of(1_000_000), room));
    const first = bufferOf(of(1_000_000), room);
    for (const _ of makeReadyFor(of(1_050_000), room));
    expect(bufferOf(of(1_050_000), room)).toBe(first);
    for (const _ of makeReadyFor(of(1_150_000), room));
    const second = bufferOf(of(1_150_000), room);
    expect(second).not.toBe(first);
    expect(bufferOf(of(1_300_000), room)).toBe(second);
  });
});

import { decodeSnapshot, encodeSnapshot, JoinedArray, type Snapshot } from './snapshot.js';
import { SnapshotReader } from './snapshot-reader.js';
import { createRng } from './rng.js';

describe('snapshot', () => {
  it('brings back JSON values and typed arrays, nested, bit for bit', () => {
    const snapshot = {
      name: 'tres',
      nothing: null,
      list: [1, 'two', true],
      weights: Float32Array.of(1.5, -0, Number.POSITIVE_INFINITY),
      inner: { ids: Uint32Array.of(4_294_967_295, 0), bytes: Uint8Array.of(1, 2, 3), empty: new Int32Array(0) },
    };
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual(snapshot);
  });

  it('copies only the viewed part of a larger buffer', () => {
    const memory = Float64Array.from({ length: 100 }, (_, i) => i);
    expect(decodeSnapshot(encodeSnapshot({ part: memory.subarray(10, 12) }))).toEqual({
      part: Float64Array.of(10, 11),
    });
  });

  it('reads a view on a larger buffer, as database drivers hand them out', () => {
    const snapshot = { weights: Float32Array.of(1, 2, 3) };
    const encoded = encodeSnapshot(snapshot);
    const received = Buffer.concat([Buffer.alloc(13, 1), encoded, Buffer.alloc(9, 1)]).subarray(
      13,
      13 + encoded.length,
    );
    expect(decodeSnapshot(received)).toEqual(snapshot);
  });

  it.each([
    ['empty', new Uint8Array()],
    ['foreign bytes', Uint8Array.from({ length: 64 }, () => 7)],
    ['cut short', encodeSnapshot({ a: new Float64Array(50) }).subarray(0, 80)],
  ])('refuses %s', (_, bytes) => {
    expect(() => decodeSnapshot(bytes)).toThrow(RangeError);
  });
});

describe('rng', () => {
  it('continues the same sequence after save and restore', () => {
    const rng = createRng(7);
    for (let i = 0; i < 10; i++) rng.next();
    const state = rng.save();
    const expected = Array.from({ length: 5 }, () => rng.next());
    const other = createRng(1);
    other.restore(state);
    expect(Array.from({ length: 5 }, () => other.next())).toEqual(expected);
  });

  it('gives each seed its own sequence and covers its range evenly', () => {
    expect(createRng(1).next()).not.toBe(createRng(2).next());
    const rng = createRng(3);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) counts[rng.below(10)]++;
    // 10 000 each, with a standard deviation of 95: a bound of six deviations keeps false alarms below one in 10⁸.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(570);
  });
});

describe('arrays that are stored as one', () => {
  it('are read as the one they make, from a live snapshot and from its bytes', () => {
    const parts = [Uint16Array.of(1, 2, 3), Uint16Array.of(), Uint16Array.of(4)];
    const snapshot: Snapshot = {
      joined: new JoinedArray('Uint16Array', parts),
      none: new JoinedArray('Uint8Array', []),
    };
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual({
      joined: Uint16Array.of(1, 2, 3, 4),
      none: new Uint8Array(0),
    });
    expect(Buffer.compare(encodeSnapshot(snapshot), encodeSnapshot(decodeSnapshot(encodeSnapshot(snapshot))))).toBe(0);
    expect(SnapshotReader.of(snapshot).uint16('joined', { length: 4 })).toEqual(Uint16Array.of(1, 2, 3, 4));
  });
});

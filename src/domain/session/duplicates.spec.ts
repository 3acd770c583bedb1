import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { Duplicates, type Comparable } from './duplicates.js';

const SETTINGS = { exact: true, nearDistance: 3, reward: false };
const page = (contentHash: string | null, simhash: string | null): Comparable => ({ contentHash, simhash });
const A = 'aaaaaaaaaaaaaaaa';
const B = 'bbbbbbbbbbbbbbbb';
const C = 'cccccccccccccccc';
const NEAR_0 = '0123456789abcdef';
const NEAR_2 = '0123456789abcdec';
const FAR = 'fedcba9876543210';

describe('duplicates', () => {
  it('tells the same text from nearly the same', () => {
    const duplicates = new Duplicates(SETTINGS);
    expect(duplicates.take(page(A, NEAR_0), 5)).toBeNull();
    expect(duplicates.take(page(A, NEAR_0), 6)).toEqual({ step: 5, exact: true });
    expect(duplicates.take(page(B, NEAR_2), 7)).toEqual({ step: 5, exact: false });
    expect(duplicates.take(page(C, FAR), 8)).toBeNull();
    expect(duplicates.take(page(C, null), 9)).toEqual({ step: 8, exact: true });
  });

  it('points each at an original, and at one text only once', () => {
    const duplicates = new Duplicates(SETTINGS);
    duplicates.take(page(A, NEAR_0), 0);
    duplicates.take(page(B, NEAR_2), 1);
    // Two bits from step 1, four from the original.
    expect(duplicates.take(page(C, '0123456789abcde0'), 2)).toBeNull();
    expect(duplicates.take(page(B, NEAR_2), 3)).toEqual({ step: 0, exact: true });
  });

  it('never compares what has nothing to compare', () => {
    const duplicates = new Duplicates(SETTINGS);
    for (let step = 0; step < 3; step++) expect(duplicates.take(page(null, null), step)).toBeNull();
  });

  it('looks for what it is asked to', () => {
    const nearOnly = new Duplicates({ ...SETTINGS, exact: false });
    nearOnly.take(page(A, NEAR_0), 0);
    expect(nearOnly.take(page(A, FAR), 1)).toBeNull();
    expect(nearOnly.take(page(A, NEAR_2), 2)).toEqual({ step: 0, exact: false });
    const exactOnly = new Duplicates({ ...SETTINGS, nearDistance: 0 });
    exactOnly.take(page(A, NEAR_0), 0);
    expect(exactOnly.take(page(B, NEAR_0), 1)).toBeNull();
    expect(exactOnly.take(page(A, FAR), 2)).toEqual({ step: 0, exact: true });
  });

  it.each([SETTINGS, { ...SETTINGS, exact: false }, { ...SETTINGS, nearDistance: 0 }])(
    'goes on from a snapshot: %j',
    (settings) => {
      const first = new Duplicates(settings);
      const hash = (i: number): string =>
        Math.imul(i, 0x9e3779b1).toString(16).replace('-', '').padStart(8, '0').repeat(2);
      for (let i = 0; i < 500; i++) first.take(page(hash(i), hash(i * 31)), i);
      const second = new Duplicates(settings);
      second.restore(decodeSnapshot(encodeSnapshot(first.save())));
      for (let i = 400; i < 700; i++)
        expect(second.take(page(hash(i), hash(i * 31)), i + 1_000)).toEqual(
          first.take(page(hash(i), hash(i * 31)), i + 1_000),
        );
    },
  );
});

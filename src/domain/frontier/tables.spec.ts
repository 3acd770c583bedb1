import fc from 'fast-check';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { NO_SOURCE } from './frontier-view.js';
import { capAt, DomainLedger } from './domain-ledger.js';
import { NameTable } from './name-table.js';
import { PageTable } from './page-table.js';
import { UrlFlag, UrlTable } from './url-table.js';

const u32 = fc.integer({ min: 0, max: 0xffffffff });

describe('URL table', () => {
  it('numbers distinct hashes densely and finds each again, also after save and restore', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(u32, u32), { selector: ([lo, hi]) => `${lo}/${hi}`, maxLength: 3_000 }),
        (hashes) => {
          const table = new UrlTable();
          hashes.forEach(([lo, hi], i) => {
            expect(table.find(lo, hi)).toBe(-1);
            expect(table.add(lo, hi, i % 7, i % 5, 0)).toBe(i);
          });
          const copy = new UrlTable();
          copy.restore(decodeSnapshot(encodeSnapshot(table.save())));
          hashes.forEach(([lo, hi], i) => {
            for (const either of [table, copy]) {
              expect(either.find(lo, hi)).toBe(i);
              expect(either.domainOf(i)).toBe(i % 7);
              expect(either.hostOf(i)).toBe(i % 5);
            }
          });
        },
      ),
      { numRuns: 20 },
    );
  });

  it('tells hashes apart that differ in one half only', () => {
    const table = new UrlTable();
    table.add(1, 2, 0, 0, 0);
    expect(table.find(1, 3)).toBe(-1);
    expect(table.find(2, 2)).toBe(-1);
  });

  it('keeps flags apart, and can grow after a restore', () => {
    const table = new UrlTable();
    table.add(1, 1, 0, 0, UrlFlag.OutOfScope);
    const copy = new UrlTable();
    copy.restore(decodeSnapshot(encodeSnapshot(table.save())));
    expect(copy.add(2, 2, 3, 4, 0)).toBe(1);
    copy.mark(1, UrlFlag.Selected);
    expect([
      copy.has(0, UrlFlag.OutOfScope),
      copy.has(0, UrlFlag.Selected),
      copy.has(1, UrlFlag.OutOfScope),
      copy.has(1, UrlFlag.Selected),
    ]).toEqual([true, false, false, true]);
  });
});

describe('page table', () => {
  // The example of TRES, figure 1: seed and A relevant, B not, C relevant on the path seed, A, C.
  it('keeps what the state features need along the path from the seed', () => {
    const pages = new PageTable();
    pages.add(0, NO_SOURCE, 1, true);
    pages.add(1, 0, 1, true);
    pages.add(4, 1, 0, false);
    pages.add(2, 0, 0, false);
    expect(pages.path(4)).toEqual({ reward: 0, depth: 2, length: 3, relevant: 2, distanceToRelevant: 2 });
    expect(pages.path(1)).toEqual({ reward: 1, depth: 1, length: 2, relevant: 2, distanceToRelevant: 1 });
    expect(() => pages.path(3)).toThrow(RangeError);
    expect(() => pages.path(99)).toThrow(RangeError);
  });

  it('counts the distance past the whole path when nothing on it is relevant', () => {
    const pages = new PageTable();
    pages.add(0, NO_SOURCE, 0, false);
    pages.add(1, 0, 0, false);
    expect(pages.path(1)).toMatchObject({ length: 2, distanceToRelevant: 3 });
  });
});

describe('MAX', () => {
  it.each([
    [{ kind: 'unlimited' } as const, 0, 90, Infinity],
    [{ kind: 'fixed', max: 10 } as const, 89, 90, 10],
    // 5→2 over 90 steps: 5 in the first third, then halved by integer division, never below 2.
    [{ kind: 'adaptive', start: 5, min: 2 } as const, 0, 90, 5],
    [{ kind: 'adaptive', start: 5, min: 2 } as const, 29, 90, 5],
    [{ kind: 'adaptive', start: 5, min: 2 } as const, 30, 90, 2],
    [{ kind: 'adaptive', start: 40, min: 2 } as const, 30, 90, 20],
    [{ kind: 'adaptive', start: 40, min: 2 } as const, 60, 90, 10],
    [{ kind: 'adaptive', start: 5, min: 2 } as const, 1, 2, 2],
  ])('%j after %i of %i steps is %d', (cap, completed, budget, expected) => {
    expect(capAt(cap, completed, budget)).toBe(expected);
  });
});

describe('domain ledger', () => {
  it('counts a failed fetch as spent and not as fetched', () => {
    const ledger = new DomainLedger();
    ledger.reserve(3);
    ledger.release(3);
    ledger.settle(3, false, false);
    expect([ledger.spentOf(3), ledger.state(3), ledger.visited]).toEqual([1, { fetched: 0, relevant: 0 }, 0]);
    ledger.settle(3, true, true);
    ledger.settle(3, true, true);
    expect([ledger.spentOf(3), ledger.state(3), ledger.visited, ledger.relevantDomains]).toEqual([
      3,
      { fetched: 2, relevant: 2 },
      1,
      1,
    ]);
    expect(ledger.state(1_000)).toEqual({ fetched: 0, relevant: 0 });
  });
});

describe('name table', () => {
  it('numbers names in order of first use', () => {
    const names = new NameTable();
    expect([names.intern('b'), names.intern('a'), names.intern('b')]).toEqual([0, 1, 0]);
    const copy = new NameTable();
    copy.restore(names.save());
    expect([copy.nameOf(1), copy.size, copy.intern('a'), copy.intern('c')]).toEqual(['a', 2, 1, 2]);
  });
});

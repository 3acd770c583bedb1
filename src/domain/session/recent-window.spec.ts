import fc from 'fast-check';
import { RecentWindow } from './recent-window.js';

describe('recent window', () => {
  it('counts the hits among the last pages, also after save and restore', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 60 }),
        fc.array(fc.boolean()),
        fc.integer({ min: 1, max: 20 }),
        (before, after, capacity) => {
          const window = new RecentWindow(capacity);
          before.forEach((hit) => window.push(hit));
          const copy = new RecentWindow(capacity);
          copy.restore(window.save());
          const all = [...before, ...after];
          after.forEach((hit) => (window.push(hit), copy.push(hit)));
          const expected = all.slice(-capacity).filter(Boolean).length;
          expect([window.hits, copy.hits]).toEqual([expected, expected]);
          expect(window.length).toBe(Math.min(all.length, capacity));
        },
      ),
    );
  });

  it('remembers nothing at capacity 0', () => {
    const window = new RecentWindow(0);
    window.push(true);
    expect([window.length, window.hits, window.isFull]).toEqual([0, 0, false]);
  });
});

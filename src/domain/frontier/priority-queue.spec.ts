import fc from 'fast-check';
import { FifoQueue } from './fifo-queue.js';
import { PriorityQueue } from './priority-queue.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';

const drain = (queue: PriorityQueue): number[] => {
  const urlNos: number[] = [];
  for (let entry = queue.pop(); entry; entry = queue.pop()) urlNos.push(entry.urlNo);
  return urlNos;
};
const keysOf = fc.array(
  fc.integer({ min: 0, max: 8 }).map((k) => k / 8),
  { maxLength: 200 },
);
const bestFirst = (keys: readonly number[]): number[] =>
  keys.map((_, i) => i).sort((a, b) => keys[b] - keys[a] || a - b);

describe('PriorityQueue', () => {
  it('gives the highest key first and the earlier entry among equals', () => {
    fc.assert(
      fc.property(keysOf, (keys) => {
        const queue = new PriorityQueue();
        keys.forEach((key, urlNo) => queue.push(key, urlNo, 0));
        expect(drain(queue)).toEqual(bestFirst(keys));
      }),
    );
  });

  it('is unchanged when entries are taken out and put back, or saved and restored', () => {
    fc.assert(
      fc.property(keysOf, fc.nat(50), (keys, out) => {
        const queue = new PriorityQueue();
        keys.forEach((key, urlNo) => queue.push(key, urlNo, 0));
        const taken = Array.from({ length: Math.min(out, keys.length) }, () => queue.pop());
        for (const entry of taken.reverse()) if (entry) queue.insert(entry);
        const other = new PriorityQueue();
        other.restore(decodeSnapshot(encodeSnapshot(queue.save())));
        for (const q of [queue, other]) {
          q.push(0.5, 1_000, 0);
          expect(drain(q)).toEqual(bestFirst([...keys, 0.5]).map((i) => (i === keys.length ? 1_000 : i)));
        }
      }),
    );
  });

  it('prunes to the best of what is to be kept', () => {
    fc.assert(
      fc.property(keysOf, fc.integer({ min: 1, max: 100 }), (keys, limit) => {
        const queue = new PriorityQueue();
        keys.forEach((key, urlNo) => queue.push(key, urlNo, 0));
        const pruned = queue.prune(limit, (urlNo) => urlNo % 3 !== 0);
        const expected = bestFirst(keys)
          .filter((urlNo) => urlNo % 3 !== 0)
          .slice(0, limit);
        const notKept = Math.ceil(keys.length / 3);
        expect(pruned).toEqual({ notKept, beyondLimit: keys.length - notKept - expected.length });
        expect(drain(queue)).toEqual(expected);
      }),
    );
  });
});

describe('FifoQueue', () => {
  it('behaves as an array that drops its first elements but some', () => {
    const operation = fc.oneof(fc.constant(null), fc.tuple(fc.nat(10), fc.nat(1_023)));
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 300 }), (operations) => {
        const queue = new FifoQueue();
        let model: number[] = [];
        let next = 0;
        for (const op of operations) {
          if (op === null) {
            queue.push(next, next);
            model.push(next++);
          } else {
            const count = Math.min(op[0], model.length);
            const kept = Array.from({ length: count }, (_, i) => i).filter((i) => (op[1] >> i) & 1);
            queue.dropFirst(count, kept);
            model = [...kept.map((i) => model[i]), ...model.slice(count)];
          }
          expect(Array.from({ length: queue.size }, (_, i) => queue.urlNoAt(i))).toEqual(model);
        }
        const other = new FifoQueue();
        other.restore(decodeSnapshot(encodeSnapshot(queue.save())));
        expect(Array.from({ length: other.size }, (_, i) => other.sourceAt(i))).toEqual(model);
      }),
    );
  });

  it('sweeps out what is not to be kept and all but the first entry of a URL', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40)), fc.nat(20), (urlNos, dropped) => {
        const queue = new FifoQueue();
        urlNos.forEach((urlNo, i) => queue.push(urlNo, i));
        queue.dropFirst(Math.min(dropped, urlNos.length), []);
        queue.sweep((urlNo) => urlNo % 3 !== 0);
        const left = urlNos.map((urlNo, source) => ({ urlNo, source })).slice(dropped);
        const expected = left.filter(
          ({ urlNo }, i) => urlNo % 3 !== 0 && left.findIndex((other) => other.urlNo === urlNo) === i,
        );
        queue.push(99, 99);
        expect(Array.from({ length: queue.size }, (_, i) => [queue.urlNoAt(i), queue.sourceAt(i)])).toEqual([
          ...expected.map(({ urlNo, source }) => [urlNo, source]),
          [99, 99],
        ]);
      }),
    );
  });
});

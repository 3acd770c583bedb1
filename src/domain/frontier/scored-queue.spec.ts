import fc from 'fast-check';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { Availability } from './frontier-view.js';
import { ScoredQueue } from './scored-queue.js';

const ready = (): Availability => Availability.Ready;
const keysOf = fc.array(
  fc.integer({ min: 0, max: 8 }).map((k) => k / 8),
  { minLength: 1, maxLength: 120 },
);
const bestFirst = (keys: readonly number[]): number[] =>
  keys.map((_, i) => i).sort((a, b) => keys[b] - keys[a] || a - b);
const queueOf = (keys: readonly number[]): ScoredQueue => {
  const queue = new ScoredQueue();
  keys.forEach((key, urlNo) => queue.push(key, urlNo, urlNo * 2, urlNo % 8, key / 2));
  return queue;
};
const drain = (queue: ScoredQueue): number[] =>
  Array.from({ length: queue.size }, () => queue.takeReady(ready, Infinity).entry?.urlNo ?? -1);

describe('ScoredQueue', () => {
  it('gives the highest key first, the earlier one among equals, with what was stored of it', () => {
    fc.assert(
      fc.property(keysOf, (keys) => {
        expect(queueOf(keys).takeReady(ready, 1).entry).toEqual({
          key: keys[bestFirst(keys)[0]],
          urlNo: bestFirst(keys)[0],
          source: bestFirst(keys)[0] * 2,
          flags: bestFirst(keys)[0] % 8,
          probability: keys[bestFirst(keys)[0]] / 2,
        });
        expect(drain(queueOf(keys))).toEqual(bestFirst(keys));
      }),
    );
  });

  it('passes over busy candidates, keeps them, and drops stale ones that go before what it takes', () => {
    fc.assert(
      fc.property(keysOf, fc.nat(1_000), (keys, salt) => {
        const state = (urlNo: number): Availability =>
          [Availability.Ready, Availability.Busy, Availability.Gone][(urlNo * 7 + salt) % 3];
        const queue = queueOf(keys);
        const order = bestFirst(keys);
        const at = order.findIndex((urlNo) => state(urlNo) === Availability.Ready);
        const found = queue.takeReady(state, Infinity);
        expect(found.entry?.urlNo).toBe(at < 0 ? undefined : order[at]);
        const left = at < 0 ? order : order.filter((urlNo, i) => i > at || state(urlNo) === Availability.Busy);
        expect(drain(queue)).toEqual(left);
      }),
    );
  });

  it('is not changed by a search that finds nothing, and looks no further than it may', () => {
    fc.assert(
      fc.property(keysOf, fc.integer({ min: 1, max: 20 }), (keys, lookahead) => {
        const queue = queueOf(keys);
        const before = encodeSnapshot(queue.save());
        const { entry, looked, waiting } = queue.takeReady(() => Availability.Gone, lookahead);
        expect([entry, looked, waiting]).toEqual([null, Math.min(lookahead, keys.length), lookahead < keys.length]);
        expect(queue.takeReady(() => Availability.Busy, lookahead).waiting).toBe(true);
        expect(encodeSnapshot(queue.save())).toEqual(before);
      }),
    );
  });

  it('gives up any position, and goes on alike when restored', () => {
    fc.assert(
      fc.property(keysOf, fc.nat(1_000), (keys, which) => {
        const queue = queueOf(keys);
        const taken = queue.takeAt(which % keys.length).urlNo;
        const other = new ScoredQueue();
        other.restore(decodeSnapshot(encodeSnapshot(queue.save())));
        const expected = bestFirst(keys).filter((urlNo) => urlNo !== taken);
        expect(drain(queue)).toEqual(expected);
        expect(drain(other)).toEqual(expected);
      }),
    );
  });
});

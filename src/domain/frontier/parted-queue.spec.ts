import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { createRng } from '../base/rng.js';
import { PartedQueue } from './parted-queue.js';
import { PriorityQueue } from './priority-queue.js';

const always = (): boolean => true;
type AnyQueue = Pick<PriorityQueue, 'pop'>;
const drain = (queue: AnyQueue): (readonly [key: number, urlNo: number])[] => {
  const all: (readonly [number, number])[] = [];
  for (let entry = queue.pop(); entry; entry = queue.pop()) all.push([entry.key, entry.urlNo]);
  return all;
};
/** Keys with many equal ones. */
const keys = (count: number): number[] => {
  const rng = createRng(5);
  return Array.from({ length: count }, () => Math.floor(rng.next() * 64) / 64);
};
const LIMIT = 10_000;
/** The default number at a limit of a million. */
const PARTS = 10;
const queueOf = (limit = LIMIT): PartedQueue => new PartedQueue(limit, LIMIT / PARTS);

describe('PartedQueue', () => {
  it('gives the entries of many parts in the order of one queue, also of those put back and after a change of keys', () => {
    const parted = queueOf();
    const one = new PriorityQueue();
    keys(LIMIT).forEach((key, urlNo) => {
      parted.push(key, urlNo, -1, always);
      one.push(key, urlNo, -1);
    });
    for (const queue of [parted, one]) {
      const taken = Array.from({ length: 250 }, () => queue.pop());
      for (const entry of taken.reverse()) if (entry && entry.urlNo % 3 > 0) queue.insert(entry);
    }
    const changed = (urlNo: number, _source: number, key: number): number => (urlNo % 7 === 0 ? 1 - key : key);
    one.rekey(changed);
    parted.beginRekey();
    while (parted.isRekeying) parted.rekeySome(changed);
    expect(parted.size).toBe(one.size);
    expect(drain(parted)).toEqual(drain(one));
    expect(parted.size).toBe(0);
    expect(parted.pop()).toBeNull();
  });

  it('gives them in this order when most parts are empty', () => {
    for (let first = 0; first < 3_000; first += 3) {
      const [parted, one] = [new PartedQueue(LIMIT, 500), new PriorityQueue()];
      for (const urlNo of [first, first + 1, first + 2]) {
        parted.push(-urlNo, urlNo, -1, always);
        one.push(-urlNo, urlNo, -1);
      }
      expect(drain(parted)).toEqual(drain(one));
    }
  });

  it('recomputes the keys of a large queue part by part, also after a save and restore in between', () => {
    const parted = queueOf();
    keys(LIMIT).forEach((key, urlNo) => parted.push(key, urlNo, -1, always));
    let before = parted;
    const calls: number[] = [];
    before.beginRekey();
    for (let call = 0; before.isRekeying; call++) {
      calls[call] = 0;
      before.rekeySome((_urlNo, _source, key) => {
        calls[call]++;
        return key + 1;
      });
      const after = queueOf();
      after.restore(decodeSnapshot(encodeSnapshot(before.save())));
      before = after;
    }
    expect(calls.reduce((sum, count) => sum + count)).toBe(LIMIT);
    expect(Math.max(...calls)).toBeLessThan((LIMIT / PARTS) * 2.5);
    expect(calls.length).toBeGreaterThan(PARTS / 3);
    expect(drain(before).every(([key]) => key >= 1 && key < 2)).toBe(true);
  });

  it('recomputes all keys of a small queue at once', () => {
    const queue = queueOf();
    keys(LIMIT / PARTS / 2).forEach((key, urlNo) => queue.push(key, urlNo, -1, always));
    queue.beginRekey();
    queue.rekeySome((_urlNo, _source, key) => key + 1);
    expect(queue.isRekeying).toBe(false);
    expect(drain(queue).every(([key]) => key >= 1)).toBe(true);
  });

  it('goes on as it was after it was saved and restored', () => {
    const before = queueOf();
    keys(LIMIT + 100).forEach((key, urlNo) => before.push(key, urlNo, urlNo >> 2, always));
    const after = queueOf();
    after.restore(decodeSnapshot(encodeSnapshot(before.save())));
    expect(after.size).toBe(before.size);
    // The part whose turn it is is restored too.
    for (const queue of [before, after]) keys(3_000).forEach((key, i) => queue.push(key, LIMIT + 1_000 + i, 0, always));
    expect(after.save()).toEqual(before.save());
    const other = queueOf(2 * LIMIT);
    expect(() => other.restore(decodeSnapshot(encodeSnapshot(before.save())))).toThrow(RangeError);
  });

  it('when full goes through one part of its entries at a time, and stays nearly full', () => {
    const queue = queueOf();
    let looked = 0;
    let mostLooked = 0;
    let lost = 0;
    let least = LIMIT;
    const isLive = (): boolean => {
      looked++;
      return true;
    };
    keys(2 * LIMIT).forEach((key, urlNo) => {
      looked = 0;
      lost += queue.push(key, urlNo, 0, isLive);
      mostLooked = Math.max(mostLooked, looked);
      if (urlNo >= LIMIT) least = Math.min(least, queue.size);
    });
    expect(lost).toBe(2 * LIMIT - queue.size);
    expect(mostLooked).toBeGreaterThan(0);
    expect(mostLooked).toBeLessThan((1.2 / PARTS) * LIMIT);
    expect(queue.size).toBeLessThanOrEqual(LIMIT);
    expect(least).toBeGreaterThan((1 - 0.15 / PARTS) * LIMIT);
  });

  it('loses what is no longer of use first, without counting it, and then nearly the worst of all', () => {
    const queue = queueOf();
    const isLive = (urlNo: number): boolean => urlNo % 4 !== 0;
    const all = keys(2 * LIMIT);
    let lost = 0;
    all.forEach((key, urlNo) => (lost += queue.push(key, urlNo, 0, isLive)));
    const kept = new Set(drain(queue).map(([, urlNo]) => urlNo));
    const live = all.map((key, urlNo) => ({ key, urlNo })).filter(({ urlNo }) => isLive(urlNo));
    expect(lost).toBe(live.filter(({ urlNo }) => !kept.has(urlNo)).length);
    // Half as many live entries again as there is room for: all of the best half are kept.
    const best = live.sort((a, b) => b.key - a.key).slice(0, live.length / 2);
    expect(best.filter(({ urlNo }) => !kept.has(urlNo))).toEqual([]);
  });

  it('is cut to nine tenths if it is small, stale entries and then the worst first', () => {
    const queue = new PartedQueue(10);
    let lost = 0;
    for (let urlNo = 0; urlNo < 11; urlNo++) lost += queue.push(urlNo / 16, urlNo, 0, (no) => no !== 10);
    expect(lost).toBe(1);
    expect(drain(queue).map(([, urlNo]) => urlNo)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const least = new PartedQueue(1);
    expect(least.push(0.25, 1, 0, always) + least.push(0.5, 2, 0, always)).toBe(1);
    expect(drain(least)).toEqual([[0.5, 2]]);
  });
});

import { type BarrenFetch, HeldHosts } from './held-hosts.js';

const HOST = 7;

const fetchAt = (chosenAfter: number, completed: number, pages = 0): BarrenFetch => ({ chosenAfter, completed, pages });

/** Barren outcomes, one after the other from a completed step on. */
function barren(hosts: HeldHosts, times: number, completed = 0, hostNo = HOST, pages = 0): number[] {
  return Array.from({ length: times }, (_, i) =>
    hosts.barren(hostNo, fetchAt(completed + i, completed + i + 1, pages)),
  );
}

describe('HeldHosts', () => {
  it('holds a host after so many ends in a row that bring nothing, and says so once', () => {
    const hosts = new HeldHosts(3);
    expect(barren(hosts, 2)).toEqual([0, 0]);
    expect(hosts.isHeld(HOST, 2)).toBe(false);
    expect(barren(hosts, 1, 2)).toEqual([3]);
    expect(hosts.isHeld(HOST, 3)).toBe(true);
    expect(hosts.isHeld(HOST + 1, 3)).toBe(false);
    expect(barren(hosts, 1, 3)).toEqual([0]);
  });

  it('starts to count again after a page, which frees a held host', () => {
    const hosts = new HeldHosts(3);
    barren(hosts, 2);
    expect(hosts.fruitful(HOST)).toBe(0);
    expect(barren(hosts, 3, 2)).toEqual([0, 0, 3]);
    expect(hosts.fruitful(HOST)).toBe(3);
    expect(hosts.isHeld(HOST, 6)).toBe(false);
    expect(hosts.fruitful(HOST)).toBe(0);
  });

  it('holds a host that it has freed after one more end, until it has brought enough pages in a row', () => {
    const hosts = new HeldHosts(3);
    barren(hosts, 3);
    expect([hosts.fruitful(HOST), hosts.fruitful(HOST)]).toEqual([3, 0]);
    expect([hosts.isHeld(HOST, 4), hosts.mostAtOnce(HOST, 8)]).toEqual([false, 1]);
    expect(hosts.barren(HOST, fetchAt(5, 6, 2))).toBe(1);
    // The waits continue to grow.
    expect([hosts.isHeld(HOST, 105), hosts.isHeld(HOST, 106)]).toEqual([true, false]);
    expect([1, 2, 3].map(() => hosts.fruitful(HOST))).toEqual([1, 0, 0]);
    expect(hosts.mostAtOnce(HOST, 8)).toBe(8);
    expect(barren(hosts, 3, 200, HOST, 5)).toEqual([0, 0, 3]);
  });

  it('asks a host no more that brings a page now and then', () => {
    const hosts = new HeldHosts(4);
    let pages = 0;
    for (let fetches = 1; fetches <= 15; fetches++) {
      if (fetches % 5 !== 0) hosts.barren(HOST, fetchAt(fetches, fetches, pages));
      else if (hosts.fruitful(HOST) > 0) pages++;
    }
    hosts.barren(HOST, fetchAt(16, 16, pages));
    expect(hosts.isHeld(HOST, 1e12)).toBe(true);
    expect(hosts.waiting(16)).toEqual([]);
  });

  it('lets it be probed after more and more steps', () => {
    const hosts = new HeldHosts(1);
    for (const [at, wait] of [
      [10, 25],
      [35, 100],
      [135, 400],
    ]) {
      hosts.barren(HOST, fetchAt(at - 1, at));
      expect([hosts.isHeld(HOST, at + wait - 1), hosts.isHeld(HOST, at + wait)]).toEqual([true, false]);
    }
  });

  it('takes no fetch for a probe that was under way when the host was held', () => {
    const hosts = new HeldHosts(1);
    hosts.barren(HOST, fetchAt(0, 10));
    hosts.barren(HOST, fetchAt(9, 30));
    expect(hosts.isHeld(HOST, 35)).toBe(false);
    hosts.barren(HOST, fetchAt(35, 36));
    expect(hosts.isHeld(HOST, 135)).toBe(true);
  });

  it('lets no more be under way than would hold it, and one probe', () => {
    const hosts = new HeldHosts(4);
    expect(hosts.mostAtOnce(HOST, 8)).toBe(8);
    const most = Array.from({ length: 6 }, (_, i) => {
      hosts.barren(HOST, fetchAt(i, i + 1));
      return hosts.mostAtOnce(HOST, 8);
    });
    expect(most).toEqual([3, 2, 1, 1, 1, 1]);
    expect(new HeldHosts(1_000).mostAtOnce(HOST, 8)).toBe(8);
  });

  it('tells which may be probed when nothing else is left: the shortest wait first, and none that was asked often enough', () => {
    const hosts = new HeldHosts(2);
    barren(hosts, 2, 5, 1);
    barren(hosts, 2, 0, 2);
    barren(hosts, 1, 0, 3);
    expect(hosts.waiting(10)).toEqual([2, 1]);
    barren(hosts, 13, 100, 2);
    expect(hosts.waiting(20)).toEqual([1]);
    expect(hosts.isHeld(2, 1e12)).toBe(true);
  });

  it('asks a host the more often that has brought pages: a part of it may be open', () => {
    const hosts = new HeldHosts(2);
    barren(hosts, 20, 0, HOST, 30);
    expect(hosts.waiting(30)).toEqual([HOST]);
    barren(hosts, 40, 20, HOST, 30);
    expect(hosts.waiting(70)).toEqual([]);
    // Its wait stays a storable number after any number of probes.
    const restored = new HeldHosts(2);
    restored.restore(hosts.save());
    expect(restored.isHeld(HOST, 1e12)).toBe(true);
  });

  it('lets a larger budget ask once more', () => {
    const hosts = new HeldHosts(2, 300);
    barren(hosts, 15);
    expect(hosts.waiting(20)).toEqual([]);
    const extended = new HeldHosts(2, 400);
    extended.restore(hosts.save());
    expect(extended.waiting(20)).toEqual([HOST]);
    extended.barren(HOST, fetchAt(20, 21));
    expect(extended.waiting(21)).toEqual([]);
    // A replay asks the logged hosts.
    expect(extended.waiting(21, HOST)).toEqual([HOST]);
    expect(extended.waiting(21, HOST + 1)).toEqual([]);
  });

  it('holds none without a limit', () => {
    const hosts = new HeldHosts(0);
    expect(barren(hosts, 100)).toEqual(Array(100).fill(0));
    expect([hosts.isOn, hosts.isHeld(HOST, 100), hosts.mostAtOnce(HOST, 8), hosts.waiting(100)]).toEqual([
      false,
      false,
      8,
      [],
    ]);
  });

  it('is the same after saving and restoring, and refuses what is none', () => {
    const hosts = new HeldHosts(2);
    barren(hosts, 3, 4);
    barren(hosts, 1, 4, 9);
    const restored = new HeldHosts(2);
    restored.restore(hosts.save());
    expect(restored.save()).toEqual(hosts.save());
    expect(() => restored.restore({ hosts: [{ hostNo: 1 }] })).toThrow(RangeError);
  });
});

import fc from 'fast-check';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import { Candidates } from './candidates.js';
import { DomainWorth } from './domain-worth.js';
import { NO_WORDS } from './link-words.js';
import { SiteQueues } from './site-queues.js';

const NO_FACTS = { folder: 0, twinKey: 0, depth: 0, urlScore: 0, words: NO_WORDS, domainNo: 0 };
const viewOf = (availability: (urlNo: number) => Availability): FrontierView =>
  ({
    availability,
    reservation: () => Number.NEGATIVE_INFINITY,
  }) as unknown as FrontierView;
const allReady = viewOf(() => Availability.Ready);

function filled(entries: readonly { readonly host: number; readonly value: number }[]) {
  const candidates = new Candidates(false);
  const queues = new SiteQueues(candidates, new DomainWorth({ domainWeight: 0 }), 'value');
  for (const [urlNo, { host, value }] of entries.entries()) {
    const place = candidates.add(urlNo, host, NO_FACTS);
    candidates.values[place] = value;
    queues.add(place);
  }
  return { candidates, queues };
}
const entriesOf = fc.array(fc.record({ host: fc.nat(5), value: fc.nat(8) }), { maxLength: 80 });
const byValue = (entries: readonly { readonly value: number }[]): number[] =>
  [...entries.keys()].sort((a, b) => entries[b].value - entries[a].value || a - b);

describe('SiteQueues', () => {
  it('finds the best candidates of all hosts in order and changes nothing', () => {
    fc.assert(
      fc.property(entriesOf, fc.integer({ min: 1, max: 90 }), (entries, wanted) => {
        const { queues } = filled(entries);
        const expected = byValue(entries).slice(0, wanted);
        for (let i = 0; i < 2; i++)
          expect(queues.find(allReady, wanted, Number.POSITIVE_INFINITY).ready).toEqual(expected);
      }),
    );
  });

  it('keeps the order when values change and candidates go', () => {
    fc.assert(
      fc.property(entriesOf, fc.array(fc.tuple(fc.nat(79), fc.nat(8)), { maxLength: 40 }), (entries, changes) => {
        const { candidates, queues } = filled(entries);
        const left = new Map(entries.map(({ host, value }, place) => [place, { host, value }]));
        for (const [place, value] of changes) {
          const entry = left.get(place);
          if (entry === undefined) continue;
          if (value === 0) {
            queues.remove(place);
            left.delete(place);
          } else {
            candidates.values[place] = entry.value = value;
            queues.moved(place);
          }
        }
        const expected = [...left].sort(([a, x], [b, y]) => y.value - x.value || a - b).map(([place]) => place);
        expect(queues.find(allReady, 100, Number.POSITIVE_INFINITY).ready).toEqual(expected);
      }),
    );
  });

  it('takes discounts of hosts off the values', () => {
    fc.assert(
      fc.property(
        entriesOf,
        fc.dictionary(fc.integer({ min: 0, max: 5 }).map(String), fc.nat(4)),
        (entries, spells) => {
          const { queues } = filled(entries);
          const remains = (host: number): number => 2 ** -(spells[host] ?? 0);
          for (const host of Object.keys(spells).map(Number)) queues.discount(host, remains(host));
          const expected = byValue(entries.map(({ host, value }) => ({ value: value * remains(host) })));
          expect(queues.find(allReady, 100, Number.POSITIVE_INFINITY).ready).toEqual(expected);
          for (let host = 0; host <= 5; host++) queues.discount(host, 1);
          expect(queues.find(allReady, 100, Number.POSITIVE_INFINITY).ready).toEqual(byValue(entries));
        },
      ),
    );
  });

  it('looks past a busy host and past stale candidates', () => {
    const { queues } = filled([
      { host: 0, value: 9 },
      { host: 0, value: 8 },
      { host: 1, value: 7 },
      { host: 2, value: 6 },
    ]);
    const view = viewOf(
      (urlNo) => [Availability.Busy, Availability.Ready, Availability.Gone, Availability.Ready][urlNo],
    );
    expect(queues.find(view, 9, 100)).toEqual({ ready: [3], stale: [2], waiting: true });
    // With nothing in flight it examines all.
    expect(queues.find(view, 9, Number.POSITIVE_INFINITY).ready).toEqual([1, 3]);
  });

  it('waits for a busy candidate where the best that is ready is worth too little beside it', () => {
    const { queues } = filled([
      { host: 0, value: 9 },
      { host: 1, value: 7 },
      { host: 2, value: 6 },
    ]);
    const view = {
      ...viewOf((urlNo) => (urlNo === 0 ? Availability.Busy : Availability.Ready)),
      reservation: (_: number, value: number) => value / 2,
    };
    const now = [9, 7, 6];
    const readyWith = (sharpness: number, reserved = Number.NEGATIVE_INFINITY): readonly number[] =>
      queues.find(view, 9, 100, { reserved, valueOf: (place) => now[place], sharpness }).ready;
    expect(readyWith(1)).toEqual([1, 2]);
    // 7³ is less than half of 9³.
    expect(readyWith(3)).toEqual([]);
    expect(readyWith(1, 7.5)).toEqual([]);
    // By current values, not by those from when the candidates were ordered.
    now[1] = 4;
    expect(readyWith(1)).toEqual([]);
  });
});

import fc from 'fast-check';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import type { DomainGrouping } from '../../url/index.js';
import { Candidates } from './candidates.js';
import { DomainWorth } from './domain-worth.js';
import { NO_WORDS } from './link-words.js';
import { SiteQueues } from './site-queues.js';

const allReady = { availability: () => Availability.Ready } as unknown as FrontierView;
const GROUPINGS: readonly DomainGrouping[] = ['host', 'registrable-domain', 'path-prefix'];

describe('what a relevant page of a domain counts for', () => {
  it('is more where the domain has none yet, by the weight', () => {
    const worth = new DomainWorth({ domainWeight: 2 });
    worth.reach(3);
    expect([2, 3, 4].map((domain) => worth.of(domain))).toEqual([3, 1, 3]);
  });

  it('is little, but not nothing, where the domain has one, until so many domains have', () => {
    const worth = new DomainWorth({ domainsAtLeast: 2 });
    worth.reach(1);
    expect(worth.of(1)).toBeGreaterThan(0);
    expect(worth.of(1)).toBeLessThan(0.5 * worth.of(0));
    expect(worth.stats()).toEqual({ relevantDomains: 1, domainsStillWanted: 1 });
    worth.reach(5);
    expect([0, 1, 5].map((domain) => worth.of(domain))).toEqual([1, 1, 1]);
    expect(worth.stats()).toEqual({ relevantDomains: 2, domainsStillWanted: 0 });
  });

  it('is 1 for all with a weight of 0', () => {
    const worth = new DomainWorth({ domainWeight: 0 });
    worth.reach(1);
    expect([0, 1].map((domain) => worth.of(domain))).toEqual([1, 1]);
  });

  it('is the same after save and restore', () => {
    const worth = new DomainWorth({ domainsAtLeast: 3 });
    for (const domain of [7, 200]) worth.reach(domain);
    const other = new DomainWorth({ domainsAtLeast: 3 });
    other.restore(worth.save());
    for (const each of [worth, other]) each.reach(9);
    expect(other.save()).toEqual(worth.save());
    expect([0, 7, 9].map((domain) => other.of(domain))).toEqual([1, 1, 1]);
  });
});

describe('queues of hosts under an objective', () => {
  const entry = fc.record({ host: fc.nat(5), domain: fc.nat(5), value: fc.integer({ min: 1, max: 9 }) });
  const change = fc.oneof(
    fc.record({ reached: fc.nat(5) }),
    fc.record({ host: fc.nat(5), spells: fc.nat(4) }),
    fc.record({ taken: fc.nat(59) }),
  );

  it.each(GROUPINGS)('are in the order of value, discount and worth, grouped by %s', (grouping) => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 60 }),
        fc.array(change, { maxLength: 30 }),
        fc.constantFrom({ domainWeight: 1.5 }, { domainsAtLeast: 3 }),
        (drafts, changes, objective) => {
          // Either a host has one domain, or a domain has one host: by the grouping.
          const entries = drafts.map(({ host, domain, value }) =>
            grouping === 'path-prefix'
              ? { host: domain >> 1, domain, value }
              : { host, domain: grouping === 'host' ? host : host >> 1, value },
          );
          const worth = new DomainWorth(objective, grouping);
          const candidates = new Candidates(worth.haveDomainsQueues);
          const queues = new SiteQueues(candidates, worth, 'value');
          for (const [urlNo, { host, domain, value }] of entries.entries()) {
            const place = candidates.add(urlNo, host, {
              ...{ folder: 0, twinKey: 0, depth: 0, urlScore: 0, words: NO_WORDS, domainNo: domain },
            });
            candidates.values[place] = value;
            queues.add(place);
          }
          const left = new Set(entries.keys());
          const reached = new Set<number>();
          const remains = new Map<number, number>();
          for (const each of changes) {
            if ('reached' in each) {
              if (!reached.has(each.reached)) queues.reach(each.reached, () => worth.reach(each.reached));
              reached.add(each.reached);
            } else if ('taken' in each) {
              if (left.delete(each.taken)) queues.remove(each.taken);
            } else {
              remains.set(each.host, 2 ** -each.spells);
              queues.discount(each.host, 2 ** -each.spells);
            }
          }
          const expectedWorth = (domain: number): number => {
            if ('domainWeight' in objective) return reached.has(domain) ? 1 : 2.5;
            return reached.size < objective.domainsAtLeast && reached.has(domain) ? 0.1 : 1;
          };
          const valueOf = (place: number): number => {
            const { value, host, domain } = entries[place];
            return value * (remains.get(host) ?? 1) * expectedWorth(domain);
          };
          const expected = [...left].sort((a, b) => valueOf(b) - valueOf(a) || a - b);
          expect(queues.find(allReady, 100, Number.POSITIVE_INFINITY).ready).toEqual(expected);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import {
  emptyTable,
  given,
  joined,
  left,
  NOBODY,
  ownedBy,
  partitionOf,
  type PartitionTable,
  sharesOf,
  taken,
  toGive,
  toTake,
  watchedBy,
} from './index.js';

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 12 });

describe('the partition of a URL', () => {
  it('is one for all hosts of an owner, and the same in every version', () => {
    expect(partitionOf('http://www.example.co.uk/a', 64)).toBe(partitionOf('https://shop.example.co.uk:8443/b?c', 64));
    expect(partitionOf('http://www.example.co.uk/a', 64)).toBe(27);
    expect(partitionOf('http://127.0.0.1:8080/', 64)).toBe(partitionOf('http://127.0.0.1:9090/', 64));
  });

  it('spreads domains evenly', () => {
    const counts = Array.from({ length: 16 }, () => 0);
    for (let i = 0; i < 16_000; i++) counts[partitionOf(`http://site${i}.example/`, 16)]++;
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1_200);
  });
});

describe('the shares of members', () => {
  it('are even and do not depend on the order of the members', () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 80 }), (members, count) => {
        const shares = sharesOf(count, members);
        expect(sharesOf(count, [...members].reverse())).toEqual(shares);
        for (const member of members)
          expect(shares.filter((one) => one === member).length).toBeLessThanOrEqual(Math.ceil(count / members.length));
        expect(shares).toHaveLength(count);
      }),
    );
  });

  it('move little when a member goes', () => {
    const before = sharesOf(64, ['a', 'b', 'c', 'd']);
    const after = sharesOf(64, ['a', 'b', 'c']);
    const moved = before.filter((one, partition) => one !== 'd' && after[partition] !== one).length;
    expect(moved).toBeLessThan(24);
    expect(sharesOf(64, [])).toEqual([]);
  });
});

describe('the table of partitions', () => {
  const settle = (table: PartitionTable): PartitionTable => {
    let now = table;
    for (const member of table.members) now = given(now, member, toGive(now, member));
    for (const member of table.members) now = taken(now, member, toTake(now, member));
    return now;
  };

  it('gives each partition to one member, whoever comes and goes, and counts each owner', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 12 }), (steps) => {
        let table = emptyTable(16);
        for (const [comes, member] of steps) {
          const before = table;
          table = settle(comes ? joined(table, member) : left(table, member));
          table.owners.forEach((owner, partition) => {
            expect(table.members.includes(owner) || (owner === NOBODY && table.members.length === 0)).toBe(true);
            const isNew = owner !== NOBODY && owner !== before.owners[partition];
            if (isNew) expect(table.fences[partition]).toBeGreaterThan(before.fences[partition]);
          });
          for (const one of table.members) expect(toGive(table, one)).toEqual([]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('takes nothing that another owns, and gives back nothing that it does not own', () => {
    const table = taken(joined(joined(emptyTable(4), 'b'), 'a'), 'a', [0, 1]);
    expect(taken(table, 'b', [1, 2]).owners).toEqual(['a', 'a', 'b', NOBODY]);
    expect(given(table, 'b', [0, 1])).toEqual(table);
    expect(ownedBy(left(table, 'a'), 'a')).toEqual([]);
    expect(table.members).toEqual(['a', 'b']);
  });

  it('has everybody watched by somebody', () => {
    fc.assert(
      fc.property(names, (members) => {
        const table = members.reduce(joined, emptyTable(4));
        const watched = new Set(members.flatMap((member) => watchedBy(table, member)));
        expect(watched.size).toBe(members.length === 1 ? 0 : members.length);
        for (const member of members) expect(watchedBy(table, member)).not.toContain(member);
      }),
    );
  });
});

import { sharesOf } from './share.js';
import { hashUrl, hostOf, registrableDomain } from '../url/index.js';

/** The fleet partition of a registrable domain, from 0 to `count` - 1: the same in every process and version. */
const partitionOfDomain = (domain: string, count: number): number => hashUrl(domain).lo % count;

/**
 * The partition of a host. All hosts of one owner share a partition, so that one fetcher at a time controls the
 * politeness to them. @param host as returned by `hostOf`
 */
export const partitionOfHost = (host: string, count: number): number =>
  partitionOfDomain(registrableDomain(host), count);

/** The partition of a URL; invalid URLs belong to that of the empty name, because any fetcher refuses them alike. */
export const partitionOf = (url: string, count: number): number => partitionOfHost(hostOf(url), count);

/** The owner of a free partition. */
export const NOBODY = '';

/**
 * The owners of all partitions. One value in one place, replaced as a whole and only if it still has the version that
 * was read, so that a partition never has two owners.
 */
export interface PartitionTable {
  /** Sorted by name. */
  readonly members: readonly string[];
  /** By partition; `NOBODY` if free. */
  readonly owners: readonly string[];
  /** By partition: the number of times it was taken. It increases with each owner. */
  readonly fences: readonly number[];
}

export const emptyTable = (count: number): PartitionTable => ({
  members: [],
  owners: Array.from({ length: count }, () => NOBODY),
  fences: Array.from({ length: count }, () => 0),
});

/** The table with a further member; unchanged if the member is already there. */
export const joined = (table: PartitionTable, member: string): PartitionTable =>
  table.members.includes(member) ? table : { ...table, members: [...table.members, member].sort() };

/** The table without a member that is gone: its partitions are free. */
export const left = (table: PartitionTable, member: string): PartitionTable => ({
  ...table,
  members: table.members.filter((one) => one !== member),
  owners: table.owners.map((owner) => (owner === member ? NOBODY : owner)),
});

/** The partitions of a member. */
export const ownedBy = (table: PartitionTable, member: string): number[] =>
  table.owners.flatMap((owner, partition) => (owner === member ? [partition] : []));

/** The free partitions that a member should take, by the shares of the present members. */
export function toTake(table: PartitionTable, member: string): number[] {
  const shares = sharesOf(table.owners.length, table.members);
  return table.owners.flatMap((owner, partition) =>
    owner === NOBODY && shares[partition] === member ? [partition] : [],
  );
}

/** The partitions that a member owns but another one should have. */
export function toGive(table: PartitionTable, member: string): number[] {
  const shares = sharesOf(table.owners.length, table.members);
  return table.owners.flatMap((owner, partition) =>
    owner === member && shares[partition] !== member ? [partition] : [],
  );
}

/** The table after a member has taken free partitions. Partitions that are not free are unchanged. */
export function taken(table: PartitionTable, member: string, partitions: readonly number[]): PartitionTable {
  const wanted = new Set(partitions.filter((partition) => table.owners[partition] === NOBODY));
  return {
    ...table,
    owners: table.owners.map((owner, partition) => (wanted.has(partition) ? member : owner)),
    fences: table.fences.map((fence, partition) => (wanted.has(partition) ? fence + 1 : fence)),
  };
}

/** The table after a member has returned partitions. */
export function given(table: PartitionTable, member: string, partitions: readonly number[]): PartitionTable {
  const back = new Set(partitions);
  return {
    ...table,
    owners: table.owners.map((owner, partition) => (owner === member && back.has(partition) ? NOBODY : owner)),
  };
}

/**
 * Members watched by each member: enough for a few simultaneous failures, and few enough for little traffic in a large
 * fleet.
 */
const WATCHED = 3;

/**
 * The members that a member watches: its successors in the circle of names. When one is found dead, the circle closes.
 */
export function watchedBy(table: PartitionTable, member: string): string[] {
  const others = table.members.filter((one) => one !== member);
  const from = others.findIndex((one) => one > member);
  const circle = from === -1 ? others : [...others.slice(from), ...others.slice(0, from)];
  return circle.slice(0, WATCHED);
}

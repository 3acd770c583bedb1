import { sharesOf } from './share.js';

/** Nobody owns the partition. */
export const NOBODY = '';

/**
 * Who owns which partition. One value in one place, changed as a whole and only from the version that was read, so that a partition never has two owners.
 */
export interface PartitionTable {
  /** In order of their names. */
  readonly members: readonly string[];
  /** By partition; `NOBODY` where it is free. */
  readonly owners: readonly string[];
  /** By partition: how often it has been taken. It grows with each owner. */
  readonly fences: readonly number[];
}

export const emptyTable = (count: number): PartitionTable => ({
  members: [],
  owners: Array.from({ length: count }, () => NOBODY),
  fences: Array.from({ length: count }, () => 0),
});

/** With one member more; the same table when it is there. */
export const joined = (table: PartitionTable, member: string): PartitionTable =>
  table.members.includes(member) ? table : { ...table, members: [...table.members, member].sort() };

/** Without a member that is gone: what it owned is free. */
export const left = (table: PartitionTable, member: string): PartitionTable => ({
  ...table,
  members: table.members.filter((one) => one !== member),
  owners: table.owners.map((owner) => (owner === member ? NOBODY : owner)),
});

/** The partitions of a member. */
export const ownedBy = (table: PartitionTable, member: string): number[] =>
  table.owners.flatMap((owner, partition) => (owner === member ? [partition] : []));

/** The free partitions that a member should take, as the shares of the present members are. */
export function toTake(table: PartitionTable, member: string): number[] {
  const shares = sharesOf(table.owners.length, table.members);
  return table.owners.flatMap((owner, partition) =>
    owner === NOBODY && shares[partition] === member ? [partition] : [],
  );
}

/** The partitions that a member owns and another one should have. */
export function toGive(table: PartitionTable, member: string): number[] {
  const shares = sharesOf(table.owners.length, table.members);
  return table.owners.flatMap((owner, partition) =>
    owner === member && shares[partition] !== member ? [partition] : [],
  );
}

/** After a member has taken free partitions. Those that are not free stay as they are. */
export function taken(table: PartitionTable, member: string, partitions: readonly number[]): PartitionTable {
  const wanted = new Set(partitions.filter((partition) => table.owners[partition] === NOBODY));
  return {
    ...table,
    owners: table.owners.map((owner, partition) => (wanted.has(partition) ? member : owner)),
    fences: table.fences.map((fence, partition) => (wanted.has(partition) ? fence + 1 : fence)),
  };
}

/** After a member has given partitions back. */
export function given(table: PartitionTable, member: string, partitions: readonly number[]): PartitionTable {
  const back = new Set(partitions);
  return {
    ...table,
    owners: table.owners.map((owner, partition) => (owner === member && back.has(partition) ? NOBODY : owner)),
  };
}

/** Members watched by each other one: enough that a few may die at a time, and few enough that a large fleet asks little. */
const WATCHED = 3;

/** Whom a member watches: those that follow it in the circle of names. When one is found dead the circle closes. */
export function watchedBy(table: PartitionTable, member: string): string[] {
  const others = table.members.filter((one) => one !== member);
  const from = others.findIndex((one) => one > member);
  const circle = from === -1 ? others : [...others.slice(from), ...others.slice(0, from)];
  return circle.slice(0, WATCHED);
}

import { randomBytes } from 'node:crypto';
import {
  emptyTable,
  given,
  joined,
  left,
  ownedBy,
  type PartitionTable,
  taken,
  toGive,
  toTake,
  watchedBy,
} from '../../../../domain/fleet/index.js';
import type { Clock } from '../../../../engine/index.js';
import type { LeaseBook, Versioned } from './lease-book.js';
import type { Warn } from '../../../../platform/telemetry/index.js';

interface PartitionHolderOptions {
  readonly book: LeaseBook;
  /** Prefix of this member's names. It takes a new name whenever others may consider it dead. */
  readonly name: string;
  readonly partitions: number;
  readonly leaseMs: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Called when this member has acquired partitions. */
  readonly took: (partitions: readonly number[]) => void;
  /**
   * Called when partitions must go to others: resolves when no more requests go to their hosts and the hosts' states
   * are stored.
   */
  readonly settle: (partitions: readonly number[]) => Promise<void>;
  /** Called when this member has lost partitions: ends everything for them at once. */
  readonly lost: (partitions: readonly number[]) => void;
  readonly warn: Warn;
}

/** Signs of life per lease. */
const SIGNS_PER_LEASE = 4;
/**
 * The part of a lease after which its owner stops by itself: clocks of machines drift, and a request takes a moment to
 * end.
 */
const SAFE_SHARE = 0.8;

/** Characters not allowed in NATS keys. */
const NO_KEY = /[^\w-]/g;

/** The last sign of another member, and since when it has not changed. */
interface Sighting {
  readonly version: number;
  readonly since: number;
}

/**
 * Holds a share of the partitions for this member.
 *
 * Each member renews a sign of life, and watches some of the others. A member whose sign has not changed for a whole
 * lease, by the watcher's clock, is dead: its sign is removed first, so that its next renewal is refused, and then its
 * partitions are freed. The member itself stops earlier, by its own clock: at four fifths of a lease after the last
 * granted renewal, counted from when it was sent. No clock is compared with another one.
 *
 * A member considered dead returns under another name, so that actions on the old name never affect the new one.
 *
 * Without a table, the fleet is new, or NATS has lost its files and owners may still be working: then every member
 * waits for a whole lease.
 */
export class PartitionHolder {
  private table: Versioned<PartitionTable> | null = null;
  private owned = new Set<number>();
  /** Partitions being handed over; true: all their work has ended. */
  private readonly settling = new Map<number, boolean>();
  private member = '';
  private sign: number | null = null;
  private readonly seen = new Map<string, Sighting>();
  private noTableSince: number | null = null;
  private safeUntilMs = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | null = null;
  private guard: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;
  private closed = false;
  private troubled = false;

  constructor(private readonly options: PartitionHolderOptions) {}

  start(): void {
    this.next(0);
  }

  /** Whether hosts of a partition may be sent requests now. */
  owns(partition: number): boolean {
    return this.owned.has(partition) && this.options.clock.monotonic() < this.safeUntilMs;
  }

  /** The held partitions, without those being handed over. */
  get partitions(): number[] {
    return [...this.owned].filter((partition) => !this.settling.has(partition));
  }

  /** Members that share the partitions, as last seen; at least this one. */
  get members(): number {
    return Math.max(1, this.table?.value.members.length ?? 1);
  }

  /** Returns all partitions in order. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.round?.catch(() => undefined);
    const mine = [...this.owned];
    if (mine.length > 0) await this.options.settle(mine);
    this.lose();
    if (this.guard !== null) clearTimeout(this.guard);
    if (this.sign === null) return;
    this.table = null;
    await this.change((table) => left(table, this.member)).catch(() => undefined);
    await this.options.book.takeSign(this.member, this.sign).catch(() => undefined);
  }

  /** Checks at once, unless a check is running: then the next one follows soon. */
  private soon(): void {
    if (this.round !== null || this.closed) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.next(0);
  }

  private next(inMs: number): void {
    if (this.closed) return;
    this.timer = setTimeout(() => {
      this.round = this.look()
        .then(() => {
          this.troubled = false;
        })
        .catch((error: unknown) => {
          if (!this.troubled) this.options.warn({ err: error }, 'cannot renew the leases of partitions');
          this.troubled = true;
        })
        .finally(() => {
          this.round = null;
          this.next(this.options.leaseMs / SIGNS_PER_LEASE);
        });
    }, inMs);
  }

  private async look(): Promise<void> {
    const { book, partitions } = this.options;
    const table = await book.table();
    if (table !== null && table.value.owners.length !== partitions)
      throw new Error(
        `FLEET_PARTITIONS is ${partitions} here and ${table.value.owners.length} in the fleet: all processes must have the same`,
      );
    this.table = table;
    if (!(await this.renew())) return;
    if (table === null) return this.begin();
    this.noTableSince = null;
    this.keepOnly(ownedBy(table.value, this.member));
    await this.change((now) => joined(now, this.member));
    await this.bury();
    await this.giveBack();
    this.give();
    await this.take();
  }

  /** Renews this member's sign of life. @returns false if others consider it dead: it has lost everything */
  private async renew(): Promise<boolean> {
    const { book, name, clock, leaseMs } = this.options;
    if (this.sign === null) {
      this.lose();
      this.member = `${name.replace(NO_KEY, '_')}-${randomBytes(6).toString('hex')}`;
    }
    const sentAt = clock.monotonic();
    this.sign = await book.renewSign(this.member, this.sign);
    if (this.sign === null) {
      this.lose();
      return false;
    }
    this.safeUntilMs = sentAt + leaseMs * SAFE_SHARE;
    if (this.guard !== null) clearTimeout(this.guard);
    this.guard = setTimeout(() => this.lose(), Math.max(0, this.safeUntilMs - clock.monotonic()));
    this.guard.unref();
    return true;
  }

  /** Creates the table after it has been missing for a whole lease. */
  private async begin(): Promise<void> {
    const { clock, leaseMs, book, partitions } = this.options;
    this.lose();
    this.noTableSince ??= clock.monotonic();
    if (clock.monotonic() - this.noTableSince < leaseMs) return;
    await book.makeTable(emptyTable(partitions));
  }

  /** Frees the partitions of members without a sign of life for a lease. */
  private async bury(): Promise<void> {
    const { book, clock, leaseMs } = this.options;
    if (this.table === null) return;
    const watched = watchedBy(this.table.value, this.member);
    for (const name of this.seen.keys()) if (!watched.includes(name)) this.seen.delete(name);
    for (const name of watched) {
      const version = (await book.sign(name)) ?? 0;
      const before = this.seen.get(name);
      if (before?.version !== version) this.seen.set(name, { version, since: clock.monotonic() });
      else if (clock.monotonic() - before.since >= leaseMs) {
        if (version !== 0 && !(await book.takeSign(name, version))) continue;
        this.seen.delete(name);
        await this.change((table) => left(table, name));
      }
    }
  }

  /** Frees the settled partitions. */
  private async giveBack(): Promise<void> {
    const done = [...this.settling].flatMap(([partition, isDone]) => (isDone ? [partition] : []));
    if (done.length === 0) return;
    await this.change((table) => given(table, this.member, done));
    for (const partition of done) this.settling.delete(partition);
    if (this.table !== null) this.keepOnly(ownedBy(this.table.value, this.member));
  }

  /** Starts settling excess partitions, without delaying signs of life. */
  private give(): void {
    const giving = this.table === null ? [] : toGive(this.table.value, this.member);
    const fresh = giving.filter((partition) => this.owned.has(partition) && !this.settling.has(partition));
    if (fresh.length === 0) return;
    for (const partition of fresh) this.settling.set(partition, false);
    this.options
      .settle(fresh)
      .catch((error: unknown) => this.options.warn({ err: error, partitions: fresh }, 'cannot settle partitions'))
      .finally(() => {
        for (const partition of fresh) if (this.settling.has(partition)) this.settling.set(partition, true);
        this.soon();
      });
  }

  private async take(): Promise<void> {
    const { member } = this;
    if (this.table === null || this.closed) return;
    await this.change((table) => {
      const wanted = toTake(table, member);
      return wanted.length === 0 ? table : taken(table, member, wanted);
    });
    const fresh = ownedBy(this.table.value, member).filter((partition) => !this.owned.has(partition));
    // The table may name partitions that this member has stopped holding by itself: its sign was renewed since, so
    // nobody else can have them.
    if (fresh.length === 0 || this.options.clock.monotonic() >= this.safeUntilMs) return;
    for (const partition of fresh) this.owned.add(partition);
    this.options.took(fresh);
  }

  /** Changes the newest version of the table. */
  private async change(of: (table: PartitionTable) => PartitionTable): Promise<void> {
    const { book } = this.options;
    for (let tries = 0; tries < 20; tries++) {
      this.table ??= await book.table();
      if (this.table === null) return;
      const value = of(this.table.value);
      if (value === this.table.value) return;
      const version = await book.changeTable(value, this.table.version);
      if (version !== null) {
        this.table = { value, version };
        return;
      }
      this.table = null;
    }
    throw new Error('the table of partitions keeps changing');
  }

  private keepOnly(partitions: readonly number[]): void {
    const kept = new Set(partitions);
    this.drop([...this.owned].filter((partition) => !kept.has(partition)));
  }

  private lose(): void {
    this.safeUntilMs = Number.NEGATIVE_INFINITY;
    this.drop([...this.owned]);
  }

  private drop(partitions: readonly number[]): void {
    if (partitions.length === 0) return;
    for (const partition of partitions) {
      this.owned.delete(partition);
      this.settling.delete(partition);
    }
    this.options.lost(partitions);
  }
}

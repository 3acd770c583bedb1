import { z } from 'zod';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { PartitionTable } from '../../../../domain/fleet/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import { LEASES, MEMBERS } from '../link/names.js';

export interface Versioned<T> {
  readonly value: T;
  readonly version: number;
}

/**
 * Shared state of the fleet's members: the table of partitions, and a sign of life for each member. Every change names
 * the version that it is based on.
 */
export interface LeaseBook {
  /** Null if there is none. @throws if NATS does not answer */
  table(): Promise<Versioned<PartitionTable> | null>;
  makeTable(table: PartitionTable): Promise<void>;
  /** @returns the new version; null if the table has changed since */
  changeTable(table: PartitionTable, version: number): Promise<number | null>;
  /** Version of a member's sign of life; null if there is none. */
  sign(member: string): Promise<number | null>;
  /**
   * @param version of the member's last sign, null for the first one. @returns the new version; null if it was removed,
   * or already exists
   */
  renewSign(member: string, version: number | null): Promise<number | null>;
  /** Removes a sign of life, so that its member cannot renew it. @returns false if it has changed since */
  takeSign(member: string, version: number): Promise<boolean>;
}

/** Facts about a process in each of its signs of life. */
interface MemberFacts {
  readonly name: string;
  readonly role: string;
  readonly version: string;
  readonly startedAt: number;
}

const TABLE = 'table';
/** "wrong last sequence": another process was faster. */
const WRONG_SEQUENCE = 10071;

const tableSchema = z
  .object({
    members: z.array(z.string()),
    owners: z.array(z.string()),
    fences: z.array(z.number()),
  })
  .refine(({ owners, fences }) => owners.length === fences.length);

/** Converts the error of a concurrent change to null. */
async function unlessChanged<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === WRONG_SEQUENCE) return null;
    throw error;
  }
}

/** The leases of the fleet in a key-value bucket of NATS. */
export class NatsLeaseBook implements LeaseBook {
  private readonly opened = new Map<'table' | 'signs', Promise<KV>>();

  /** @param facts about the member, sent with each sign */
  constructor(
    private readonly link: FleetLink,
    private readonly facts: () => MemberFacts,
  ) {}

  async table(): Promise<Versioned<PartitionTable> | null> {
    const entry = await this.read(TABLE, 'table');
    return entry && { value: tableSchema.parse(JSON.parse(entry.text)), version: entry.version };
  }

  async makeTable(table: PartitionTable): Promise<void> {
    await unlessChanged(this.bucket('table').then((kv) => kv.create(TABLE, JSON.stringify(table))));
  }

  changeTable(table: PartitionTable, version: number): Promise<number | null> {
    return unlessChanged(this.bucket('table').then((kv) => kv.update(TABLE, JSON.stringify(table), version)));
  }

  async sign(member: string): Promise<number | null> {
    return (await this.read(member, 'signs'))?.version ?? null;
  }

  renewSign(member: string, version: number | null): Promise<number | null> {
    const text = JSON.stringify(this.facts());
    return unlessChanged(
      this.bucket('signs').then((kv) =>
        version === null ? kv.create(member, text) : kv.update(member, text, version),
      ),
    );
  }

  async takeSign(member: string, version: number): Promise<boolean> {
    const done = await unlessChanged(
      this.bucket('signs').then(async (kv) => {
        await kv.delete(member, { previousSeq: version });
        return true;
      }),
    );
    return done === true;
  }

  private async read(
    key: string,
    which: 'table' | 'signs',
  ): Promise<{ readonly text: string; readonly version: number } | null> {
    const kv = await this.bucket(which);
    const entry = await kv.get(key);
    return entry === null || entry.operation !== 'PUT' ? null : { text: entry.string(), version: entry.revision };
  }

  private bucket(which: 'table' | 'signs'): Promise<KV> {
    let opened = this.opened.get(which);
    if (opened === undefined) {
      opened = this.link.bucket(which === 'table' ? LEASES : MEMBERS);
      this.opened.set(which, opened);
      opened.catch(() => this.opened.delete(which));
    }
    return opened;
  }
}

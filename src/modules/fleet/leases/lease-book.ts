import { z } from 'zod';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { PartitionTable } from '../../../domain/fleet/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import { LEASES, MEMBERS } from '../link/names.js';

export interface Versioned<T> {
  readonly value: T;
  readonly version: number;
}

/** What members of the fleet share: the table of partitions, and a sign of life of each. Whoever changes something names the version that it knows. */
export interface LeaseBook {
  /** Null where there is none. @throws when NATS does not answer */
  table(): Promise<Versioned<PartitionTable> | null>;
  makeTable(table: PartitionTable): Promise<void>;
  /** @returns the new version; null when the table has changed since */
  changeTable(table: PartitionTable, version: number): Promise<number | null>;
  /** Version of a member's sign of life; null where there is none. */
  sign(member: string): Promise<number | null>;
  /** @param version of one's last sign, null for the first one. @returns the new version; null when it was taken away, or is there already */
  renewSign(member: string, version: number | null): Promise<number | null>;
  /** Takes a sign of life away, so that its member cannot renew it. @returns false when it has changed since */
  takeSign(member: string, version: number): Promise<boolean>;
}

/** What a process says of itself with each sign of life. */
export interface MemberFacts {
  readonly name: string;
  readonly role: string;
  readonly version: string;
  readonly startedAt: number;
}

const TABLE = 'table';
/** "wrong last sequence": somebody else was quicker. */
const WRONG_SEQUENCE = 10071;

const tableSchema = z
  .object({
    members: z.array(z.string()),
    owners: z.array(z.string()),
    fences: z.array(z.number()),
  })
  .refine(({ owners, fences }) => owners.length === fences.length);

/** Null instead of the refusal that comes when somebody else was quicker. */
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

  /** @param facts what members say of themselves with each sign */
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

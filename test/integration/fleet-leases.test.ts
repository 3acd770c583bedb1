import { PartitionHolder } from '../../src/modules/fetch/fleet/leases/partition-holder.js';
import { NatsLeaseBook } from '../../src/modules/fetch/fleet/leases/lease-book.js';
import { FleetLink, type FleetLinkOptions } from '../../src/modules/fetch/fleet/link/fleet-link.js';
import { looks } from '../support/looks.js';
import { NatsServer } from '../support/nats.js';
import { tcpLine } from '../support/tcp-line.js';

const PARTITIONS = 12;
const LEASE_MS = 1_200;
const clock = { monotonic: () => performance.now() };

/** Invariant: no partition has two owners at a time. Each owner reports when it takes and releases one. */
class Owners {
  readonly log: string[] = [];
  private readonly by = new Map<number, string>();
  readonly doubled: string[] = [];

  took(name: string, partitions: readonly number[]): void {
    for (const partition of partitions) {
      const other = this.by.get(partition);
      if (other !== undefined && other !== name) this.doubled.push(`${partition}: ${other} and ${name}`);
      this.by.set(partition, name);
    }
  }

  lost(name: string, partitions: readonly number[]): void {
    for (const partition of partitions) if (this.by.get(partition) === name) this.by.delete(partition);
  }

  of(name: string): number {
    return [...this.by.values()].filter((one) => one === name).length;
  }
}

async function until(what: () => boolean): Promise<void> {
  const { pause } = looks();
  while (!what()) await pause();
}

describe('partitions of the fleet', () => {
  let nats: NatsServer;
  const ends: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    nats = await NatsServer.start();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await nats.stop();
  });

  const open = async (name: string, url = nats.url, role: FleetLinkOptions['role'] = 'worker'): Promise<FleetLink> => {
    const link = await FleetLink.open({ url, name, role, warn: () => undefined });
    ends.push(() => link.close());
    return link;
  };
  const member = (name: string, link: FleetLink, owners: Owners, partitions = PARTITIONS) => {
    const warnings: string[] = [];
    const settled: number[] = [];
    const facts = () => ({ name, role: 'fetcher', version: '0', startedAt: 0 });
    const holder = new PartitionHolder({
      book: new NatsLeaseBook(link, facts),
      name,
      partitions,
      leaseMs: LEASE_MS,
      clock,
      took: (taken) => owners.took(name, taken),
      settle: async (some) => void settled.push(...some),
      lost: (gone) => owners.lost(name, gone),
      warn: (fields) => warnings.push(String((fields as { err: unknown }).err)),
    });
    holder.start();
    return { holder, settled, warnings };
  };

  it('are shared evenly, settled before they move, and taken over from the dead after a lease', async () => {
    const owners = new Owners();
    const first = member('a', await open('a'), owners);
    await until(() => owners.of('a') === PARTITIONS);
    const second = member('b', await open('b'), owners);
    await until(() => owners.of('b') === PARTITIONS / 2);
    expect(owners.of('a')).toBe(PARTITIONS / 2);
    expect(first.settled).toHaveLength(PARTITIONS / 2);

    const line = await tcpLine(nats.port);
    ends.push(() => line.close());
    const third = member('c', await open('c', `nats://127.0.0.1:${line.port}`), owners);
    await until(() => owners.of('c') === PARTITIONS / 3);
    line.cut();
    const held = [...third.holder.partitions];
    await until(() => owners.of('a') + owners.of('b') === PARTITIONS);
    expect(held.some((partition) => third.holder.owns(partition))).toBe(false);
    // Cut off for longer than its lease and back: it takes its share again under another name.
    line.mend();
    await until(() => owners.of('c') === PARTITIONS / 3);

    await second.holder.close();
    await until(() => owners.of('a') + owners.of('c') === PARTITIONS);
    expect(owners.doubled).toEqual([]);
    await first.holder.close();
    await third.holder.close();
  });

  it('have one owner at a time when NATS comes back, with its files and without', async () => {
    const owners = new Owners();
    const members = [member('a', await open('a'), owners), member('b', await open('b'), owners)];
    await until(() => owners.of('a') === PARTITIONS / 2 && owners.of('b') === PARTITIONS / 2);
    await nats.kill();
    await until(() => owners.of('a') + owners.of('b') === 0);
    await nats.start();
    await until(() => owners.of('a') === PARTITIONS / 2 && owners.of('b') === PARTITIONS / 2);
    await nats.kill();
    nats.loseFiles();
    await nats.start();
    await until(() => owners.of('a') + owners.of('b') === 0);
    await until(() => owners.of('a') === PARTITIONS / 2 && owners.of('b') === PARTITIONS / 2);
    expect(owners.doubled).toEqual([]);
    for (const { holder } of members) await holder.close();
  });

  it('are refused to a process that counts them otherwise', async () => {
    const owners = new Owners();
    const first = member('a', await open('a'), owners);
    await until(() => owners.of('a') === PARTITIONS);
    const other = member('b', await open('b'), owners, 5);
    await until(() => other.warnings.length > 0);
    expect(other.warnings[0]).toContain('FLEET_PARTITIONS is 5 here and 12 in the fleet');
    await other.holder.close();
    await first.holder.close();
  });

  it('are not renewed with a sign of life that was taken away', async () => {
    const link = await open('a');
    const book = new NatsLeaseBook(link, () => ({ name: 'a', role: 'fetcher', version: '0', startedAt: 0 }));
    const version = await book.renewSign('a', null);
    expect(version).not.toBeNull();
    expect(await book.renewSign('a', null)).toBeNull();
    const next = await book.renewSign('a', version);
    expect(await book.renewSign('a', version)).toBeNull();
    expect(await book.takeSign('a', version!)).toBe(false);
    expect(await book.takeSign('a', next!)).toBe(true);
    expect(await book.renewSign('a', next)).toBeNull();
    expect(await book.sign('a')).toBeNull();
  });
});

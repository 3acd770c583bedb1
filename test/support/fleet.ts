import { emptyTable } from '../../src/domain/fleet/index.js';
import {
  PLAIN_FETCH,
  systemClock,
  type FetchOutcome,
  type Fetcher,
  type FetchSettings,
} from '../../src/engine/ports.js';
import {
  createFetcher,
  type FetchingOptions,
  type PageRenderer,
  type TerritorialFetcher,
  type Territory,
} from '../../src/modules/fetch/fetching/index.js';
import { Fleet, type FleetOptions } from '../../src/modules/fetch/fleet/fetcher/fleet.js';
import { NatsLeaseBook } from '../../src/modules/fetch/fleet/leases/lease-book.js';
import { PartitionHolder } from '../../src/modules/fetch/fleet/leases/partition-holder.js';
import { FleetLink } from '../../src/modules/fetch/fleet/link/fleet-link.js';
import { RemoteRenderer } from '../../src/modules/fetch/fleet/render/remote-renderer.js';
import { RenderStation } from '../../src/modules/fetch/fleet/render/render-station.js';
import { FetchStation } from '../../src/modules/fetch/fleet/station/fetch-station.js';
import { looks } from './looks.js';
import { serveNamedHosts, type NamedHosts } from './named-hosts.js';
import { NatsServer } from './nats.js';
import { tcpLine, type TcpLine } from './tcp-line.js';

export const PARTITIONS = 8;
const LEASE_MS = 2_500;
const warn = (): void => undefined;
const never = new AbortController().signal;
const factsOf = (role: string) => () => ({ name: role, role, version: '0', startedAt: 0 });
/** Fetch settings of these tests' sessions. */
export const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 20_000,
  maxBytes: 10_000_000,
  maxRedirects: 4,
};

export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const { pause } = looks();
  while (!(await what())) await pause();
}

export interface Member {
  readonly holder: PartitionHolder;
  readonly station: FetchStation;
  readonly line: TcpLine;
  /** As with `kill -9`: it stops requesting, and NATS is not notified. */
  kill(): Promise<void>;
  /** Ends in order. */
  end(): Promise<void>;
}

export interface MemberSetup {
  readonly make?: (territory: Territory) => TerritorialFetcher;
  /** With the renderers of the fleet. */
  readonly renders?: boolean;
  readonly atOnce?: { readonly plain: number; readonly browser: number };
  /** On a busy machine a short one expires now and then, and requests in flight are repeated. */
  readonly leaseMs?: number;
}

/** Workers, fetchers and renderers of a fleet in one process, with their own nats-server and hosts. */
export class TestFleet {
  private readonly ends: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly nats: NatsServer,
    readonly hosts: NamedHosts,
  ) {}

  static async start(config = ''): Promise<TestFleet> {
    return new TestFleet(await NatsServer.start(config), await serveNamedHosts());
  }

  /** Called at the end of the test, in reverse order. */
  later(end: () => Promise<unknown>): void {
    this.ends.push(end);
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0).reverse()) await end();
    await this.hosts.close();
    await this.nats.stop();
  }

  live(territory: Territory, more: Partial<FetchingOptions> = {}): TerritorialFetcher {
    return createFetcher({ allowPrivateNetworks: true, lookup: this.hosts.lookup, territory, warn, ...more });
  }

  async worker(
    more: Partial<Pick<FleetOptions, 'checkMs' | 'answerMs' | 'warn'>> = {},
  ): Promise<{ readonly fleet: Fleet; readonly link: FleetLink }> {
    const link = await FleetLink.open({ url: this.nats.url, name: 'worker', role: 'worker', warn });
    // Without a table the first fetcher waits for a whole lease.
    await new NatsLeaseBook(link, factsOf('worker')).makeTable(emptyTable(PARTITIONS));
    const fleet = new Fleet({ link, partitions: PARTITIONS, clock: systemClock, warn, ...more });
    this.later(() => fleet.close());
    return { fleet, link };
  }

  async fetcher({ make, renders = false, atOnce, leaseMs = LEASE_MS }: MemberSetup = {}): Promise<Member> {
    const line = await tcpLine(this.nats.port);
    const url = `nats://127.0.0.1:${line.port}`;
    const link = await FleetLink.open({ url, name: 'fetcher', role: 'fetcher', warn });
    const common = { partitions: PARTITIONS, leaseMs, clock: systemClock, warn };
    const renderer = renders ? new RemoteRenderer({ link, ...common }) : undefined;
    const station: FetchStation = new FetchStation({
      ...common,
      link,
      owns: (partition) => holder.owns(partition),
      members: () => holder.members,
      fetcher: make ?? ((territory) => this.live(territory, renderer && { renderer })),
      atOnce: atOnce ?? { plain: 64, browser: 16 },
    });
    const holder: PartitionHolder = new PartitionHolder({
      ...common,
      book: new NatsLeaseBook(link, factsOf('fetcher')),
      name: 'fetcher',
      took: (partitions) => station.took(partitions),
      settle: (partitions) => station.settle(partitions),
      lost: (partitions) => station.lost(partitions),
    });
    holder.start();
    let isDead = false;
    const end = async (): Promise<void> => {
      if (isDead) return;
      isDead = true;
      await holder.close();
      await station.close();
      await link.close();
      await line.close();
    };
    this.later(end);
    const kill = async (): Promise<void> => {
      if (isDead) return;
      isDead = true;
      line.cut();
      station.lost(Array.from({ length: PARTITIONS }, (_, partition) => partition));
      await link.connection.close();
      await line.close();
      await Promise.all([holder.close().catch(() => undefined), station.close()]);
    };
    return { holder, station, line, kill, end };
  }

  /** A renderer with a simulated browser. */
  async renderer(browser: PageRenderer, tabs = 2): Promise<{ kill(): Promise<void>; end(): Promise<void> }> {
    const line = await tcpLine(this.nats.port);
    const link = await FleetLink.open({
      url: `nats://127.0.0.1:${line.port}`,
      name: 'renderer',
      role: 'renderer',
      warn,
    });
    const station = new RenderStation({ link, renderer: browser, tabs, warn });
    let isDead = false;
    const end = async (): Promise<void> => {
      if (isDead) return;
      isDead = true;
      await station.close();
      await link.close();
      await line.close();
    };
    this.later(end);
    const kill = async (): Promise<void> => {
      if (isDead) return;
      isDead = true;
      line.cut();
      await link.connection.close();
      await line.close();
      await station.close();
    };
    return { kill, end };
  }

  get(fetcher: Fetcher, url: string, no: number, changes: Partial<FetchSettings> = {}): Promise<FetchOutcome> {
    return fetcher.fetch({ url, settings: { ...settings, ...changes }, step: { no, attempt: 0 } }, never);
  }

  /** The smallest gap between two requests of one host as the host saw them, ms. */
  leastGap(host: string): number {
    const times = this.hosts.requests.filter((one) => one.host.startsWith(host)).map(({ at }) => at);
    return Math.min(...times.slice(1).map((at, i) => at - times[i]));
  }
}

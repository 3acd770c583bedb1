import { systemClock } from '../../engine/index.js';
import { type AppConfig, VERSION } from '../../platform/config/index.js';
import { createFetcher, type FetchingOptions } from '../fetching/index.js';
import { NatsLeaseBook } from './leases/lease-book.js';
import { PartitionHolder } from './leases/partition-holder.js';
import { FleetLink } from './link/fleet-link.js';
import { linkOptions, type FleetSettings } from './settings.js';
import { FetchStation } from './station/fetch-station.js';
import { RemotePolitenessStore, RemoteRenderKnowledge } from './stores/remote-stores.js';

/** Fetches begun for each connection: those that wait for their host take none. */
const FETCHES_PER_CONNECTION = 4;

export interface RunningFetcher {
  /** Partitions that it works on. */
  readonly partitions: number;
  /** Requests that it holds. */
  readonly held: number;
  /** Whether NATS is there. */
  readonly connected: boolean;
  /** Drains: fetches under way end or go back, and the partitions go to others. */
  stop(): Promise<void>;
}

export interface FetcherProcessOptions {
  readonly config: FleetSettings & Pick<AppConfig, 'WORKER_ID' | 'ROLE' | 'CRAWL_MAX_CONNECTIONS'>;
  /** How it fetches. */
  readonly fetching: FetchingOptions;
  readonly warn: (message: string) => void;
}

/** A fetcher of the fleet: it takes requests from NATS and answers there, and needs nothing else. */
export async function runFetcher({ config, fetching, warn }: FetcherProcessOptions): Promise<RunningFetcher> {
  const startedAt = Date.now();
  const link = await FleetLink.open({ ...linkOptions(config), name: config.WORKER_ID, provides: false, warn });
  const facts = () => ({ name: config.WORKER_ID, role: config.ROLE, version: VERSION, startedAt });
  const clock = systemClock;
  const common = { partitions: config.FLEET_PARTITIONS, leaseMs: config.FLEET_LEASE_SECONDS * 1_000, clock, warn };
  const station: FetchStation = new FetchStation({
    ...common,
    link,
    owns: (partition) => holder.owns(partition),
    atOnce: config.CRAWL_MAX_CONNECTIONS * FETCHES_PER_CONNECTION,
    fetcher: (territory) =>
      createFetcher({
        politeness: new RemotePolitenessStore(link, clock),
        renderKnowledge: new RemoteRenderKnowledge(link),
        ...fetching,
        territory,
        warn,
      }),
  });
  const holder: PartitionHolder = new PartitionHolder({
    ...common,
    book: new NatsLeaseBook(link, facts),
    name: config.WORKER_ID,
    took: (partitions) => station.took(partitions),
    settle: (partitions) => station.settle(partitions),
    lost: (partitions) => station.lost(partitions),
  });
  holder.start();
  return {
    get partitions() {
      return holder.partitions.length;
    },
    get held() {
      return station.held;
    },
    get connected() {
      return !link.connection.isClosed();
    },
    stop: async () => {
      await holder.close();
      await station.close();
      await link.close();
    },
  };
}

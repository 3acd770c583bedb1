import { systemClock } from '../../../engine/index.js';
import { VERSION } from '../../../platform/config/index.js';
import { natsOptions } from '../../../platform/nats/index.js';
import { createFetcher } from '../fetching/index.js';
import { NatsLeaseBook } from './leases/lease-book.js';
import { PartitionHolder } from './leases/partition-holder.js';
import { FleetLink } from './link/fleet-link.js';
import type { MemberOptions, RunningMember } from './member.js';
import { RemoteRenderer } from './render/remote-renderer.js';
import { FetchStation } from './station/fetch-station.js';
import { RemotePolitenessStore, RemoteRenderKnowledge } from './stores/remote-stores.js';

/** Fetches begun per connection: those waiting for their host use none. */
const FETCHES_PER_CONNECTION = 4;

/** A fetcher of the fleet: it receives requests from NATS and answers there, and needs nothing else. */
export async function runFetcher({ config, fetching, warn }: MemberOptions): Promise<RunningMember> {
  const startedAt = Date.now();
  const link = await FleetLink.open({ ...natsOptions(config), name: config.WORKER_ID, role: 'fetcher', warn });
  const facts = () => ({ name: config.WORKER_ID, role: config.ROLE, version: VERSION, startedAt });
  const clock = systemClock;
  const common = { partitions: config.FLEET_PARTITIONS, leaseMs: config.FLEET_LEASE_SECONDS * 1_000, clock, warn };
  const renderer = config.FLEET_RENDERERS
    ? new RemoteRenderer({ link, partitions: config.FLEET_PARTITIONS, clock, warn })
    : undefined;
  const station: FetchStation = new FetchStation({
    ...common,
    link,
    owns: (partition) => holder.owns(partition),
    members: () => holder.members,
    atOnce: { plain: config.CRAWL_MAX_CONNECTIONS * FETCHES_PER_CONNECTION, browser: config.CRAWL_MAX_CONNECTIONS },
    fetcher: (territory) =>
      createFetcher({
        politeness: new RemotePolitenessStore(link, clock),
        renderKnowledge: new RemoteRenderKnowledge(link),
        ...fetching,
        ...(renderer && { renderer }),
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
    get rendering() {
      return renderer?.size ?? 0;
    },
    get connected() {
      return link.isUp;
    },
    stop: async () => {
      await holder.close();
      await station.close();
      await link.close();
    },
  };
}

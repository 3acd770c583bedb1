import type { AppConfig } from '../../../platform/config/index.js';
import type { FetchingOptions } from '../fetching/index.js';
import type { Warn } from '../../../platform/telemetry/index.js';

/** Settings that every member of a fleet needs: the way to NATS, and the share of the hosts. */
type FleetSettings = Pick<
  AppConfig,
  'NATS_URL' | 'NATS_CREDENTIALS' | 'NATS_CA' | 'FLEET_LEASE_SECONDS' | 'FLEET_PARTITIONS'
>;

/** A running fetcher or renderer. */
export interface RunningMember {
  /** Number of its partitions; a renderer has none. */
  readonly partitions: number;
  /** Number of held requests or pages. */
  readonly held: number;
  /** Number of its pages that wait for a renderer of the fleet, or are with one. */
  readonly rendering: number;
  /** Whether NATS is connected. */
  readonly connected: boolean;
  /** Drains: work in flight ends or is returned, and the partitions go to others. */
  stop(): Promise<void>;
}

export interface MemberOptions {
  readonly config: FleetSettings & Pick<AppConfig, 'WORKER_ID' | 'ROLE' | 'CRAWL_MAX_CONNECTIONS' | 'FLEET_RENDERERS'>;
  /** Its access to the web. */
  readonly fetching: FetchingOptions;
  readonly warn: Warn;
}

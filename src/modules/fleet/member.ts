import type { AppConfig } from '../../platform/config/index.js';
import type { FetchingOptions } from '../fetching/index.js';

/** The settings of the fleet. */
export type FleetSettings = Pick<
  AppConfig,
  'NATS_URL' | 'NATS_CREDENTIALS' | 'NATS_CA' | 'FLEET_LEASE_SECONDS' | 'FLEET_PARTITIONS'
>;

/** A fetcher or renderer that runs. */
export interface RunningMember {
  /** Partitions that it works on; a renderer has none. */
  readonly partitions: number;
  /** Requests that it holds, or pages. */
  readonly held: number;
  /** Its pages that wait for a renderer of the fleet, or are with one. */
  readonly rendering: number;
  /** Whether NATS is there. */
  readonly connected: boolean;
  /** Drains: what is under way ends or goes back, and the partitions go to others. */
  stop(): Promise<void>;
}

export interface MemberOptions {
  readonly config: FleetSettings & Pick<AppConfig, 'WORKER_ID' | 'ROLE' | 'CRAWL_MAX_CONNECTIONS' | 'FLEET_RENDERERS'>;
  /** How it reaches the web. */
  readonly fetching: FetchingOptions;
  readonly warn: (message: string) => void;
}

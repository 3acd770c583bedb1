import type { AppConfig } from '../../platform/config/index.js';
import type { FleetLinkOptions } from './link/fleet-link.js';

/** The settings of the fleet, where there is one. */
export type FleetSettings = Pick<
  AppConfig,
  'NATS_URL' | 'NATS_CREDENTIALS' | 'NATS_CA' | 'FLEET_LEASE_SECONDS' | 'FLEET_PARTITIONS'
>;

export const linkOptions = (config: FleetSettings): Pick<FleetLinkOptions, 'url' | 'credentials' | 'ca'> => ({
  url: config.NATS_URL ?? '',
  ...(config.NATS_CREDENTIALS === undefined ? {} : { credentials: config.NATS_CREDENTIALS }),
  ...(config.NATS_CA === undefined ? {} : { ca: config.NATS_CA }),
});

export { FleetAccess, FleetModule } from './fleet.module.js';
export type { FleetSession } from './fetcher/fleet-session.js';
export { runFetcher, type FetcherProcessOptions, type RunningFetcher } from './run-fetcher.js';

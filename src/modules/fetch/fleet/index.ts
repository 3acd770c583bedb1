export { FleetAccess, FleetModule } from './fleet.module.js';
export type { FleetSession } from './fetcher/fleet-session.js';
export { runFetcher, runRenderer, type RunningMember } from './run-fetcher.js';

export { FETCHER_FACTORY, FetchingModule, type FetcherFactory } from './fetching.module.js';
export { createFetcher } from './live-fetcher.js';
export { UNPACED, type BrowserFacts, type ChromiumOptions, type FetchingOptions, type ProxyMode } from './options.js';
export type { PolitenessStore } from './politeness/politeness-store.js';
export type { LookupAll } from './http/dialer.js';
export {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
  type GuardedFailure,
  type GuardedRequest,
  type GuardedResponse,
} from './http/guarded-client.js';
export * from './plain.js';

export { FETCHER_FACTORY, FetchingModule, type FetcherFactory } from './fetching.module.js';
export { configuredFetching, needBrowser, sweepBrowsers } from './configured.js';
export { createFetcher } from './live-fetcher.js';
export { createDocumentRenderer } from './document-renderer.js';
export { asRenderFault, renderFaultOf, type PageRenderer, type RenderFault } from './chromium/page-renderer.js';
export type { Fulfilment, NextDocument, TabRequest, TabResult } from './chromium/tab-request.js';
export type { PlainCookie } from './visit-cookies.js';
export { UNPACED, type BrowserFacts, type FetchingOptions } from './options.js';
export type { HostChange, PolitenessStore, StoredPace, StoredRobots } from './politeness/politeness-store.js';
export type { Elsewhere, Progress, Territory, TerritorialFetcher } from './territory.js';
export type { RenderKnowledgeStore, RenderRecord } from './chromium/render-knowledge.js';
export { PolitenessRepository } from './politeness/politeness.repository.js';
export { RenderKnowledgeRepository } from './chromium/render-knowledge.repository.js';
export type { LookupAll } from './http/dialer.js';
export {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
  type GuardedFailure,
  type GuardedResponse,
} from './http/guarded-client.js';
export * from './plain.js';

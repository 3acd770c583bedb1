export { FETCHER_FACTORY, FetchingModule, type FetcherFactory } from './fetching.module.js';
export { createFetcher, type ChromiumOptions, type FetchingOptions } from './live-fetcher.js';
export type { LookupAll } from './dialer.js';
export type { ProxyMode } from './http-client.js';
export { decodeHtml, decodeUtf8 } from './charset.js';
export { decodeContent } from './content-coding.js';
export { documentOutcome, failureOutcome, type FetchTrail, type RawDocument } from './outcome.js';

import type { FetcherProcessOptions, RunningFetcher } from './fetcher-process.js';

export type { FetcherProcessOptions, RunningFetcher } from './fetcher-process.js';

/** Runs a fetcher of the fleet. What speaks with NATS is loaded only now: processes without a fleet do without it. */
export async function runFetcher(options: FetcherProcessOptions): Promise<RunningFetcher> {
  const process = await import('./fetcher-process.js');
  return process.runFetcher(options);
}

import type { HostChange, RenderRecord, StoredPace, StoredRobots } from '../../fetching/index.js';

/**
 * Calls of fetchers, which have no database, to a worker.
 *
 * Times are sent as remaining ms, and converted by the worker's clock, because clocks of machines differ.
 */
export type StoreCall =
  | { readonly op: 'load-robots'; readonly origin: string }
  | { readonly op: 'save-robots'; readonly files: readonly StoredRobots[] }
  | { readonly op: 'load-host'; readonly host: string }
  | { readonly op: 'save-hosts'; readonly changes: readonly HostChange[] }
  | { readonly op: 'load-shapes'; readonly host: string }
  | { readonly op: 'save-shapes'; readonly records: readonly RenderRecord[] };

export type StoreAnswer =
  | { readonly ok: true; readonly value: StoredRobots | StoredPace | readonly RenderRecord[] | null }
  | { readonly ok: false };

export const robotsAs = (file: StoredRobots, shiftMs: number): StoredRobots => ({
  ...file,
  expiresAt: file.expiresAt + shiftMs,
});
/** 0 means no wait, by every clock. */
export const paceAs = (pace: StoredPace, shiftMs: number): StoredPace => ({
  ...pace,
  notBefore: pace.notBefore === 0 ? 0 : pace.notBefore + shiftMs,
});

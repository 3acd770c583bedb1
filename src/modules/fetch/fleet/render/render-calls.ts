import type { PlainCookie, RenderFault, TabRequest } from '../../fetching/index.js';

/**
 * In the stream: a page waiting for a renderer. Its owner, the fetcher that has fetched it, sends the document on
 * request.
 */
export interface RenderJob {
  readonly job: string;
  /** Subject of the owner. */
  readonly owner: string;
}

/** A document with everything needed for its rendering. */
export interface RenderTask {
  readonly request: Omit<TabRequest, 'navigate' | 'subresource'>;
  readonly timeoutMs: number;
  /** Whether the proxy serves a recorded web, which answers https requests in absolute form. */
  readonly isRecorded: boolean;
}

/** A renderer's call to the owner of a page. Long data is split into pieces. */
export type RenderCall = { readonly job: string; readonly renderer: string } & (
  | { readonly op: 'task'; readonly piece: number }
  /** A script navigates: the owner fetches that document just as politely. */
  | { readonly op: 'navigate'; readonly url: string; readonly cookies?: readonly PlainCookie[] }
  | { readonly op: 'navigated'; readonly piece: number }
  /** The renderer is alive and working on it. */
  | { readonly op: 'alive' }
  | { readonly op: 'result'; readonly piece: number; readonly count: number; readonly bytes: Uint8Array }
  | { readonly op: 'fault'; readonly fault: RenderFault }
  /** The renderer stops and returns it. */
  | { readonly op: 'back' }
);

/** `gone`: it is no longer needed. `busy`: another renderer works on it. */
export type RenderReply =
  | { readonly is: 'ok' }
  | { readonly is: 'piece'; readonly bytes: Uint8Array; readonly count: number }
  | { readonly is: 'refused' }
  | { readonly is: 'gone' }
  | { readonly is: 'busy' };

/** Interval of a renderer's signs of life, ms. */
export const ALIVE_MS = 5_000;
/** A renderer silent for this time is dead, ms. */
export const SILENT_MS = 3 * ALIVE_MS;

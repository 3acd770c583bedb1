import type { PlainCookie, RenderFault, TabRequest } from '../../fetching/index.js';

/** In the stream: a page waits for a renderer. The document is asked for at its owner, the fetcher that has fetched it. */
export interface RenderJob {
  readonly job: string;
  /** Subject of the owner. */
  readonly owner: string;
}

/** A document with all that its rendering needs. */
export interface RenderTask {
  readonly request: Omit<TabRequest, 'navigate' | 'subresource'>;
  readonly timeoutMs: number;
  /** The proxy is a recorded web, which answers https requests in their absolute form. */
  readonly isRecorded: boolean;
}

/** What a renderer asks the owner of a page. Whatever is long goes in pieces. */
export type RenderCall = { readonly job: string; readonly renderer: string } & (
  | { readonly op: 'task'; readonly piece: number }
  /** A script leads on: the owner fetches that document, in the same polite way. */
  | { readonly op: 'navigate'; readonly url: string; readonly cookies?: readonly PlainCookie[] }
  | { readonly op: 'navigated'; readonly piece: number }
  /** The renderer lives and works on it. */
  | { readonly op: 'alive' }
  | { readonly op: 'result'; readonly piece: number; readonly count: number; readonly bytes: Uint8Array }
  | { readonly op: 'fault'; readonly fault: RenderFault }
  /** The renderer ends and gives it back. */
  | { readonly op: 'back' }
);

/** `gone`: nobody wants it any more. `busy`: another renderer works on it. */
export type RenderReply =
  | { readonly is: 'ok' }
  | { readonly is: 'piece'; readonly bytes: Uint8Array; readonly count: number }
  | { readonly is: 'refused' }
  | { readonly is: 'gone' }
  | { readonly is: 'busy' };

/** A renderer says so often that it lives, ms. */
export const ALIVE_MS = 5_000;
/** One that has not been heard of for so long is dead, ms. */
export const SILENT_MS = 3 * ALIVE_MS;

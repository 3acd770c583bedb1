import { FetchFault } from '../fetch-fault.js';
import type { TabRequest, TabResult } from './tab-request.js';

/** Renders fetched documents: in a browser of this process or of another one. */
export interface PageRenderer {
  /**
   * The document after its scripts ran.
   *
   * @param timeoutMs from the moment a tab is free and the browser has started
   * @throws FetchFault `timeout`, `aborted`, `overloaded`, `render-failed` or `render-killed`; `NoBrowser` if there is
   * none; `BrowserLost` if the page has to be rendered again, alone
   */
  render(request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult>;
  close(): Promise<void>;
}

/** There is no Chromium, or it does not start. */
export class NoBrowser extends FetchFault {
  constructor(message: string) {
    super('render-failed', message);
  }
}

/** The browser ended while it rendered several pages, one of which is to blame. */
export class BrowserLost extends FetchFault {
  constructor(message: string) {
    super('render-failed', message);
  }
}

/** Why a page could not be rendered, as plain data for another process. */
export interface RenderFault {
  readonly kind: FetchFault['kind'];
  readonly message: string;
  readonly retryAfterMs?: number;
  readonly noBrowser?: true;
  readonly browserLost?: true;
}

/** The fault as plain data. */
export function renderFaultOf(fault: FetchFault): RenderFault {
  const { kind, message, facts } = fault;
  return {
    kind,
    message,
    ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
    ...(fault instanceof NoBrowser ? { noBrowser: true as const } : {}),
    ...(fault instanceof BrowserLost ? { browserLost: true as const } : {}),
  };
}

/** The inverse of `renderFaultOf`. */
export function asRenderFault({ kind, message, retryAfterMs, noBrowser, browserLost }: RenderFault): FetchFault {
  if (noBrowser === true) return new NoBrowser(message);
  if (browserLost === true) return new BrowserLost(message);
  return new FetchFault(kind, message, retryAfterMs === undefined ? {} : { retryAfterMs });
}

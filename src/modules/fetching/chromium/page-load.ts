import { FetchFault } from '../fetch-fault.js';
import { MAX_PAGE_BYTES, MAX_PAGE_REQUESTS } from './guard-proxy.js';

/** The page has settled when nothing was loaded for this long: time for a script to use what came and ask for more. */
export const QUIET_MS = 100;
/** Pages that never fall quiet (polling, streams) are read this long after their load event. */
export const LONGEST_UNREST_MS = 3_000;
const POLL_MS = 15;

/** One document's way through the browser, as its events tell it. Times are `performance.now()`. */
export class PageLoad {
  readonly inFlight = new Set<string>();
  requests = 0;
  bytes = 0;
  lastActivity = performance.now();
  domReadyAt: number | null = null;
  loadedAt: number | null = null;
  /** The document was handed to the browser. */
  documentGiven = false;
  /** Documents being fetched that a script leads on to. */
  navigations = 0;
  /** Scripts may lead on to other pages: over once the page is being read. */
  mayNavigate = true;
  crashed = false;

  /** @param deadline when to stop waiting and read what there is */
  constructor(readonly deadline: number) {}

  /** Another document takes the place of this one. */
  restart(): void {
    this.domReadyAt = null;
    this.loadedAt = null;
  }

  get isOverLimit(): boolean {
    return this.requests > MAX_PAGE_REQUESTS || this.bytes > MAX_PAGE_BYTES;
  }

  /** Nothing is loaded, nor was just now, nor just before `since`. */
  isQuiet(since: number): boolean {
    return (
      this.navigations === 0 &&
      this.inFlight.size === 0 &&
      performance.now() - Math.max(this.lastActivity, since) >= QUIET_MS
    );
  }

  /** Loaded and quiet, or as quiet as it gets. */
  get isIdle(): boolean {
    const now = performance.now();
    if (this.navigations > 0) return false;
    if (this.loadedAt !== null) return this.isQuiet(this.loadedAt) || now - this.loadedAt >= LONGEST_UNREST_MS;
    return this.documentGiven && this.inFlight.size === 0 && now - this.lastActivity >= LONGEST_UNREST_MS;
  }

  /**
   * Waits until `done`, the deadline, or the limits of what one page may load.
   *
   * @throws FetchFault `render-failed` when the page crashes
   */
  async until(done: () => boolean | Promise<boolean>): Promise<'done' | 'late' | 'over-limit'> {
    for (;;) {
      if (this.crashed) throw new FetchFault('render-failed', 'the page crashed');
      if (this.isOverLimit) return 'over-limit';
      if (await done()) return 'done';
      if (performance.now() >= this.deadline && this.documentGiven && this.navigations === 0) return 'late';
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Waits until what was just done has had its effect: at least a moment, at most `longestMs`. */
  async settle(longestMs: number): Promise<void> {
    const since = performance.now();
    await this.until(() => this.isQuiet(since) || performance.now() - since >= longestMs);
  }
}

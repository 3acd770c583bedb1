import { type FetchFault } from '../fetch-fault.js';
import { MAX_PAGE_BYTES, MAX_PAGE_REQUESTS } from './guard-proxy.js';
import { QUIET_MS } from './page-calm.js';

/** Requests whose answers no script of the page sees. */
const UNTOLD: ReadonlySet<string> = new Set([
  'Ping',
  'Image',
  'Font',
  'Media',
  'TextTrack',
  'Manifest',
  'CSPViolationReport',
]);
/** Pages that never fall quiet (polling, streams) are read this long after their load event. */
export const LONGEST_UNREST_MS = 3_000;
const POLL_MS = 10;

/** One document's way through the browser, as its events tell it. Times are `performance.now()`. */
export class PageLoad {
  /** Requests under way whose answers scripts of the page may use. */
  readonly inFlight = new Set<string>();
  requests = 0;
  bytes = 0;
  lastActivity = performance.now();
  /** Grows with everything that the page is told by the network. */
  activities = 0;
  /** The page does what nothing but a quiet network tells the end of: it leaves, or gets scripts after it has loaded. */
  isRestless = false;
  domReadyAt: number | null = null;
  loadedAt: number | null = null;
  /** Documents that have come in place of one before. */
  documents = 0;
  /** The document was handed to the browser. */
  documentGiven = false;
  /** Documents being fetched that a script leads on to. */
  navigations = 0;
  /** Scripts may lead on to other pages: over once the page is being read. */
  mayNavigate = true;
  /** Rejects when its process has crashed or its tab was closed: what it was asked then is never answered. */
  readonly lost: Promise<never>;
  private crash: FetchFault | null = null;
  private reject: (fault: FetchFault) => void = () => undefined;
  private wakeUp: () => void = () => undefined;

  /** @param deadline when to stop waiting and read what there is */
  constructor(readonly deadline: number) {
    this.lost = new Promise((_resolve, reject) => {
      this.reject = reject;
    });
    this.lost.catch(() => undefined);
  }

  lose(fault: FetchFault): void {
    this.crash ??= fault;
    this.reject(this.crash);
  }

  /** Something has come or gone. */
  note(): void {
    this.lastActivity = performance.now();
    this.activities++;
  }

  /** @param type as the browser calls it: `Script`, `Fetch`, `Ping` ... */
  asks(requestId: string, type: string | undefined): void {
    this.requests++;
    if (UNTOLD.has(type ?? '')) return;
    this.note();
    this.inFlight.add(requestId);
    if (type === 'Script' && this.loadedAt !== null) this.isRestless = true;
  }

  gets(requestId: string): void {
    if (this.inFlight.delete(requestId)) this.note();
  }

  /** Another document takes the place of this one. */
  restart(): void {
    this.domReadyAt = null;
    this.loadedAt = null;
    this.isRestless = false;
    this.note();
  }

  /** What is waited for may have come: look at once. */
  wake(): void {
    this.wakeUp();
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

  /** Loaded, and nothing is under way: whether something is still to come can be asked of the page. */
  get mayBeCalm(): boolean {
    return this.loadedAt !== null && this.navigations === 0 && this.inFlight.size === 0 && !this.isRestless;
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
   * @throws FetchFault `render-killed` when the page crashes
   */
  async until(done: () => boolean | Promise<boolean>): Promise<'done' | 'late' | 'over-limit'> {
    for (;;) {
      if (this.crash !== null) throw this.crash;
      if (this.isOverLimit) return 'over-limit';
      if (await done()) return 'done';
      if (performance.now() >= this.deadline && this.documentGiven && this.navigations === 0) return 'late';
      await this.moment();
    }
  }

  /** Until it is time to look again. */
  private moment(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Waits until what was just done has had its effect: at least a moment, at most `longestMs`. */
  async settle(longestMs: number): Promise<void> {
    const since = performance.now();
    await this.until(() => this.isQuiet(since) || performance.now() - since >= longestMs);
  }
}

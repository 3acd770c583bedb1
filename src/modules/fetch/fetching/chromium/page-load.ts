import { type FetchFault } from '../fetch-fault.js';
import { MAX_PAGE_BYTES, MAX_PAGE_REQUESTS } from './guard-proxy.js';
import { QUIET_MS } from './page-calm.js';

/** Requests whose responses no script of the page sees. */
const UNTOLD: ReadonlySet<string> = new Set([
  'Ping',
  'Image',
  'Font',
  'Media',
  'TextTrack',
  'Manifest',
  'CSPViolationReport',
]);
/** Pages whose network never becomes idle (polling, streams) are read this long after their load event. */
const LONGEST_UNREST_MS = 3_000;
const POLL_MS = 10;

/** Loading of one document in the browser, according to its events. Times are `performance.now()`. */
export class PageLoad {
  /** Requests in flight whose responses the page's scripts may use. */
  readonly inFlight = new Set<string>();
  requests = 0;
  bytes = 0;
  lastActivity = performance.now();
  /** Grows with each network event of the page. */
  activities = 0;
  /**
   * Only an idle network shows the end of the page's current work: it navigates, or loads scripts after its load event.
   */
  isRestless = false;
  domReadyAt: number | null = null;
  loadedAt: number | null = null;
  /** Number of documents that replaced an earlier one. */
  documents = 0;
  /** Whether the browser has received the document. */
  documentGiven = false;
  /** Number of script navigations whose document is being fetched. */
  navigations = 0;
  /** Whether scripts may navigate: false once the page is being read. */
  mayNavigate = true;
  /** Rejects when its process has crashed or its tab was closed: pending calls would never be answered. */
  readonly lost: Promise<never>;
  private crash: FetchFault | null = null;
  private reject: (fault: FetchFault) => void = () => undefined;
  private wakeUp: () => void = () => undefined;

  /** @param deadline when to stop waiting and read the current content */
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

  /** Records activity. */
  note(): void {
    this.lastActivity = performance.now();
    this.activities++;
  }

  /** @param type as named by the browser: `Script`, `Fetch`, `Ping` ... */
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

  /** Another document replaces this one. */
  restart(): void {
    this.domReadyAt = null;
    this.loadedAt = null;
    this.isRestless = false;
    this.note();
  }

  /** Checks the waiting conditions immediately. */
  wake(): void {
    this.wakeUp();
  }

  get isOverLimit(): boolean {
    return this.requests > MAX_PAGE_REQUESTS || this.bytes > MAX_PAGE_BYTES;
  }

  /** Whether nothing is loading, nor was recently, nor shortly before `since`. */
  isQuiet(since: number): boolean {
    return (
      this.navigations === 0 &&
      this.inFlight.size === 0 &&
      performance.now() - Math.max(this.lastActivity, since) >= QUIET_MS
    );
  }

  /** Whether it has loaded and nothing is in flight: the page itself can be asked whether more will come. */
  get mayBeCalm(): boolean {
    return this.loadedAt !== null && this.navigations === 0 && this.inFlight.size === 0 && !this.isRestless;
  }

  /** Whether it has loaded and is idle, or the longest wait for idleness is over. */
  get isIdle(): boolean {
    const now = performance.now();
    if (this.navigations > 0) return false;
    if (this.loadedAt !== null) return this.isQuiet(this.loadedAt) || now - this.loadedAt >= LONGEST_UNREST_MS;
    return this.documentGiven && this.inFlight.size === 0 && now - this.lastActivity >= LONGEST_UNREST_MS;
  }

  /**
   * Waits until `done`, the deadline, or the limits on the loads of one page.
   *
   * @throws FetchFault `render-killed` if the page crashes
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

  /** Resolves when conditions should be checked again. */
  private moment(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Waits until the previous action has taken effect: at least a moment, at most `longestMs`. */
  async settle(longestMs: number): Promise<void> {
    const since = performance.now();
    await this.until(() => this.isQuiet(since) || performance.now() - since >= longestMs);
  }
}

import { hostOf } from '../../../../domain/url/index.js';
import { shownUrl, type Warn } from '../../../../platform/telemetry/index.js';
import { Semaphore } from '../../../../platform/concurrency/index.js';
import { withDeadline } from '../deadline.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import type { ChromiumOptions } from '../options.js';
import { machine } from '../pressure.js';
import { type BrowserProcess, LONGEST_START_MS, SlowStart, startBrowser } from './browser-process.js';
import { BrowserWatch, canWatch, defaultMaxBytes } from './browser-watch.js';
import type { ProxyWay } from './guard-proxy.js';
import { BrowserLost, NoBrowser, type PageRenderer } from './page-renderer.js';
import type { TabRequest, TabResult } from './tab-request.js';
import { TabPool } from './tab-pool.js';
import type { Tab } from './tab.js';

/** A rendered page waits for half of its time: four keep two cores busy. More would only queue. */
const DEFAULT_TABS = 4;
/** Renderings waiting for a tab; the callers' concurrency is far lower. */
const MAX_WAITING = 10_000;
/** Pause before restarting the browser after a failed start: every page in flight would wait for each attempt. */
const RESTART_PAUSE_MS = 5_000;
/**
 * Longest wait for earlier pages before a page that must be alone, ms. Each has its own time limit, and the browser
 * needs time to start.
 */
const LONGEST_WAIT_MS = 10 * 60_000;
/** Opening a tab takes some ten milliseconds, on a busy machine seconds. */
const DEFAULT_OPEN_MS = 10_000;
/** Navigating to an empty page takes milliseconds. */
const LEAVE_TIMEOUT_MS = 500;
/** A browser idle for this time is ended: it holds some hundred megabytes, and restarting it takes a second. */
const DEFAULT_IDLE_MS = 60_000;

const HELD_ON = 'did not let go of a page in time';

interface Running {
  readonly process: BrowserProcess;
  readonly pool: TabPool;
  readonly watch: BrowserWatch;
  /** Pages being rendered. */
  readonly pages: Set<TabRequest>;
  /** How it ended, and the pages it was rendering then. */
  end: BrowserEnd | null;
}

interface BrowserEnd {
  /** Why it was killed; null if it ended by itself. */
  readonly reason: string | null;
  readonly pages: ReadonlySet<TabRequest>;
}

/**
 * Renders documents in Chromium, which is started on first use and after each crash or hang.
 *
 * A browser that takes too much memory, or does not let go of a page after its time limit, is killed. If it was
 * rendering one page, that page is to blame. Of several, the culprit is unknown: each has to be rendered again alone.
 *
 * The caller passes the document itself, fetched with all politeness and checks. Chromium runs its scripts and loads
 * their requests only through guard proxies.
 */
export class ChromiumRenderer implements PageRenderer {
  private readonly turns: Semaphore;
  private running: Promise<Running> | null = null;
  private warned = false;
  private failed: { readonly at: number; readonly message: string } | null = null;
  private closed = false;
  private readonly underWay = new Set<Promise<TabResult>>();
  /** Number of these that must be alone. No page starts beside them. */
  private alone = 0;
  private idleTimer: NodeJS.Timeout | null = null;

  /**
   * @param way for all loads of pages. @param interceptAllHttps whether the crawler's own client handles https requests
   */
  constructor(
    private readonly options: ChromiumOptions,
    private readonly way: ProxyWay,
    private readonly interceptAllHttps: () => boolean,
    private readonly warn: Warn,
  ) {
    this.turns = new Semaphore(
      () => (this.alone > 0 ? 1 : machine.share(options.tabs ?? DEFAULT_TABS)),
      MAX_WAITING,
      () => new FetchFault('aborted', 'too many pages wait to be rendered'),
    );
  }

  /**
   * The document after its scripts ran.
   *
   * @param timeoutMs from the moment a tab is free and the browser has started
   * @throws FetchFault `timeout`, `aborted` or `render-failed`; `render-killed` if the page made the browser end,
   * `BrowserLost` if another page may have; `overloaded` if the browser starts too slowly; `NoBrowser` if it cannot be
   * started
   */
  async render(request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult> {
    try {
      return await this.turns.run(() => this.renderInTurn(request, timeoutMs, signal), signal);
    } catch (error) {
      throw error === signal.reason ? new FetchFault('aborted', 'aborted') : error;
    }
  }

  private async renderInTurn(request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult> {
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    const others = request.alone === true ? [...this.underWay] : [];
    if (request.alone === true) this.alone++;
    const work = this.renderAfter(others, request, timeoutMs, signal);
    this.underWay.add(work);
    try {
      return await work;
    } finally {
      this.underWay.delete(work);
      if (request.alone === true) this.alone--;
      if (this.underWay.size === 0)
        this.idleTimer = setTimeout(() => void this.rest(), this.options.idleMs ?? DEFAULT_IDLE_MS).unref();
    }
  }

  private async renderAfter(
    others: readonly Promise<unknown>[],
    request: TabRequest,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<TabResult> {
    // These have their own time limits.
    if (others.length > 0)
      await withDeadline(signal, LONGEST_WAIT_MS, 'waiting for other pages', () => Promise.allSettled(others));
    const running = await withDeadline(signal, LONGEST_START_MS, 'starting the browser', () => this.browser());
    return this.renderIn(running, request, machine.stretched(timeoutMs), signal);
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    await this.rest();
  }

  /** Ends the browser; the next page starts another. */
  private async rest(): Promise<void> {
    const { running } = this;
    this.running = null;
    const ended = await running?.catch(() => null);
    if (ended) await this.endOf(ended);
  }

  private async endOf({ process, pool }: Running): Promise<void> {
    await process.end();
    await pool.end();
  }

  private async renderIn(
    running: Running,
    request: TabRequest,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<TabResult> {
    let tab: Tab | null = null;
    try {
      const taken = await this.take(running, hostOf(request.url), signal);
      tab = taken;
      running.pages.add(request);
      const result = await withDeadline(signal, timeoutMs, 'rendering', () => taken.render(request, timeoutMs));
      await this.release(running, taken);
      return result;
    } catch (error) {
      // The tab may still be busy: it is not used again.
      const fault = faultOf(error);
      if (tab !== null) await this.discard(running, tab);
      // A tab that does not open means that the browser hangs.
      else if (!running.pool.isAlive || fault?.kind === 'overloaded') this.abandon(running, 'opened no tab in time');
      throw faultAfter(
        fault ??
          new FetchFault(
            'render-failed',
            error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : 'rendering failed',
          ),
        request,
        running.end,
      );
    } finally {
      running.pages.delete(request);
    }
  }

  /**
   * Opening a tab is not the page's work, so it has its own time limit. @throws FetchFault `overloaded` when that is
   * over, `aborted`
   */
  private async take(running: Running, host: string, signal: AbortSignal): Promise<Tab> {
    try {
      return await withDeadline(
        signal,
        machine.stretched(this.options.openMs ?? DEFAULT_OPEN_MS),
        'opening a tab',
        async (stop) => {
          const taken = await running.pool.take(host, this.interceptAllHttps());
          if (stop.aborted) await this.discard(running, taken);
          stop.throwIfAborted();
          return taken;
        },
      );
    } catch (error) {
      const fault = faultOf(error);
      if (fault?.kind !== 'timeout') throw error;
      throw new FetchFault('overloaded', fault.message, { retryAfterMs: RESTART_PAUSE_MS });
    }
  }

  /**
   * Makes the tab leave its page. A tab that does not, because its page never ends, is discarded; the content read from
   * the page stays valid.
   */
  private async release(running: Running, tab: Tab): Promise<void> {
    try {
      await withDeadline(new AbortController().signal, machine.stretched(LEAVE_TIMEOUT_MS), 'leaving a page', () =>
        tab.clear(),
      );
    } catch {
      return this.discard(running, tab);
    }
    if (this.closed) await this.discard(running, tab);
    else if (!(await running.pool.giveBack(tab))) this.abandon(running, HELD_ON);
  }

  private async discard(running: Running, tab: Tab): Promise<void> {
    if (!(await running.pool.close(tab))) this.abandon(running, HELD_ON);
  }

  /** Kills a browser, unless it has ended already, so that a new one is started. @param reason why */
  private abandon(running: Running, reason: string): void {
    if (running.end === null && running.process.isConnected) {
      running.end = { reason, pages: new Set(running.pages) };
      const urls = [...running.pages].map(({ url }) => shownUrl(url));
      this.warn({ reason, urls }, 'Chromium was killed');
    }
    running.process.kill();
    this.forget(running);
  }

  private forget(gone: Running): void {
    gone.watch.end();
    const { running } = this;
    void running?.then(
      (current) => {
        if (current !== gone || this.running !== running) return;
        this.running = null;
        void gone.pool.end();
      },
      () => undefined,
    );
  }

  /** The running browser, or a new one. */
  private async browser(): Promise<Running> {
    const before = this.running;
    const running = await before;
    // Memory left over from earlier pages must not count against the next one.
    if (running !== null && this.running === before && running.pages.size === 0 && running.watch.isHalfFull) {
      this.running = null;
      await this.endOf(running);
    }
    if (this.closed) throw new FetchFault('aborted', 'the fetcher is closed');
    if (this.running !== null) return this.running;
    if (this.failed !== null && performance.now() - this.failed.at < RESTART_PAUSE_MS)
      throw new NoBrowser(this.failed.message);
    const started = this.start();
    this.running = started;
    return started;
  }

  private async start(): Promise<Running> {
    try {
      const process = await startBrowser(this.options, this.warn);
      this.options.onStart?.(process.facts);
      const maxBytes = this.options.maxBytes ?? defaultMaxBytes();
      const running: Running = {
        process,
        pool: new TabPool(process, this.way),
        watch: new BrowserWatch(process.group, maxBytes, (bytes) =>
          this.abandon(running, `took ${inMb(bytes)} of memory (${inMb(maxBytes)} are allowed)`),
        ),
        pages: new Set(),
        end: null,
      };
      if (!canWatch && !this.warned)
        this.warn({}, 'the memory of Chromium is watched on Linux only: here only its time limits a page');
      this.warned = true;
      const forgetLoad = machine.discount(() => running.watch.runnable());
      process.whenGone(() => {
        running.end ??= { reason: null, pages: new Set(running.pages) };
        forgetLoad();
        this.forget(running);
      });
      return running;
    } catch (error) {
      const message = `Chromium does not start: ${error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : ''}`;
      this.running = null;
      this.warn({ err: error }, 'Chromium does not start');
      if (error instanceof SlowStart)
        throw new FetchFault('overloaded', error.message, { retryAfterMs: RESTART_PAUSE_MS });
      this.failed = { at: performance.now(), message };
      throw new NoBrowser(message);
    }
  }
}

const inMb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

/** The fault of a page whose rendering failed with `fault`, in a browser that ended this way. */
function faultAfter(fault: FetchFault, request: TabRequest, end: BrowserEnd | null): FetchFault {
  if (end === null || fault.kind === 'aborted') return fault;
  if (end.pages.has(request) && end.pages.size === 1)
    return end.reason === null ? fault : new FetchFault('render-killed', `the page's browser ${end.reason}`);
  if (request.alone === true || fault.kind === 'overloaded') return fault;
  return new BrowserLost(`the browser ${end.reason ?? 'ended'} while it rendered several pages`);
}

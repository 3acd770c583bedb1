import { hostOf } from '../../../domain/url/index.js';
import { Turns } from '../../../platform/turns/index.js';
import { withDeadline } from '../deadline.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import type { ChromiumOptions } from '../options.js';
import { machine } from '../pressure.js';
import { type BrowserProcess, LONGEST_START_MS, SlowStart, startBrowser } from './browser-process.js';
import type { ProxyWay } from './guard-proxy.js';
import { MemoryWatch } from './memory-watch.js';
import { NoBrowser, type PageRenderer } from './page-renderer.js';
import type { TabRequest, TabResult } from './tab-request.js';
import { TabPool } from './tab-pool.js';
import type { Tab } from './tab.js';

/** A page that is rendered waits for half of its time: four keep two cores busy. More only queue up for them. */
const DEFAULT_TABS = 4;
/** Renderings waiting for a tab; the callers' concurrency is far below. */
const MAX_WAITING = 10_000;
/** After a failed start the browser is not tried again at once: every page in flight would wait for that. */
const RESTART_PAUSE_MS = 5_000;
/** Opening a tab takes some ten milliseconds, on a busy machine seconds. */
const DEFAULT_OPEN_MS = 10_000;
/** Going to an empty page takes milliseconds. */
const LEAVE_TIMEOUT_MS = 500;
/** A browser that nothing was rendered with for so long is ended: idle it holds some hundred megabytes, and starting anew takes a second. */
const DEFAULT_IDLE_MS = 60_000;

interface Running {
  readonly process: BrowserProcess;
  readonly pool: TabPool;
  readonly memory: MemoryWatch;
}

/**
 * Renders documents in Chromium, which is started at first use and again after each crash or hang.
 *
 * The document itself is handed in: it was fetched with all politeness and checks. Chromium runs its scripts and loads what they ask for, through
 * guard proxies only.
 */
export class ChromiumRenderer implements PageRenderer {
  private readonly turns: Turns;
  private running: Promise<Running> | null = null;
  private failed: { readonly at: number; readonly message: string } | null = null;
  private closed = false;
  private rendering = 0;
  private idleTimer: NodeJS.Timeout | null = null;

  /** @param way of all that pages load. @param interceptAllHttps whether https requests are answered by the crawler's own client */
  constructor(
    private readonly options: ChromiumOptions,
    private readonly way: ProxyWay,
    private readonly interceptAllHttps: () => boolean,
    private readonly warn: (message: string) => void,
  ) {
    this.turns = new Turns(
      () => machine.share(options.tabs ?? DEFAULT_TABS),
      MAX_WAITING,
      () => new FetchFault('aborted', 'too many pages wait to be rendered'),
    );
  }

  /**
   * The document after its scripts ran.
   *
   * @param timeoutMs from the moment a tab is free and the browser has started
   * @throws FetchFault `timeout`, `aborted` or `render-failed`; `overloaded` when the browser starts too slowly; `NoBrowser` when it cannot be started
   */
  async render(request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult> {
    try {
      return await this.turns.run(() => this.renderInTurn(request, timeoutMs, signal), signal);
    } catch (error) {
      throw error === signal.reason ? new FetchFault('aborted', 'aborted') : error;
    }
  }

  private async renderInTurn(request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult> {
    this.rendering++;
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    try {
      const running = await withDeadline(signal, LONGEST_START_MS, 'starting the browser', () => this.browser());
      const forget = running.memory.enter();
      try {
        return await this.renderIn(running, request, machine.stretched(timeoutMs), signal);
      } finally {
        forget();
      }
    } finally {
      if (--this.rendering === 0)
        this.idleTimer = setTimeout(() => void this.rest(), this.options.idleMs ?? DEFAULT_IDLE_MS).unref();
    }
  }

  /** The browser's main process while it runs. */
  async pid(): Promise<number | null> {
    return (await this.running?.catch(() => null))?.process.pid ?? null;
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
    await ended?.process.end();
    await ended?.pool.end();
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
      const result = await withDeadline(signal, timeoutMs, 'rendering', () => taken.render(request, timeoutMs));
      await this.release(running, taken);
      return result;
    } catch (error) {
      // Whatever the tab is doing now, it is not used again.
      const fault = faultOf(error);
      if (tab !== null) await this.discard(running, tab);
      // A tab that does not open is a browser that hangs.
      else if (!running.pool.isAlive || fault?.kind === 'overloaded') this.abandon(running);
      throw (
        fault ??
        new FetchFault(
          'render-failed',
          error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : 'rendering failed',
        )
      );
    }
  }

  /** Opening a tab is no business of the page: it has a time of its own. @throws FetchFault `overloaded` when that is over, `aborted` */
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

  /** Makes the tab leave its page. One that will not, for its page has no end, is given up; what was read of the page is good all the same. */
  private async release(running: Running, tab: Tab): Promise<void> {
    try {
      await withDeadline(new AbortController().signal, machine.stretched(LEAVE_TIMEOUT_MS), 'leaving a page', () =>
        tab.clear(),
      );
    } catch {
      return this.discard(running, tab);
    }
    if (this.closed) await this.discard(running, tab);
    else if (!(await running.pool.giveBack(tab))) this.abandon(running);
  }

  private async discard(running: Running, tab: Tab): Promise<void> {
    if (!(await running.pool.close(tab))) this.abandon(running);
  }

  /** Ends a browser that hangs, or has gone already: a new one is needed. */
  private abandon(running: Running): void {
    running.process.kill();
    this.forget(running);
  }

  private forget(gone: Running): void {
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

  private browser(): Promise<Running> {
    if (this.closed) return Promise.reject(new FetchFault('aborted', 'the fetcher is closed'));
    if (this.running !== null) return this.running;
    if (this.failed !== null && performance.now() - this.failed.at < RESTART_PAUSE_MS)
      return Promise.reject(new NoBrowser(this.failed.message));
    const started = this.start();
    this.running = started;
    return started;
  }

  private async start(): Promise<Running> {
    try {
      const process = await startBrowser(this.options, this.warn);
      this.options.onStart?.(process.facts);
      const running: Running = {
        process,
        pool: new TabPool(process, this.way),
        memory: new MemoryWatch(() => process.renderers()),
      };
      process.whenGone(() => this.forget(running));
      return running;
    } catch (error) {
      const message = `Chromium does not start: ${error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : ''}`;
      this.running = null;
      this.warn(message);
      if (error instanceof SlowStart)
        throw new FetchFault('overloaded', error.message, { retryAfterMs: RESTART_PAUSE_MS });
      this.failed = { at: performance.now(), message };
      throw new NoBrowser(message);
    }
  }
}

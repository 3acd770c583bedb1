import type { BrowserContext } from 'playwright-core';
import { withDeadline } from '../deadline.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import { HostQueue } from '../host-queue.js';
import type { ChromiumOptions } from '../options.js';
import { type BrowserProcess, killGroup, startBrowser } from './browser-process.js';
import { type startGuardProxy, type GuardProxy } from './guard-proxy.js';
import { Tab, type TabRequest, type TabResult } from './tab.js';

/** Two tabs keep two cores busy; more only queue up for them. */
const DEFAULT_TABS = 2;
/** A tab gets a new page and context after this many uses: what pages leave behind stays bounded. */
const MAX_TAB_USES = 50;
/** Renderings waiting for a tab; the callers' concurrency is far below. */
const MAX_WAITING = 10_000;
/** After a failed start the browser is not tried again at once: every page in flight would wait for that. */
const RESTART_PAUSE_MS = 5_000;
/** Closing a context takes milliseconds; when it takes longer the browser hangs. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Renders documents in Chromium, which is started at first use and again after each crash or hang.
 *
 * The document itself is handed in: it was fetched with all politeness and checks. Chromium runs its scripts and loads what they ask for, through
 * the guard proxy only.
 */
export class ChromiumRenderer {
  private readonly turns: HostQueue;
  private readonly idle: Tab[] = [];
  private running: Promise<BrowserProcess> | null = null;
  private proxy: GuardProxy | null = null;
  private failed: { readonly at: number; readonly message: string } | null = null;
  private closed = false;

  /** @param openProxy starts the guard proxy. @param interceptAllHttps whether https requests are answered by the crawler's own client */
  constructor(
    private readonly options: ChromiumOptions,
    private readonly openProxy: () => ReturnType<typeof startGuardProxy>,
    private readonly interceptAllHttps: () => boolean,
    private readonly warn: (message: string) => void,
  ) {
    const tabs = options.tabs ?? DEFAULT_TABS;
    this.turns = new HostQueue({ maxConnections: tabs, perHostConcurrency: tabs, maxWaiting: MAX_WAITING, clock: { now: Date.now } });
  }

  /**
   * The document after its scripts ran.
   *
   * @param timeoutMs from the moment a tab is free
   * @throws FetchFault `timeout`, `aborted` or `render-failed`
   */
  async render(request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult> {
    const leave = await this.turns.enterUnscheduled(signal);
    try {
      const browser = await withDeadline(signal, timeoutMs, 'starting the browser', () => this.browser());
      return await this.renderIn(browser, request, timeoutMs, signal);
    } finally {
      leave();
    }
  }

  /** The browser's main process while it runs. */
  async pid(): Promise<number | null> {
    return (await this.running?.catch(() => null))?.pid ?? null;
  }

  async close(): Promise<void> {
    this.closed = true;
    const running = await this.running?.catch(() => null);
    this.running = null;
    this.idle.length = 0;
    await running?.end();
    await this.proxy?.close();
    this.proxy = null;
  }

  private async renderIn(process: BrowserProcess, request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult> {
    let tab: Tab | null = null;
    try {
      const result = await withDeadline(signal, timeoutMs, 'rendering', async (stop) => {
        tab = await this.takeTab(process);
        stop.throwIfAborted();
        const rendered = await tab.render(request);
        await tab.clear();
        return rendered;
      });
      await this.giveBack(process, tab as unknown as Tab);
      return result;
    } catch (error) {
      // Whatever the tab is doing now, it is not used again.
      if (tab !== null) await this.discard(process, tab);
      else if (!process.browser.isConnected()) this.forget(process);
      const fault = faultOf(error);
      throw fault ?? new FetchFault('render-failed', error instanceof Error ? error.message.split('\n', 1)[0] ?? '' : 'rendering failed');
    }
  }

  private async takeTab(process: BrowserProcess): Promise<Tab> {
    const tab = this.idle.pop();
    if (tab === undefined) return this.openTab(process);
    // The way to https may have changed since the tab was opened: a proxy turned out to be a recorded web.
    if (tab.interceptsAllHttps === this.interceptAllHttps()) return tab;
    await this.discard(process, tab);
    return this.openTab(process);
  }

  private async openTab(process: BrowserProcess): Promise<Tab> {
    const context: BrowserContext = await process.browser.newContext({ acceptDownloads: false, serviceWorkers: 'block', javaScriptEnabled: true, permissions: [] });
    try {
      return await Tab.open(context, this.interceptAllHttps());
    } catch (error) {
      await context.close().catch(() => undefined);
      throw error;
    }
  }

  private async giveBack(process: BrowserProcess, tab: Tab): Promise<void> {
    if (tab.uses < MAX_TAB_USES && process.browser.isConnected() && !this.closed) this.idle.push(tab);
    else await this.discard(process, tab);
  }

  private async discard(process: BrowserProcess, tab: Tab): Promise<void> {
    try {
      await withDeadline(new AbortController().signal, CLOSE_TIMEOUT_MS, 'closing a tab', () => tab.close());
      if (process.browser.isConnected()) return;
    } catch {
      // The browser hangs or is gone; either way a new one is needed.
      killGroup(process.pid);
    }
    this.forget(process);
  }

  private forget(process: BrowserProcess): void {
    const { running } = this;
    void running?.then((current) => {
      if (current !== process || this.running !== running) return;
      this.running = null;
      this.idle.length = 0;
    }, () => undefined);
  }

  private browser(): Promise<BrowserProcess> {
    if (this.closed) return Promise.reject(new FetchFault('aborted', 'the fetcher is closed'));
    if (this.running !== null) return this.running;
    if (this.failed !== null && Date.now() - this.failed.at < RESTART_PAUSE_MS) return Promise.reject(new FetchFault('render-failed', this.failed.message));
    const started = this.start();
    this.running = started;
    return started;
  }

  private async start(): Promise<BrowserProcess> {
    try {
      this.proxy ??= await this.openProxy();
      const process = await startBrowser(this.options, this.proxy.port, this.warn);
      process.browser.on('disconnected', () => this.forget(process));
      return process;
    } catch (error) {
      const message = `Chromium does not start: ${error instanceof Error ? error.message.split('\n', 1)[0] ?? '' : ''}`;
      this.failed = { at: Date.now(), message };
      this.running = null;
      this.warn(message);
      throw new FetchFault('render-failed', message);
    }
  }
}

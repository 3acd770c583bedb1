import { withDeadline } from '../deadline.js';
import { machine } from '../pressure.js';
import type { BrowserProcess } from './browser-process.js';
import { startGuardProxy, type ProxyWay } from './guard-proxy.js';
import { Tab } from './tab.js';

/** Uses after which a tab gets a new page and context, which bounds leftovers of pages. */
const MAX_TAB_USES = 50;
/** Idle tabs kept for the next pages of their hosts: some 40 MB each. */
const MAX_IDLE = 8;
/** Closing a context takes milliseconds; a browser that takes longer hangs. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * The tabs of one browser: each has its own context and proxy, serves only one host, and is then kept for that host's
 * next page.
 */
export class TabPool {
  /** Least recently used first. */
  private readonly idle: Tab[] = [];

  constructor(
    private readonly browser: BrowserProcess,
    private readonly way: ProxyWay,
  ) {}

  get isAlive(): boolean {
    return this.browser.isConnected;
  }

  /** @throws if the browser has ended or hangs */
  async take(host: string, interceptsAllHttps: boolean): Promise<Tab> {
    const at = this.idle.findLastIndex((tab) => tab.host === host);
    const [tab] = at === -1 ? [] : this.idle.splice(at, 1);
    if (tab?.interceptsAllHttps === interceptsAllHttps) return tab;
    // The handling of https may have changed since the tab was opened, because a proxy turned out to serve a recorded
    // web.
    if (tab !== undefined) await this.close(tab);
    const proxy = await startGuardProxy(this.way);
    try {
      const page = await this.browser.openPage(proxy.port);
      try {
        return await Tab.open(host, page, { proxy, interceptsAllHttps, through: this.way.through });
      } catch (error) {
        await page.close().catch(() => undefined);
        throw error;
      }
    } catch (error) {
      await proxy.close();
      throw error;
    }
  }

  /** Keeps the tab for its host's next page. @returns false if the browser did not release a tab */
  async giveBack(tab: Tab): Promise<boolean> {
    if (tab.uses >= MAX_TAB_USES) return this.close(tab);
    this.idle.push(tab);
    const oldest = this.idle.length > MAX_IDLE ? this.idle.shift() : undefined;
    return oldest === undefined || this.close(oldest);
  }

  /** @returns false if the browser hangs or has ended: it must be ended */
  async close(tab: Tab): Promise<boolean> {
    try {
      await withDeadline(new AbortController().signal, machine.stretched(CLOSE_TIMEOUT_MS), 'closing a tab', () =>
        tab.close(),
      );
      return this.isAlive;
    } catch {
      return false;
    }
  }

  /** Closes the proxies; the tabs end with the browser. */
  async end(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((tab) => tab.closeProxy()));
  }
}

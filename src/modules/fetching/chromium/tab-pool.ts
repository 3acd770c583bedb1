import { withDeadline } from '../deadline.js';
import { machine } from '../pressure.js';
import type { BrowserProcess } from './browser-process.js';
import { startGuardProxy, type ProxyWay } from './guard-proxy.js';
import { Tab } from './tab.js';

/** A tab gets a new page and context after this many uses: what pages leave behind stays bounded. */
const MAX_TAB_USES = 50;
/** Tabs kept warm beside those in use, for hosts that come again: some 40 MB each. */
const MAX_IDLE = 8;
/** Closing a context takes milliseconds; when it takes longer the browser hangs. */
const CLOSE_TIMEOUT_MS = 2_000;

/** The tabs of one browser: each in a context of its own with its own proxy, used for one host only, and then kept for its next page. */
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

  /** @throws when the browser has gone or hangs */
  async take(host: string, interceptsAllHttps: boolean): Promise<Tab> {
    const at = this.idle.findLastIndex((tab) => tab.host === host);
    const [tab] = at === -1 ? [] : this.idle.splice(at, 1);
    if (tab?.interceptsAllHttps === interceptsAllHttps) return tab;
    // The way to https may have changed since the tab was opened: a proxy turned out to be a recorded web.
    if (tab !== undefined) await this.close(tab);
    const proxy = await startGuardProxy(this.way);
    try {
      const page = await this.browser.openPage(proxy.port);
      try {
        return await Tab.open(host, page, proxy, interceptsAllHttps, this.way.through);
      } catch (error) {
        await page.close().catch(() => undefined);
        throw error;
      }
    } catch (error) {
      await proxy.close();
      throw error;
    }
  }

  /** Keeps the tab for its host's next page. @returns false when the browser did not let go of one */
  async giveBack(tab: Tab): Promise<boolean> {
    if (tab.uses >= MAX_TAB_USES) return this.close(tab);
    this.idle.push(tab);
    const oldest = this.idle.length > MAX_IDLE ? this.idle.shift() : undefined;
    return oldest === undefined || this.close(oldest);
  }

  /** @returns false when the browser hangs or has gone: it is to be ended */
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

  /** Lets go of the proxies; the tabs end with the browser. */
  async end(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((tab) => tab.closeProxy()));
  }
}

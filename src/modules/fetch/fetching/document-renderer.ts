import { systemClock } from '../../../engine/ports.js';
import { ChromiumRenderer } from './chromium/chromium-renderer.js';
import { NoBrowser, type PageRenderer } from './chromium/page-renderer.js';
import { fetchSubresource } from './chromium/rendered-fetch.js';
import type { TabRequest, TabResult } from './chromium/tab-request.js';
import { emitWarning, type FetchingOptions } from './options.js';
import { openWebWay, type WebWay } from './web-way.js';

/**
 * Renders documents fetched by other processes. Loads of their pages pass the address checks of this process.
 *
 * If requests have a `subresource`, the proxy serves a recorded web: the client of this process makes their https
 * requests instead of that function.
 */
export function createDocumentRenderer(options: FetchingOptions): PageRenderer {
  return new DocumentRenderer(options);
}

class DocumentRenderer implements PageRenderer {
  private readonly way: WebWay;
  private readonly browser: ChromiumRenderer | null;
  private isRecorded = false;

  constructor(options: FetchingOptions) {
    this.way = openWebWay(options, options.clock ?? systemClock);
    const { dialer, guard, proxy, sessionProxies } = this.way;
    const warn = options.warn ?? emitWarning;
    const way = { dialer, guard, upstream: proxy, through: (url: string) => sessionProxies.dialerOf(url) };
    this.browser =
      options.chromium === undefined ? null : new ChromiumRenderer(options.chromium, way, () => this.isRecorded, warn);
  }

  render(request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult> {
    if (this.browser === null) throw new NoBrowser('this renderer was set up without a browser');
    const { subresource: asked, ...rest } = request;
    this.isRecorded ||= asked !== undefined;
    const settings = { userAgent: request.userAgent, timeoutMs };
    const subresource = (url: string) => fetchSubresource(url, settings, signal, this.way);
    return this.browser.render(this.isRecorded ? { ...rest, subresource } : rest, timeoutMs, signal);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    this.way.sessionProxies.close();
    await this.way.client.close();
  }
}

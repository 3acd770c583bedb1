import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { FetchFault } from '../fetch-fault.js';

/** An HTTP answer to hand to the browser. */
export interface Fulfilment {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: Buffer;
}

export interface TabRequest {
  readonly url: string;
  readonly userAgent: string;
  readonly document: Fulfilment;
  /** Answers a navigation that a script of the page started; null refuses it, and the page stays. */
  readonly navigate: (url: string) => Promise<Fulfilment | null>;
  /** Answers any other https request in place of the proxy; absent where the proxy does it. */
  readonly subresource?: (url: string, headers: Readonly<Record<string, string>>) => Promise<Fulfilment | null>;
  /** Characters of HTML, at most. */
  readonly maxChars: number;
}

export interface TabResult {
  readonly html: string;
  readonly truncated: boolean;
}

/** The page is ready when nothing was loaded for this long: time for a script to use what came and ask for more. */
const QUIET_MS = 100;
/** Pages that never fall quiet (polling, streams) are read this long after their load event. */
const LONGEST_UNREST_MS = 3_000;
const POLL_MS = 15;
/** What one page may load. Ordinary pages, without images, stay under a tenth of either. */
const MAX_REQUESTS = 400;
const MAX_BYTES = 32 * 1024 * 1024;
/** Reading the DOM takes milliseconds; a page whose scripts never pause is given up. */
const EVALUATE_TIMEOUT_MS = 3_000;

interface Load {
  readonly request: TabRequest;
  readonly inFlight: Set<string>;
  requests: number;
  bytes: number;
  lastActivity: number;
  loadedAt: number | null;
  documentGiven: boolean;
  navigations: number;
  crashed: boolean;
}

/** One reused page of the browser. Loads one document at a time. */
export class Tab {
  uses = 0;
  private load: Load | null = null;

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly session: CDPSession,
    private readonly mainFrameId: string,
    /** Every https request is answered by `TabRequest.subresource`. */
    readonly interceptsAllHttps: boolean,
  ) {}

  static async open(context: BrowserContext, interceptsAllHttps: boolean): Promise<Tab> {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const tab = new Tab(context, page, session, frameTree.frame.id, interceptsAllHttps);
    await tab.listen();
    return tab;
  }

  /** @throws FetchFault `render-failed` when the page crashes or cannot be read */
  async render(request: TabRequest): Promise<TabResult> {
    this.uses++;
    const load: Load = {
      request,
      inFlight: new Set(),
      requests: 0,
      bytes: 0,
      lastActivity: performance.now(),
      loadedAt: null,
      documentGiven: false,
      navigations: 0,
      crashed: false,
    };
    this.load = load;
    try {
      await this.context.clearCookies();
      await this.session.send('Emulation.setUserAgentOverride', { userAgent: request.userAgent });
      await this.session.send('Page.navigate', { url: request.url });
      await this.settle(load);
      return await this.read(request.maxChars);
    } finally {
      this.load = null;
    }
  }

  /** Leaves the page, so that its scripts stop. */
  async clear(): Promise<void> {
    await this.session.send('Page.navigate', { url: 'about:blank' });
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  private async listen(): Promise<void> {
    const { session, page } = this;
    page.on('crash', () => { if (this.load !== null) this.load.crashed = true; });
    page.on('close', () => { if (this.load !== null) this.load.crashed = true; });
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    this.context.on('page', (popup) => { if (popup !== page) void popup.close().catch(() => undefined); });
    session.on('Network.requestWillBeSent', ({ requestId }) => this.active((load) => {
      load.inFlight.add(requestId);
      load.requests++;
    }));
    session.on('Network.dataReceived', ({ dataLength }) => this.active((load) => { load.bytes += dataLength; }));
    session.on('Network.loadingFinished', ({ requestId }) => this.active((load) => load.inFlight.delete(requestId)));
    session.on('Network.loadingFailed', ({ requestId }) => this.active((load) => load.inFlight.delete(requestId)));
    const loaded = (load: Load): void => { if (load.documentGiven) load.loadedAt ??= performance.now(); };
    session.on('Page.loadEventFired', () => this.active(loaded));
    // A navigation that was refused ends the loading of the page it started from without a load event.
    session.on('Page.frameStoppedLoading', ({ frameId }) => { if (frameId === this.mainFrameId) this.active(loaded); });
    session.on('Fetch.requestPaused', (event) => void this.intercept(event).catch(() => undefined));
    await session.send('Network.enable', {});
    await session.send('Page.enable');
    const documents = { urlPattern: '*', resourceType: 'Document' as const };
    await session.send('Fetch.enable', { patterns: this.interceptsAllHttps ? [documents, { urlPattern: 'https://*' }] : [documents] });
  }

  private active(change: (load: Load) => void): void {
    if (this.load === null) return;
    this.load.lastActivity = performance.now();
    change(this.load);
  }

  private async intercept(event: PausedRequest): Promise<void> {
    const { requestId } = event;
    const { load } = this;
    const answer = load === null ? null : await this.answerTo(event, load);
    if (answer === 'continue') await this.session.send('Fetch.continueRequest', { requestId });
    else if (answer === null) await this.session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    else {
      await this.session.send('Fetch.fulfillRequest', {
        requestId, responseCode: answer.status, responseHeaders: [...answer.headers], body: answer.body.toString('base64'),
      });
    }
  }

  private async answerTo(event: PausedRequest, load: Load): Promise<Fulfilment | 'continue' | null> {
    const { url, method, headers } = event.request;
    if (event.resourceType === 'Document' && event.frameId === this.mainFrameId) {
      if (!load.documentGiven) {
        load.documentGiven = true;
        return load.request.document;
      }
      if (method !== 'GET') return null;
      load.navigations++;
      try {
        const answer = await load.request.navigate(url);
        if (answer !== null) load.loadedAt = null;
        return answer;
      } finally {
        load.navigations--;
        load.lastActivity = performance.now();
      }
    }
    const { subresource } = load.request;
    if (subresource === undefined || !url.startsWith('https:')) return 'continue';
    return method === 'GET' ? subresource(url, headers) : null;
  }

  private async settle(load: Load): Promise<void> {
    for (;;) {
      if (load.crashed) throw new FetchFault('render-failed', 'the page crashed');
      const now = performance.now();
      if (load.requests > MAX_REQUESTS || load.bytes > MAX_BYTES) {
        await this.session.send('Page.stopLoading');
        return;
      }
      if (load.loadedAt !== null && load.navigations === 0) {
        if (load.inFlight.size === 0 && now - Math.max(load.lastActivity, load.loadedAt) >= QUIET_MS) return;
        if (now - load.loadedAt >= LONGEST_UNREST_MS) return;
      }
      if (load.documentGiven && load.navigations === 0 && load.inFlight.size === 0 && now - load.lastActivity >= LONGEST_UNREST_MS) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** The document as it stands, read in a world of its own, where the page's scripts have replaced nothing. */
  private async read(maxChars: number): Promise<TabResult> {
    const { executionContextId } = await this.session.send('Page.createIsolatedWorld', { frameId: this.mainFrameId });
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression: `(() => {
        const html = (document.doctype ? '<!DOCTYPE html>' : '') + (document.documentElement ? document.documentElement.outerHTML : '');
        return { html: html.slice(0, ${maxChars}), truncated: html.length > ${maxChars} };
      })()`,
      returnByValue: true,
      timeout: EVALUATE_TIMEOUT_MS,
    });
    const value = result.value as TabResult | undefined;
    if (exceptionDetails !== undefined || value === undefined) throw new FetchFault('render-failed', 'the rendered page could not be read');
    return value;
  }
}

interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: { readonly url: string; readonly method: string; readonly headers: Readonly<Record<string, string>> };
}

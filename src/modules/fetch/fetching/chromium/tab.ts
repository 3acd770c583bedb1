import { randomUUID } from 'node:crypto';
import { FetchFault } from '../fetch-fault.js';
import type { BrowserPage } from './browser-pages.js';
import { GREETING_URL, type GuardProxy, type ProxyWay } from './guard-proxy.js';
import { calmAnswer } from './page-calm.js';
import { PageLoad } from './page-load.js';
import { PageReading, UNSEEN } from './page-reading.js';
import type { Fulfilment, TabRequest, TabResult } from './tab-request.js';
import { isTracker } from './trackers.js';

/** Share of a page's time for becoming ready; the rest is for reading it. */
const SHARE_FOR_WAITING = 0.8;

const EMPTY_URL = 'about:blank';

/** Kinds of storage of a page besides cookies; there are no service workers. */
const STORAGES = 'local_storage,indexeddb,cache_storage,file_systems';

/** The page's view of the display's features: the same on each machine. */
const MEDIA_FEATURES = [
  { name: 'prefers-color-scheme', value: 'light' },
  { name: 'prefers-reduced-motion', value: 'no-preference' },
  { name: 'forced-colors', value: 'none' },
];

/**
 * Runs before the page's scripts: disables dialogs, which only a human could answer, and floods of the browser
 * connection.
 */
const QUIETEN = `(() => {
  const nothing = () => undefined;
  for (const name of Object.getOwnPropertyNames(console)) if (typeof console[name] === 'function') console[name] = nothing;
  window.alert = window.print = nothing;
  window.confirm = () => false;
  if (window.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => undefined;
  window.prompt = window.open = () => null;
})()`;

/**
 * Runs before the scripts of a tab's first document: removes state that belongs to the tab instead of a host, left by
 * the previous page while it unloaded. A document reached by a script of the same host keeps it.
 */
const FORGET = `(() => {
  if (window !== top || window.navigation?.activation?.from) return;
  window.name = '';
  try { sessionStorage.clear() } catch { /* a page without storage */ }
})()`;

/** Skips the empty page between two pages, which has no scripts. */
const onPages = (script: string): string => `if (window !== top || location.href !== '${EMPTY_URL}') {${script}}`;

/** The way of a tab's requests. */
interface TabNetwork {
  readonly proxy: GuardProxy;
  /** Whether `TabRequest.subresource` handles every https request. */
  readonly interceptsAllHttps: boolean;
  readonly through: ProxyWay['through'];
}

/** One reused page of the browser in its own context. Loads one document at a time. */
export class Tab {
  uses = 0;
  private load: PageLoad | null = null;
  /** Origins of the page read last: its first and its final document. */
  private origins: ReadonlySet<string> = new Set();
  private request: TabRequest | null = null;
  private introduced: string | null = null;
  /** Event by which its pages report that they are calm; pages do not know its name. */
  private readonly channel = randomUUID();

  private constructor(
    /** Host of its pages: no other host's pages see their leftovers. */
    readonly host: string,
    private readonly page: BrowserPage,
    private readonly mainFrameId: string,
    private readonly network: TabNetwork,
  ) {}

  /** @param page goes through the proxy of `network`, and is closed with the tab */
  static async open(host: string, page: BrowserPage, network: TabNetwork): Promise<Tab> {
    const { frameTree } = await page.session.send('Page.getFrameTree');
    const tab = new Tab(host, page, frameTree.frame.id, network);
    tab.followLoads();
    tab.answerPrompts();
    await tab.configure();
    return tab;
  }

  get interceptsAllHttps(): boolean {
    return this.network.interceptsAllHttps;
  }

  /**
   * @param timeoutMs limit for the whole rendering; the caller must abort it then
   * @throws FetchFault `render-killed` if the page crashes; `render-failed` if it cannot be read
   */
  async render(request: TabRequest, timeoutMs: number): Promise<TabResult> {
    this.uses++;
    const load = new PageLoad(performance.now() + timeoutMs * SHARE_FOR_WAITING);
    const dialer = request.proxy === undefined ? {} : { dialer: this.network.through(request.proxy) };
    this.network.proxy.begin({ host: this.host, blockTrackers: request.rendering.blockTrackers, ...dialer });
    this.load = load;
    this.request = request;
    try {
      return await Promise.race([load.lost, this.visit(load, request)]);
    } finally {
      this.load = null;
      this.request = null;
    }
  }

  private async visit(load: PageLoad, request: TabRequest): Promise<TabResult> {
    const reading = new PageReading(this.page.session, this.mainFrameId, load, this.channel);
    const { rendering } = request;
    await this.introduce(request);
    await this.page.session.send('Emulation.setDocumentCookieDisabled', { disabled: request.cookies === null });
    await this.page.addCookies(request.cookies ?? []);
    const { errorText } = await this.page.session.send('Page.navigate', { url: request.url });
    if (errorText !== undefined && !load.documentGiven) throw new FetchFault('render-failed', errorText);
    await reading.ready(rendering.wait);
    load.mayNavigate = false;
    if (rendering.scroll > 0) await reading.scroll(rendering.scroll);
    if (rendering.loadMore !== undefined) await reading.loadMore(rendering.loadMore);
    const { result, origin } = await reading.read(request.maxChars);
    this.origins = new Set([new URL(request.url).origin, origin]);
    const screenshot = rendering.screenshots ? await reading.screenshot() : null;
    return screenshot === null ? result : { ...result, screenshot };
  }

  /**
   * Leaves the page, so that its scripts stop, and clears its storage. Does not return while they run. Loads are
   * blocked until the next page, because a late response could set a cookie.
   */
  async clear(): Promise<void> {
    this.network.proxy.rest();
    await this.page.session.send('Page.navigate', { url: EMPTY_URL });
    // The page's unload scripts may still be running in the process of the host's next page.
    await this.page.session.send('Runtime.evaluate', { expression: '0' });
    await Promise.all([
      this.page.clearCookies(),
      ...[...this.origins].map((origin) =>
        this.page.session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGES }),
      ),
    ]);
  }

  async close(): Promise<void> {
    await Promise.all([this.page.close(), this.network.proxy.close()]);
  }

  /** For a tab whose browser has ended. */
  closeProxy(): Promise<void> {
    return this.network.proxy.close();
  }

  /** Sets the client's identity for the following requests: most sessions have one name. */
  private async introduce({ userAgent, acceptLanguage = '' }: TabRequest): Promise<void> {
    const introduced = `${userAgent}\n${acceptLanguage}`;
    if (this.introduced === introduced) return;
    await this.page.session.send('Emulation.setUserAgentOverride', {
      userAgent,
      ...(acceptLanguage === '' ? {} : { acceptLanguage }),
    });
    this.introduced = introduced;
  }

  /** Reports what the browser does with the page to the current load. */
  private followLoads(): void {
    const { page } = this;
    const { session } = page;
    page.whenGone(() => this.load?.lose(new FetchFault('render-failed', 'the page has gone')));
    // It exceeded its memory, or its process was killed for that.
    session.on('Inspector.targetCrashed', () =>
      this.load?.lose(new FetchFault('render-killed', 'the page has crashed')),
    );
    session.on('Network.requestWillBeSent', ({ requestId, type }) => this.load?.asks(requestId, type));
    session.on('Network.dataReceived', ({ dataLength }) =>
      this.active((load) => {
        load.bytes += dataLength;
      }),
    );
    session.on('Network.loadingFinished', ({ requestId }) => this.load?.gets(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.load?.gets(requestId));
    // The page is about to navigate.
    session.on('Page.frameRequestedNavigation', ({ frameId }) => {
      if (this.load !== null && frameId === this.mainFrameId) this.load.isRestless = true;
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (this.load !== null && frame.id === this.mainFrameId) this.load.documents++;
    });
    session.on('Page.domContentEventFired', () =>
      this.active((load) => {
        if (load.documentGiven) load.domReadyAt ??= performance.now();
        load.wake();
      }),
    );
    const loaded = (load: PageLoad): void => {
      if (!load.documentGiven) return;
      load.loadedAt ??= performance.now();
      load.domReadyAt ??= performance.now();
      load.wake();
    };
    session.on('Page.loadEventFired', () => this.active(loaded));
    // A refused navigation ends the loading of its page without a load event.
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId === this.mainFrameId) this.active(loaded);
    });
  }

  /** Answers the browser's questions: dialogs, intercepted requests, the proxy's password. */
  private answerPrompts(): void {
    const { session } = this.page;
    session.on(
      'Page.javascriptDialogOpening',
      ({ type }) =>
        void session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined),
    );
    session.on('Fetch.requestPaused', (event) => void this.intercept(event).catch(() => undefined));
    session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
      const { username, password } = this.network.proxy;
      const authChallengeResponse =
        authChallenge.source === 'Proxy'
          ? { response: 'ProvideCredentials' as const, username, password }
          : { response: 'CancelAuth' as const };
      void session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
    });
  }

  private async configure(): Promise<void> {
    const { session } = this.page;
    await Promise.all([
      session.send('Inspector.enable'),
      // Bodies are never requested, so the browser need not keep them.
      session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      session.send('Page.enable'),
      session.send('Emulation.setDeviceMetricsOverride', UNSEEN),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Emulation.setEmulatedMedia', { media: '', features: MEDIA_FEATURES }),
      session.send('Network.setBypassServiceWorker', { bypass: true }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: onPages(`${FORGET};${calmAnswer(this.channel)};${QUIETEN}`),
      }),
      session.send('Page.setPrerenderingAllowed', { isAllowed: false }),
    ]);
    const documents = { urlPattern: '*', resourceType: 'Document' as const };
    await session.send('Fetch.enable', {
      handleAuthRequests: true,
      patterns: this.network.interceptsAllHttps ? [documents, { urlPattern: 'https://*' }] : [documents],
    });
    // Sends the password to the proxy once; afterwards the browser sends it unasked, also for WebSockets, which the
    // proxy cannot ask for it.
    await session.send('Page.navigate', { url: GREETING_URL });
  }

  private active(change: (load: PageLoad) => void): void {
    if (this.load === null) return;
    this.load.note();
    change(this.load);
  }

  private async intercept(event: PausedRequest): Promise<void> {
    const { requestId } = event;
    const { load, request } = this;
    const answer =
      load === null || request === null
        ? event.request.url === GREETING_URL
          ? 'continue'
          : null
        : await this.answerTo(event, load, request);
    if (answer === 'continue') await this.page.session.send('Fetch.continueRequest', { requestId });
    else if (answer === null) await this.page.session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    else {
      await this.page.session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: answer.status,
        responseHeaders: [...answer.headers],
        body: answer.body.toString('base64'),
      });
    }
  }

  private async answerTo(
    event: PausedRequest,
    load: PageLoad,
    { document, navigate, subresource, rendering, cookies }: TabRequest,
  ): Promise<Fulfilment | 'continue' | null> {
    const { url, method, headers } = event.request;
    if (event.resourceType === 'Document') {
      // Frames are not read, so they are not loaded.
      if (event.frameId !== this.mainFrameId) return null;
      if (!load.documentGiven) {
        load.documentGiven = true;
        return document;
      }
      if (method !== 'GET' || !load.mayNavigate) return null;
      load.navigations++;
      try {
        const answer = await navigate(url, cookies === null ? [] : await this.page.cookies());
        if (answer === null) return null;
        await this.page.addCookies(answer.cookies ?? []);
        load.restart();
        return answer;
      } finally {
        load.navigations--;
        load.note();
      }
    }
    if (subresource === undefined || !url.startsWith('https:')) return 'continue';
    if (
      method !== 'GET' ||
      load.isOverLimit ||
      (rendering.blockTrackers && isTracker(new URL(url).hostname, this.host))
    )
      return null;
    return subresource(url, headers);
  }
}

interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

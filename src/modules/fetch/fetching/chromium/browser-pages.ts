import { isUtf8 } from 'node:buffer';
import type { CdpConnection, CdpSession } from './cdp.js';
import type { PlainCookie } from '../visit-cookies.js';
import { VIEWPORT } from './page-reading.js';

/** A page in its own context: it shares nothing with other contexts except the program. */
export interface BrowserPage {
  readonly session: CdpSession;
  /** Called once, after anyone has closed it. */
  whenGone(then: () => void): void;
  /** The cookies of its context. */
  cookies(): Promise<PlainCookie[]>;
  addCookies(cookies: readonly PlainCookie[]): Promise<void>;
  clearCookies(): Promise<void>;
  /** Closes it with its context. */
  close(): Promise<void>;
}

/** The requested pages of one browser; all others are closed before they load. */
export class BrowserPages {
  /** Callbacks for pages being opened, by context. */
  private readonly expected = new Map<string, (sessionId: string) => void>();
  /** Callbacks for pages that have gone, by page. */
  private readonly gone = new Map<string, () => void>();

  private constructor(private readonly connection: CdpConnection) {}

  static async of(connection: CdpConnection): Promise<BrowserPages> {
    const pages = new BrowserPages(connection);
    const { browser } = connection;
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const take = targetInfo.type === 'page' ? pages.expected.get(targetInfo.browserContextId ?? '') : undefined;
      pages.expected.delete(targetInfo.browserContextId ?? '');
      if (take !== undefined) take(sessionId);
      // A window that a page has opened. It waits for the debugger, so it has loaded nothing yet.
      else browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined);
    });
    browser.on('Target.detachedFromTarget', ({ sessionId }) => {
      connection.forget(sessionId);
      pages.gone.get(sessionId)?.();
      pages.gone.delete(sessionId);
    });
    connection.whenClosed(() => {
      for (const then of pages.gone.values()) then();
    });
    await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    return pages;
  }

  /** @throws Error if the browser has ended */
  async open(proxyPort: number): Promise<BrowserPage> {
    const { connection, expected } = this;
    const { browser } = connection;
    const { browserContextId } = await browser.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      proxyServer: `http://127.0.0.1:${proxyPort}`,
      proxyBypassList: '<-loopback>',
    });
    const close = async (): Promise<void> => {
      await browser.send('Target.disposeBrowserContext', { browserContextId });
    };
    try {
      const attached = new Promise<string>((resolve) => expected.set(browserContextId, resolve));
      await Promise.all([
        browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
        browser.send('Browser.grantPermissions', { permissions: [], browserContextId }),
        browser.send('Target.createTarget', { url: 'about:blank', browserContextId, ...VIEWPORT }),
      ]);
      const sessionId = await attached;
      const session = connection.session(sessionId);
      await session.send('Runtime.runIfWaitingForDebugger');
      return {
        session,
        whenGone: (then) => void this.gone.set(sessionId, then),
        cookies: async () => {
          const { cookies } = await browser.send('Storage.getCookies', { browserContextId });
          return cookies.map(({ name, value, domain, path, secure, httpOnly, expires }) => ({
            name: bytesOf(name),
            value: bytesOf(value),
            host: domain.replace(/^\./, ''),
            hostOnly: !domain.startsWith('.'),
            path,
            secure,
            httpOnly,
            expires: expires < 0 ? null : expires * 1_000,
          }));
        },
        addCookies: async (cookies) => {
          if (cookies.length === 0) return;
          await browser.send('Storage.setCookies', { browserContextId, cookies: cookies.map(cookieParameter) });
        },
        clearCookies: async () => {
          await browser.send('Storage.clearCookies', { browserContextId });
        },
        close,
      };
    } catch (error) {
      await close().catch(() => undefined);
      throw error;
    } finally {
      expected.delete(browserContextId);
    }
  }
}

/** The browser's text of a cookie is UTF-8 in headers; elsewhere each byte of it is one character. */
const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
function textOf(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString('utf8') : bytes;
}

/** A cookie without a domain applies only to the host of its URL. */
function cookieParameter({ name, value, host, hostOnly, path, secure, httpOnly, expires }: PlainCookie): {
  readonly name: string;
  readonly value: string;
  readonly url: string;
  readonly domain?: string;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly expires?: number;
} {
  return {
    name: textOf(name),
    value: textOf(value),
    url: `${secure ? 'https' : 'http'}://${host}${path}`,
    ...(hostOnly ? {} : { domain: `.${host}` }),
    path,
    secure,
    httpOnly,
    ...(expires === null ? {} : { expires: expires / 1_000 }),
  };
}

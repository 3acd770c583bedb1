import type { RenderingConfig } from '../../../../domain/session/reading-config.js';
import { withDeadline } from '../deadline.js';
import { FetchFault } from '../fetch-fault.js';
import type { CdpSession } from './cdp.js';
import { calmQuestion, closedQuestion, leadQuestion, LONGEST_LEAD_MS } from './page-calm.js';
import type { PageLoad } from './page-load.js';
import type { TabResult } from './tab-request.js';

/** Reading the DOM takes milliseconds; a page whose scripts never pause fails. */
const EVALUATE_TIMEOUT_MS = 3_000;
/** A selector that has not matched by then probably never will: the page is read without it. */
const LONGEST_SELECTOR_WAIT_MS = 10_000;
/** Longest wait for new content after one scroll or click. */
const LONGEST_STEP_MS = 1_500;
/** Lists that load more render it within this time after the click, or never. */
const LONGEST_CHANGE_MS = 2_000;

/** Consecutive pages that only forward. */
const MAX_LEADS = 3;

/** The browser's message for an isolated world that has gone with its document. */
const NO_WORLD = 'Cannot find context';

/** Size of the page's layout; thumbnails show this part of it at a third of the size. */
export const VIEWPORT = { width: 1_200, height: 900 };
const SCREEN = {
  ...VIEWPORT,
  screenWidth: VIEWPORT.width,
  screenHeight: VIEWPORT.height,
  deviceScaleFactor: 1,
  mobile: false,
  screenOrientation: { type: 'landscapePrimary' as const, angle: 0 },
};
/**
 * Full layout with frame callbacks, but painted at a twentieth of the size: full painting would take a third of a
 * page's computing time.
 */
export const UNSEEN = { ...SCREEN, scale: 0.05 };
const THUMBNAIL_SCALE = 1 / 3;
const MAX_THUMBNAIL_BYTES = 64 * 1024;
/** The second quality applies if the first gives too large a file: a page of noise. */
const QUALITIES = [60, 25];
const SCREENSHOT_TIMEOUT_MS = 3_000;

/**
 * Waits for a page, makes it show more, and reads it in an isolated world, where the page's scripts have replaced
 * nothing.
 */
export class PageReading {
  /** Whether the page has been asked if it is calm, and has not answered yet. */
  private asking = false;
  /** `load.activities` at the time of the query for which the page answered that it is calm. */
  private calmAsOf = -1;
  /** The isolated world in the document with this number. */
  private worldOf = { document: -1, id: 0 };

  /** @param channel on which the page answers whether it is calm */
  constructor(
    private readonly session: CdpSession,
    private readonly frameId: string,
    private readonly load: PageLoad,
    private readonly channel: string,
  ) {}

  /**
   * Waits according to the settings, at most until the load's deadline. @throws FetchFault `render-killed` if the page
   * crashes
   */
  async ready(wait: RenderingConfig['wait']): Promise<void> {
    const { load } = this;
    if (wait.until === 'dom')
      return this.stopUnless(await load.until(() => load.domReadyAt !== null && load.navigations === 0));
    if (wait.until === 'time') {
      return this.stopUnless(
        await load.until(
          () => load.loadedAt !== null && load.navigations === 0 && performance.now() - load.loadedAt >= wait.ms,
        ),
      );
    }
    if (wait.until === 'selector') return this.stopUnless(await load.until(() => this.hasCome(wait.selector)));
    const idle = (): Promise<'done' | 'late' | 'over-limit'> => load.until(() => load.isIdle || this.isCalm());
    let end = await idle();
    for (let led = 0; led < MAX_LEADS && end === 'done' && (await this.leadsOn()); led++) end = await idle();
    return this.stopUnless(end);
  }

  /** If the page only forwards to another document: waits until that one begins. */
  private async leadsOn(): Promise<boolean> {
    const { load } = this;
    const { documents } = load;
    if (!(await this.evaluate<boolean>(leadQuestion(this.channel)).catch(() => false))) return false;
    const since = performance.now();
    const isLeaving = (): boolean => load.navigations > 0 || load.documents !== documents;
    await load.until(() => isLeaving() || performance.now() - since >= LONGEST_LEAD_MS);
    return isLeaving();
  }

  /** Scrolls down one screen at a time until the end. */
  async scroll(screens: number): Promise<void> {
    for (let screen = 0; screen < screens && performance.now() < this.load.deadline; screen++) {
      const before = await this.evaluate<Scrolled>(SCROLL);
      await this.load.settle(LONGEST_STEP_MS);
      const after = await this.evaluate<Scrolled>('({ top: scrollY, height: document.documentElement.scrollHeight })');
      if (after.top <= before.top && after.height <= before.height) return;
    }
  }

  /**
   * Clicks a "load more" button while it exists and the page grows. Stays on the page, whatever the button's target.
   */
  async loadMore({ selector, clicks }: NonNullable<RenderingConfig['loadMore']>): Promise<void> {
    for (let click = 0; click < clicks && performance.now() < this.load.deadline; click++) {
      const before = await this.evaluate<number>(SIZE);
      if (!(await this.evaluate<boolean>(clickOn(selector)))) return;
      const since = performance.now();
      await this.load.settle(LONGEST_STEP_MS);
      let size = before;
      await this.load.until(async () => {
        size = await this.evaluate<number>(SIZE);
        return size !== before || performance.now() - since >= LONGEST_CHANGE_MS;
      });
      if (size === before) return;
    }
  }

  /**
   * The current document and its origin. Clears the page's storage, so that the next visit finds none. @throws
   * FetchFault `render-failed`
   */
  async read(maxChars: number): Promise<{ readonly result: TabResult; readonly origin: string }> {
    const {
      html: open,
      isPage,
      origin,
      hasClosed,
    } = await this.evaluate<{
      readonly html: string;
      readonly isPage: boolean;
      readonly origin: string;
      readonly hasClosed: boolean;
    }>(`(() => {
      const html = (document.doctype ? '<!DOCTYPE html>' : '') + (document.documentElement ? (${HTML_WITH_TREES})(document.documentElement) : '');
      try { localStorage.clear(); sessionStorage.clear() } catch { /* a page without storage */ }
      return { html: html.slice(0, ${maxChars} + 1), isPage: /^https?:$/.test(location.protocol), origin: location.origin, hasClosed: ${closedQuestion(this.channel)} };
    })()`);
    if (!isPage) throw new FetchFault('render-failed', 'the page put itself out of the web');
    const html = hasClosed ? await this.withClosedTrees(maxChars).catch(() => open) : open;
    return { result: { html: html.slice(0, maxChars), truncated: html.length > maxChars }, origin };
  }

  /** The document including shadow trees that only the page's scripts reach: the DevTools protocol reads them. */
  private async withClosedTrees(maxChars: number): Promise<string> {
    const { session } = this;
    const executionContextId = await this.world();
    try {
      const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
      const trees = await Promise.all(
        closedTrees(root).map((backendNodeId) =>
          session.send('DOM.resolveNode', { backendNodeId, executionContextId }),
        ),
      );
      const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
        executionContextId,
        functionDeclaration: `function (...closed) {
          return ((document.doctype ? '<!DOCTYPE html>' : '') + (${HTML_WITH_TREES})(document.documentElement, closed)).slice(0, ${maxChars} + 1);
        }`,
        arguments: trees.map(({ object: { objectId } }) => ({ objectId })),
        returnByValue: true,
      });
      if (exceptionDetails !== undefined) throw new Error('the trees could not be read');
      return result.value as string;
    } finally {
      session.send('DOM.disable').catch(() => undefined);
    }
  }

  /**
   * A thumbnail of the top of the page; null if it cannot be drawn in time or is too large. Images are not loaded, so
   * it shows none.
   */
  async screenshot(): Promise<Uint8Array | null> {
    try {
      return await withDeadline(new AbortController().signal, SCREENSHOT_TIMEOUT_MS, 'a screenshot', async () => {
        await this.evaluate('scrollTo({ top: 0, behavior: "instant" })');
        await this.session.send('Emulation.setDeviceMetricsOverride', SCREEN);
        for (const quality of QUALITIES) {
          const { data } = await this.session.send('Page.captureScreenshot', {
            format: 'jpeg',
            quality,
            clip: { x: 0, y: 0, ...VIEWPORT, scale: THUMBNAIL_SCALE },
          });
          const picture = Buffer.from(data, 'base64');
          if (picture.length <= MAX_THUMBNAIL_BYTES) return picture;
        }
        return null;
      });
    } catch {
      // The page is still complete without its thumbnail.
      return null;
    } finally {
      this.session.send('Emulation.setDeviceMetricsOverride', UNSEEN).catch(() => undefined);
    }
  }

  /**
   * Whether the page has answered that it is calm in its current state. Sends the query if possible, without waiting
   * for the answer.
   */
  private isCalm(): boolean {
    const { load } = this;
    if (!load.mayBeCalm) return false;
    const { activities } = load;
    if (this.calmAsOf === activities) return true;
    if (this.asking) return false;
    this.asking = true;
    void this.evaluate<boolean>(calmQuestion(this.channel), true)
      .then((calm) => {
        if (calm) this.calmAsOf = activities;
        load.wake();
      })
      // A page that cannot be asked must wait for an idle network.
      .catch(() => {
        load.isRestless = true;
      })
      .finally(() => {
        this.asking = false;
      });
    return false;
  }

  private async hasCome(selector: string): Promise<boolean> {
    const { domReadyAt, navigations } = this.load;
    if (domReadyAt === null || navigations > 0) return false;
    if (performance.now() - domReadyAt >= LONGEST_SELECTOR_WAIT_MS) return true;
    // An invalid selector never matches.
    return this.evaluate<boolean>(
      `(() => { try { return document.querySelector(${JSON.stringify(selector)}) !== null } catch { return true } })()`,
    );
  }

  private async stopUnless(end: 'done' | 'late' | 'over-limit'): Promise<void> {
    if (end !== 'done') await this.session.send('Page.stopLoading');
  }

  /** @param awaits whether to wait for the promise that it evaluates to, however long that takes */
  private async evaluate<T>(expression: string, awaits = false): Promise<T> {
    try {
      return await this.evaluateIn<T>(await this.world(), expression, awaits);
    } catch (error) {
      if (!String(error).includes(NO_WORLD)) throw error;
      // Another document has replaced this one, and its event has not arrived yet.
      this.worldOf = { document: -1, id: 0 };
      return this.evaluateIn<T>(await this.world(), expression, awaits);
    }
  }

  private async evaluateIn<T>(contextId: number, expression: string, awaitPromise: boolean): Promise<T> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      contextId,
      expression,
      returnByValue: true,
      awaitPromise,
      timeout: EVALUATE_TIMEOUT_MS,
    });
    if (exceptionDetails !== undefined) throw new FetchFault('render-failed', 'the rendered page could not be read');
    return result.value as T;
  }

  /** An isolated world in the current document, created on first use. */
  private async world(): Promise<number> {
    const { documents } = this.load;
    if (this.worldOf.document === documents) return this.worldOf.id;
    const { executionContextId: id } = await this.session.send('Page.createIsolatedWorld', {
      frameId: this.frameId,
      worldName: 'gleaner',
    });
    // Else another document has replaced it meanwhile.
    if (this.load.documents === documents) this.worldOf = { document: documents, id };
    return id;
  }
}

/** A node as returned by the DevTools protocol; see `DOM.Node`. */
interface ToolNode {
  readonly backendNodeId: number;
  readonly shadowRootType?: string;
  readonly children?: readonly ToolNode[];
  readonly shadowRoots?: readonly ToolNode[];
}

/** Ids of the closed shadow trees of a document, without those of documents within it. */
function closedTrees(top: ToolNode): number[] {
  const found: number[] = [];
  const waiting: ToolNode[] = [top];
  for (let node = waiting.pop(); node !== undefined && found.length < MAX_CLOSED_TREES; node = waiting.pop()) {
    if (node.shadowRootType === 'closed') found.push(node.backendNodeId);
    for (const inner of [node.children, node.shadowRoots])
      if (inner !== undefined) for (const one of inner) waiting.push(one);
  }
  return found;
}

interface Scrolled {
  readonly top: number;
  readonly height: number;
}

const SCROLL = `(() => {
  const before = { top: scrollY, height: document.documentElement.scrollHeight };
  scrollBy({ top: innerHeight, behavior: 'instant' });
  return before;
})()`;
/** Further shadow trees are omitted. */
const MAX_TREES = 20_000;
/** Closed shadow trees: each needs its own request. */
const MAX_CLOSED_TREES = 500;
/** The document with its open shadow trees and the given ones, declared as `template`s in their hosts. */
const HTML_WITH_TREES = `(top, closed = []) => {
  const shadowRoots = [...closed];
  for (let scope = document, next = 0; scope; scope = shadowRoots[next++])
    for (const { shadowRoot } of scope.querySelectorAll('*')) if (shadowRoot && shadowRoots.length < ${MAX_TREES}) shadowRoots.push(shadowRoot);
  if (shadowRoots.length === 0) return top.outerHTML;
  const tags = top.cloneNode(false).outerHTML;
  const inside = tags.length - '</html>'.length;
  return tags.slice(0, inside) + top.getHTML({ shadowRoots }) + tags.slice(inside);
}`;
/** Changes whenever elements or text are added or removed. */
const SIZE = `document.getElementsByTagName('*').length * 1e9 + (document.body ? document.body.textContent.length : 0)`;
const clickOn = (selector: string): string => `(() => {
  let button = null;
  try { button = document.querySelector(${JSON.stringify(selector)}) } catch { return false }
  if (button === null || button.disabled || button.getClientRects().length === 0) return false;
  button.click();
  return true;
})()`;

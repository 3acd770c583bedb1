import type { RenderingConfig } from '../../../domain/session/reading-config.js';
import { withDeadline } from '../deadline.js';
import { FetchFault } from '../fetch-fault.js';
import type { CdpSession } from './cdp.js';
import { calmQuestion, closedQuestion, leadQuestion, LONGEST_LEAD_MS } from './page-calm.js';
import type { PageLoad } from './page-load.js';
import type { TabResult } from './tab-request.js';

/** Reading the DOM takes milliseconds; a page whose scripts never pause is given up. */
const EVALUATE_TIMEOUT_MS = 3_000;
/** A selector that has not come by then will not: the page is read without it. */
const LONGEST_SELECTOR_WAIT_MS = 10_000;
/** What one screen or one click brings is waited for this long. */
const LONGEST_STEP_MS = 1_500;
/** Lists that load more draw it within this time of the click, or never. */
const LONGEST_CHANGE_MS = 2_000;

/** Pages that only lead on, one after the other. */
const MAX_LEADS = 3;

/** What the browser says of a world that has gone with its document. */
const NO_WORLD = 'Cannot find context';

/** The page is laid out so wide and high; thumbnails show this much of it, a third as large. */
export const VIEWPORT = { width: 1_200, height: 900 };
const SCREEN = {
  ...VIEWPORT,
  screenWidth: VIEWPORT.width,
  screenHeight: VIEWPORT.height,
  deviceScaleFactor: 1,
  mobile: false,
  screenOrientation: { type: 'landscapePrimary' as const, angle: 0 },
};
/** Laid out as ever, and told of each frame, but drawn a twentieth as large where nobody looks: drawing would be a third of a page's computing. */
export const UNSEEN = { ...SCREEN, scale: 0.05 };
const THUMBNAIL_SCALE = 1 / 3;
const MAX_THUMBNAIL_BYTES = 64 * 1024;
/** The second where the first makes too large a file: a page of noise. */
const QUALITIES = [60, 25];
const SCREENSHOT_TIMEOUT_MS = 3_000;

/** Waits for a page, makes it show more, and reads it: in a world of scripts of its own, where the page's scripts have replaced nothing. */
export class PageReading {
  /** The page was asked whether it is calm, and has not answered yet. */
  private asking = false;
  /** `load.activities` when the page was asked that said it is calm. */
  private calmAsOf = -1;
  /** The world of scripts in the document that has this number. */
  private worldOf = { document: -1, id: 0 };

  /** @param channel by which a page says that it is calm */
  constructor(
    private readonly session: CdpSession,
    private readonly frameId: string,
    private readonly load: PageLoad,
    private readonly channel: string,
  ) {}

  /** Waits as the settings say, never past the load's deadline. @throws FetchFault `render-killed` when the page crashes */
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

  /** Where the page only waits to lead on to another document: waits for that one to begin. */
  private async leadsOn(): Promise<boolean> {
    const { load } = this;
    const { documents } = load;
    if (!(await this.evaluate<boolean>(leadQuestion(this.channel)).catch(() => false))) return false;
    const since = performance.now();
    const isLeaving = (): boolean => load.navigations > 0 || load.documents !== documents;
    await load.until(() => isLeaving() || performance.now() - since >= LONGEST_LEAD_MS);
    return isLeaving();
  }

  /** Scrolls down a screen at a time until there is no more to see. */
  async scroll(screens: number): Promise<void> {
    for (let screen = 0; screen < screens && performance.now() < this.load.deadline; screen++) {
      const before = await this.evaluate<Scrolled>(SCROLL);
      await this.load.settle(LONGEST_STEP_MS);
      const after = await this.evaluate<Scrolled>('({ top: scrollY, height: document.documentElement.scrollHeight })');
      if (after.top <= before.top && after.height <= before.height) return;
    }
  }

  /** Clicks a "load more" button as long as it is there and the page grows. The page is not left, wherever the button leads. */
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

  /** The document as it stands, and its origin. What it has stored for its next visitor is taken from it. @throws FetchFault `render-failed` */
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

  /** The document with the shadow trees as well that only the scripts of the page reach: the browser's own tools do. */
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

  /** A small picture of the top of the page; null when it cannot be drawn in time or is too large. Images are not loaded, so it shows none. */
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
      // The page is what was asked for; its picture may be missing.
      return null;
    } finally {
      this.session.send('Emulation.setDeviceMetricsOverride', UNSEEN).catch(() => undefined);
    }
  }

  /** Whether the page has said so, of the state it is in. Asks it where it may be, and does not wait for the answer. */
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
      // A page that cannot be asked must fall quiet.
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
    // A selector that is none never comes.
    return this.evaluate<boolean>(
      `(() => { try { return document.querySelector(${JSON.stringify(selector)}) !== null } catch { return true } })()`,
    );
  }

  private async stopUnless(end: 'done' | 'late' | 'over-limit'): Promise<void> {
    if (end !== 'done') await this.session.send('Page.stopLoading');
  }

  /** @param awaits the promise that it evaluates to, however long that takes */
  private async evaluate<T>(expression: string, awaits = false): Promise<T> {
    try {
      return await this.evaluateIn<T>(await this.world(), expression, awaits);
    } catch (error) {
      if (!String(error).includes(NO_WORLD)) throw error;
      // Another document has come that was not heard of yet.
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

  /** A world of its own in the document at hand, made at first use. */
  private async world(): Promise<number> {
    const { documents } = this.load;
    if (this.worldOf.document === documents) return this.worldOf.id;
    const { executionContextId: id } = await this.session.send('Page.createIsolatedWorld', {
      frameId: this.frameId,
      worldName: 'gleaner',
    });
    // Else another document has come while it was made.
    if (this.load.documents === documents) this.worldOf = { document: documents, id };
    return id;
  }
}

/** A node as the browser's tools tell it; see `DOM.Node`. */
interface ToolNode {
  readonly backendNodeId: number;
  readonly shadowRootType?: string;
  readonly children?: readonly ToolNode[];
  readonly shadowRoots?: readonly ToolNode[];
}

/** Numbers of the closed shadow trees of a document, without those of documents within it. */
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
/** More shadow trees than this are read as if they were not there. */
const MAX_TREES = 20_000;
/** Closed ones: each is asked for by itself. */
const MAX_CLOSED_TREES = 500;
/** The document with its open shadow trees, and those that are given, declared as `template`s in their hosts. */
const HTML_WITH_TREES = `(top, closed = []) => {
  const shadowRoots = [...closed];
  for (let scope = document, next = 0; scope; scope = shadowRoots[next++])
    for (const { shadowRoot } of scope.querySelectorAll('*')) if (shadowRoot && shadowRoots.length < ${MAX_TREES}) shadowRoots.push(shadowRoot);
  if (shadowRoots.length === 0) return top.outerHTML;
  const tags = top.cloneNode(false).outerHTML;
  const inside = tags.length - '</html>'.length;
  return tags.slice(0, inside) + top.getHTML({ shadowRoots }) + tags.slice(inside);
}`;
/** Changes whenever something is added or taken away. */
const SIZE = `document.getElementsByTagName('*').length * 1e9 + (document.body ? document.body.textContent.length : 0)`;
const clickOn = (selector: string): string => `(() => {
  let button = null;
  try { button = document.querySelector(${JSON.stringify(selector)}) } catch { return false }
  if (button === null || button.disabled || button.getClientRects().length === 0) return false;
  button.click();
  return true;
})()`;

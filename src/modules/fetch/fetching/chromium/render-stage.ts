import { isOurs } from '../../../../domain/fetching/index.js';
import { measurePage, renderGain, renderSignalOf } from '../../../../domain/page/index.js';
import type { FetchedPage, FetchSettings } from '../../../../engine/ports.js';
import { shownUrl, traced, type Warn } from '../../../../platform/telemetry/index.js';
import type { FetchWatch } from '../options.js';
import { NoBrowser } from './page-renderer.js';
import { renderPage, type RenderMeans } from './rendered-fetch.js';
import type { Journey } from '../document-source.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import type { RawDocument } from '../outcome.js';
import type { RenderChoice, RenderKnowledge } from './render-knowledge.js';

/** If no browser was found, `auto` looks for one again after this time. */
const NO_BROWSER_PAUSE_MS = 300_000;

/** A fetched HTML page that may be rendered. */
interface FetchedDocument {
  readonly page: FetchedPage;
  readonly raw: RawDocument;
  /** Advances if a script navigates to another page. */
  readonly journey: Journey;
  readonly settings: FetchSettings;
  /** Called before it goes to a browser. */
  readonly toBrowser?: () => void;
}

/**
 * Renders pages according to their session's settings. `always`: every page; one that cannot be rendered fails. `auto`:
 * pages that gain content by it, as `RenderKnowledge` decides and learns; one that cannot be rendered stays as sent.
 * `renderReason` says what happened.
 */
export class RenderStage {
  private browserMissingUntil = 0;
  private warned = false;

  /** @param means null in a fetcher without browser */
  constructor(
    private readonly means: RenderMeans | null,
    private readonly knowledge: RenderKnowledge,
    private readonly warn: Warn,
    private readonly watch?: FetchWatch,
  ) {}

  /** @throws FetchFault with `always`; with `auto` only `aborted` */
  async apply(document: FetchedDocument, signal: AbortSignal): Promise<FetchedPage> {
    const { page, journey, settings } = document;
    if (settings.render === 'never') return page;
    if (settings.render === 'auto') return this.decide(document, signal);
    if (this.means === null) throw new FetchFault('render-failed', 'this fetcher was set up without a browser');
    return { ...(await this.render(document, journey, this.means, signal)), renderReason: 'always' };
  }

  close(): Promise<void> {
    return this.knowledge.close();
  }

  private async decide(document: FetchedDocument, signal: AbortSignal): Promise<FetchedPage> {
    const { page } = document;
    const choice = await this.knowledge.choose(page.finalUrl, renderSignalOf(page.html));
    if (!choice.render) return { ...page, renderReason: choice.reason };
    if (this.means === null || performance.now() < this.browserMissingUntil)
      return this.withoutBrowser(page, 'it was set up without one');
    try {
      return await this.tryBoth(document, choice, this.means, signal);
    } catch (error) {
      if (error instanceof NoBrowser) {
        this.browserMissingUntil = performance.now() + NO_BROWSER_PAUSE_MS;
        return this.withoutBrowser(page, error.message);
      }
      const fault = faultOf(error);
      if (fault === null || isOurs(fault.kind)) throw error;
      this.knowledge.learn(choice, false);
      return { ...page, renderReason: 'auto: failed' };
    }
  }

  private async tryBoth(
    document: FetchedDocument,
    choice: RenderChoice,
    means: RenderMeans,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const { page, journey } = document;
    const onwards = journey.fork();
    const rendered = await this.render(document, onwards, means, signal);
    // Only a browser can reach a page that a script navigates to.
    const gain =
      rendered.finalUrl === page.finalUrl ? renderGain(measurePage(page.html), measurePage(rendered.html)) : 'gain';
    this.knowledge.learn(choice, gain === 'gain');
    const isKept = gain === 'gain' || (gain === 'none' && choice.reason === 'auto: learnt');
    if (isKept) {
      journey.adopt(onwards);
      return { ...rendered, renderReason: choice.reason };
    }
    return {
      ...page,
      renderReason: 'auto: no gain',
      ...(rendered.screenshot === undefined ? {} : { screenshot: rendered.screenshot }),
    };
  }

  private async render(
    { page, raw, settings, toBrowser }: FetchedDocument,
    journey: Journey,
    means: RenderMeans,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const from = performance.now();
    let ok = false;
    toBrowser?.();
    try {
      const attributes = () => ({ 'url.full': shownUrl(page.finalUrl) });
      const rendered = await traced('render', attributes, () =>
        renderPage({ page, raw, journey, settings, signal, means }),
      );
      ok = true;
      return rendered;
    } finally {
      this.watch?.rendered(ok, (performance.now() - from) / 1_000);
    }
  }

  private withoutBrowser(page: FetchedPage, reason: string): FetchedPage {
    if (!this.warned)
      this.warn(
        { reason },
        'PAGES THAT NEED A BROWSER ARE READ WITHOUT ONE and lack content that scripts load: install Chromium, or set its path',
      );
    this.warned = true;
    return { ...page, renderReason: 'auto: no browser' };
  }
}

import type { RenderReason } from '../page/index.js';

/** What is known of every fetch, however it ended. */
export interface FetchFacts {
  /** Where the last redirect led; the requested URL when there was none. */
  readonly finalUrl: string;
  /** URLs passed through on the way, the requested one first; empty without redirects. */
  readonly redirects: readonly string[];
  readonly httpStatus: number | null;
  /** Epoch ms of the moment the outcome was known. */
  readonly fetchedAt: number;
  readonly durationMs: number;
  /** Decoded body bytes read. */
  readonly bytes: number;
}

/** What the log keeps of an answer besides its content. */
export interface LoggedPageFacts {
  readonly contentType: string | null;
  readonly charset: string | null;
  /** A limit cut something off. */
  readonly truncated: boolean;
  readonly rendered: boolean;
  /** Why it was rendered, or why not where `auto` decided. */
  readonly renderReason: RenderReason | null;
}

/** What the server said of a copy: sent back as If-None-Match and If-Modified-Since (RFC 9110 section 13). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** All that is known of an answer besides its content, declared once: from the fetcher to the log it is carried on as it is. */
export interface PageFacts extends LoggedPageFacts, Validators {
  /** Sitemaps that robots.txt of the page's host names, where the settings ask for them (`/sitemap.xml` of the host when it names none), or that an index names. */
  readonly sitemaps: readonly string[];
  /** JPEG thumbnail of the rendered page, where the settings ask for it. */
  readonly screenshot: Uint8Array | null;
}

/** Facts of an answer that tells none. */
export const NO_LOGGED_FACTS: LoggedPageFacts = {
  contentType: null,
  charset: null,
  truncated: false,
  rendered: false,
  renderReason: null,
};
const NO_FACTS: PageFacts = { ...NO_LOGGED_FACTS, etag: null, lastModified: null, sitemaps: [], screenshot: null };

/** Facts as an answer tells them: what it does not tell is left out. */
export type Told<F> = { readonly [K in keyof F]?: NonNullable<F[K]> };
/** Facts that an answer always tells. */
export type Known<F> = { readonly [K in keyof F]: NonNullable<F[K]> };

/** The facts that an outcome tells, with what holds of those it does not tell. Written out: it is done for each page, and a loop takes many times as long. */
export function pageFactsOf(told: FetchFacts & Told<PageFacts>): PageFacts {
  return {
    contentType: told.contentType ?? NO_FACTS.contentType,
    charset: told.charset ?? NO_FACTS.charset,
    truncated: told.truncated ?? NO_FACTS.truncated,
    rendered: told.rendered ?? NO_FACTS.rendered,
    renderReason: told.renderReason ?? NO_FACTS.renderReason,
    etag: told.etag ?? NO_FACTS.etag,
    lastModified: told.lastModified ?? NO_FACTS.lastModified,
    sitemaps: told.sitemaps ?? NO_FACTS.sitemaps,
    screenshot: told.screenshot ?? NO_FACTS.screenshot,
  };
}

import type { RenderReason } from '../page/index.js';

/** Facts about every fetch, whatever its outcome. */
export interface FetchFacts {
  /** The target of the last redirect; without redirects, the requested URL. */
  readonly finalUrl: string;
  /** URLs of the redirects, beginning with the requested one; empty without redirects. */
  readonly redirects: readonly string[];
  readonly httpStatus: number | null;
  /** Epoch ms at which the outcome was known. */
  readonly fetchedAt: number;
  readonly durationMs: number;
  /** Decoded body bytes read. */
  readonly bytes: number;
}

/** The logged facts of a response, without its content. */
export interface LoggedPageFacts {
  readonly contentType: string | null;
  readonly charset: string | null;
  /** Whether a limit cut the content. */
  readonly truncated: boolean;
  readonly rendered: boolean;
  /** Why it was rendered, or why not if `auto` decided, or the sign that it lacks content without. */
  readonly renderReason: RenderReason | null;
}

/** The server's validators of a copy: sent back as If-None-Match and If-Modified-Since (RFC 9110 section 13). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * All facts of a response besides its content, declared once: they are passed unchanged from the fetcher to the log.
 */
export interface PageFacts extends LoggedPageFacts, Validators {
  /**
   * Sitemaps named by an index, or by the robots.txt of the page's host if the settings ask for them (the host's
   * `/sitemap.xml` if it names none).
   */
  readonly sitemaps: readonly string[];
  /** JPEG thumbnail of the rendered page, if the settings ask for it. */
  readonly screenshot: Uint8Array | null;
}

/** Facts of a response; unknown ones are omitted. */
export type IfKnown<F> = { readonly [K in keyof F]?: NonNullable<F[K]> };
/** Facts that are always known. */
export type Known<F> = { readonly [K in keyof F]: NonNullable<F[K]> };

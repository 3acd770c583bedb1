/**
 * The place of a link on its page. Default: `main`; `sitemap` for entries of sitemaps and feeds, `search` for search
 * hits.
 */
export const LINK_PLACES = ['main', 'navigation', 'header', 'footer', 'aside', 'sitemap', 'search'] as const;
export type LinkPlace = (typeof LINK_PLACES)[number];

/**
 * One outgoing link of a page. The URL is canonical and absolute. Texts are plain, with folded white space, cut at
 * stated lengths.
 */
export interface PageLink {
  readonly url: string;
  /** Anchor text, or the alternative text of an image inside the anchor. */
  readonly anchor: string;
  /** Words just before and just after the anchor, in reading order. */
  readonly before: string;
  readonly after: string;
  /** The nearest heading above the link, '' if there is none. */
  readonly heading: string;
  readonly place: LinkPlace;
  /** Its position as tag names with ids and classes from the root, `TagPath`; '' if unknown. */
  readonly tagPath: string;
  readonly nofollow: boolean;
  /** Position among the page's links, document order, from 0. */
  readonly position: number;
}

/** A link of which only the URL is known: a seed, an entry of a sitemap. */
export const bareLink = (url: string, position: number, place: LinkPlace = 'main', anchor = ''): PageLink => ({
  url,
  anchor,
  before: '',
  after: '',
  heading: '',
  place,
  tagPath: '',
  nofollow: false,
  position,
});

/** The result of one streaming pass over a page's HTML: the input of policies and relevance models. */
export interface ParsedPage {
  readonly title: string;
  readonly description: string;
  readonly headings: readonly string[];
  /** When it was published, by its own account: epoch ms, null if it does not say. */
  readonly published: number | null;
  /** Declared language, or that of the top-level domain, lower case, '' if none: `languageIn`. */
  readonly language: string;
  /** The canonical URL that the page declares, '' if none. */
  readonly canonical: string;
  /** All visible text with folded white space, at most `ParseLimits.maxTextChars`. */
  readonly text: string;
  /** Text without navigation, header, footer and link-dense blocks; the same in training and crawling. */
  readonly mainText: string;
  readonly links: readonly PageLink[];
  /**
   * Content of `meta name=robots`, and of metas for one agent as `agent: content`, joined by ', ': in the form of
   * X-Robots-Tag.
   */
  readonly robots: string;
  /** Canonical URLs of the first 10 RSS, Atom and JSON feeds that the page declares. */
  readonly feeds: readonly string[];
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** Whether a limit cut something: the text, the links, the nesting. */
  readonly truncated: boolean;
}

/** Facts from a response about its page that are not in the HTML. */
export interface PageHeaders {
  /** The Refresh header. */
  readonly refresh?: string;
  /** The Link header: its canonical URL, next page and feeds count like those of `link` elements. */
  readonly link?: string;
  /** The Content-Language header: it describes the audience, so the page's own declaration takes precedence. */
  readonly contentLanguage?: string;
  /** Its encoding, which queries of its links use. */
  readonly charset?: string;
}

/** Limits of one parse. Pages of the open web reach each of them. */
export interface ParseLimits {
  readonly maxTextChars: number;
  readonly maxLinks: number;
  readonly maxAnchorChars: number;
  readonly maxContextChars: number;
  readonly maxHeadings: number;
}

export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  maxTextChars: 100_000,
  maxLinks: 2_000,
  maxAnchorChars: 200,
  maxContextChars: 120,
  maxHeadings: 50,
};

/** Where on a page a link stands. `main` when nothing says otherwise; `sitemap` for what stands in a sitemap or feed, `search` for a hit of a search. */
export const LINK_PLACES = ['main', 'navigation', 'header', 'footer', 'aside', 'sitemap', 'search'] as const;
export type LinkPlace = (typeof LINK_PLACES)[number];

/** One outgoing link as its page shows it. The URL is canonical and absolute. Texts are plain, white space folded, cut at stated lengths. */
export interface PageLink {
  readonly url: string;
  /** Anchor text, or the alternative text of an image inside the anchor. */
  readonly anchor: string;
  /** Words just before and just after the anchor, in reading order. */
  readonly before: string;
  readonly after: string;
  /** The nearest heading above the link, '' when there is none. */
  readonly heading: string;
  readonly place: LinkPlace;
  /** Where on the page it stands as tag names with ids and classes from the root, `TagPath`; '' when that is not known. */
  readonly tagPath: string;
  readonly nofollow: boolean;
  /** Position among the page's links, document order, from 0. */
  readonly position: number;
}

/** A link of which nothing but its address is known: a seed, an entry of a sitemap. */
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

/** What one streaming pass over a page's HTML yields: everything that policies and relevance models may look at. */
export interface ParsedPage {
  readonly title: string;
  readonly description: string;
  readonly headings: readonly string[];
  /** Declared language (`lang`, `content-language`, the header), lower case, '' when none. */
  readonly language: string;
  /** The canonical URL the page declares, '' when none. */
  readonly canonical: string;
  /** All visible text, white space folded, at most `ParseLimits.maxTextChars`. */
  readonly text: string;
  /** Text without navigation, header, footer and link-dense blocks; the same in training and crawling. */
  readonly mainText: string;
  readonly links: readonly PageLink[];
  /** Content of `meta name=robots`, and of those that name one agent as `agent: content`, joined by ', ': in the form of X-Robots-Tag. */
  readonly robots: string;
  /** Canonical URLs of the RSS and Atom feeds the page declares, the first 10. */
  readonly feeds: readonly string[];
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** True when a limit cut something off: the text, the links, the nesting. */
  readonly truncated: boolean;
}

/** What an answer says of a page that is not in its HTML. */
export interface ToldOfPage {
  /** The Refresh header. */
  readonly refresh?: string;
  /** The Content-Language header: of the audience the page is meant for, so what the page says of itself goes before it. */
  readonly contentLanguage?: string;
  /** Its encoding, in which the queries of its links are. */
  readonly charset?: string;
}

/** Bounds of one parse. Every one of them is reached by some page of the open web. */
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

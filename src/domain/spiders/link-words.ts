import type { PageLink } from '../page/parsed-page.js';
import { tokenize } from '../text/index.js';
import { urlWords } from '../url/index.js';

/** The text by which a link is valued (Rennie and McCallum, section 3). */
export const SPIDER_TEXTS = ['related', 'full-page'] as const;
export type SpiderText = (typeof SPIDER_TEXTS)[number];

/** Fields of a link, each with its own vocabulary. The first is the page's, the same for all of its links. */
export const FIELDS = {
  related: ['head', 'link', 'url', 'near'],
  'full-page': ['page', 'link'],
} as const satisfies Record<SpiderText, readonly string[]>;

/** The used parts of the page with the links. */
export interface PageWords {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

/** Most words of one page: a page of a hundred thousand characters must not outweigh all its links. */
const MAX_PAGE_WORDS = 500;
/** For a URL or the words around a link; anchors and contexts are cut when they are read. */
const MAX_LINK_WORDS = 40;

/** The words of a page's own field. */
export function pageWords(page: PageWords, text: SpiderText): string[] {
  const words = tokenize(
    text === 'related' ? `${page.title} ${page.headings.join(' ')}` : `${page.title} ${page.text}`,
  );
  return words.slice(0, MAX_PAGE_WORDS);
}

/** The words of a link's own fields, in order. */
export function linkWords(link: Pick<PageLink, 'url' | 'anchor' | 'before' | 'after'>, text: SpiderText): string[][] {
  const anchor = tokenize(link.anchor).slice(0, MAX_LINK_WORDS);
  const url = tokenize(urlWords(link.url)).slice(0, MAX_LINK_WORDS);
  if (text === 'full-page') return [[...anchor, ...url]];
  return [anchor, url, tokenize(`${link.before} ${link.after}`).slice(0, MAX_LINK_WORDS)];
}

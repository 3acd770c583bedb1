import type { PageLink } from '../page/parsed-page.js';
import { tokenize } from '../text/index.js';
import { urlWords } from '../url/index.js';

/** Which text a link is valued by (Rennie and McCallum, section 3). */
export const SPIDER_TEXTS = ['related', 'full-page'] as const;
export type SpiderText = (typeof SPIDER_TEXTS)[number];

/** Fields of a link, each with a vocabulary of its own. The first is of the page, the same for all of its links. */
export const FIELDS = {
  related: ['head', 'link', 'url', 'near'],
  'full-page': ['page', 'link'],
} as const satisfies Record<SpiderText, readonly string[]>;

/** What is read of the page on which links stand. */
export interface PageWords {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

/** Words of one page that count: a page of a hundred thousand characters is not to outweigh all its links. */
const MAX_PAGE_WORDS = 500;
/** Of a URL or the words around a link; anchors and contexts are cut when they are read. */
const MAX_LINK_WORDS = 40;

/** The words of a page's own field. */
export function pageWords(page: PageWords, text: SpiderText): string[] {
  const words = tokenize(
    text === 'related' ? `${page.title} ${page.headings.join(' ')}` : `${page.title} ${page.text}`,
  );
  return words.slice(0, MAX_PAGE_WORDS);
}

/** The words of a link's own fields, in their order. */
export function linkWords(link: Pick<PageLink, 'url' | 'anchor' | 'before' | 'after'>, text: SpiderText): string[][] {
  const anchor = tokenize(link.anchor).slice(0, MAX_LINK_WORDS);
  const url = tokenize(urlWords(link.url)).slice(0, MAX_LINK_WORDS);
  if (text === 'full-page') return [[...anchor, ...url]];
  return [anchor, url, tokenize(`${link.before} ${link.after}`).slice(0, MAX_LINK_WORDS)];
}

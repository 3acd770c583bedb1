import type { ParsedPage } from './parsed-page.js';

/** A main text shorter than this share of the visible text has lost more than boilerplate. */
const LEAST_SHARE = 0.5;

/**
 * The text of a page for relevance models, the same in training and crawling: the main text, or all visible text if the
 * main text is less than half of it.
 *
 * Lists of links (course pages, directories) have almost no main text; their subject is that of the listed links.
 */
export function tellingText({ mainText, text }: Pick<ParsedPage, 'mainText' | 'text'>): string {
  return mainText.length >= text.length * LEAST_SHARE ? mainText : text;
}

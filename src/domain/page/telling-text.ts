import type { ParsedPage } from './parsed-page.js';

/** A main text shorter than this share of the visible text has lost more than boilerplate. */
const LEAST_SHARE = 0.5;

/**
 * The text of a page that relevance models read, the same in training and crawling: the main text, or all visible text where the main text is less than half
 * of it.
 *
 * Pages that are lists of links (course pages, directories) have no main text to speak of; what they list is what they are about.
 */
export function tellingText({ mainText, text }: Pick<ParsedPage, 'mainText' | 'text'>): string {
  return mainText.length >= text.length * LEAST_SHARE ? mainText : text;
}

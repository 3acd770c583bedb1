import { shownTitle } from '../../../domain/text/index.js';
import { type Cell, readingTable, shown } from '../../../platform/html/index.js';

const KEYWORDS_SHOWN = 30;

export const num = (value: number): Cell => ({ text: shown(value) });
export const percentage = (share: number | null): Cell => ({
  text: share === null ? '–' : `${Math.round(100 * share)}%`,
});
/** In UTC, so that all readers of a printed page read the same. */
export const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? '–';
export const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function keywordsInWords(keywords: readonly string[]): string {
  const rest = keywords.length - KEYWORDS_SHOWN;
  return `${keywords.slice(0, KEYWORDS_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}` || '–';
}

/** A heading with a table; nothing without rows. @param shownOf the number of rows that there are */
export function tablePart(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly [Cell, ...Cell[]])[],
  shownOf: number | null = null,
): string {
  if (rows.length === 0) return '';
  const cut = shownOf !== null && shownOf > rows.length ? `<p>The first ${rows.length} of ${shown(shownOf)}.</p>` : '';
  return `<section><h2>${title}</h2>${cut}${readingTable(heads, rows)}</section>`;
}

interface Page {
  readonly url: string;
  readonly title: string | null;
  readonly excerpt: string | null;
  readonly probability: number;
}

/** Pages with their addresses in full, so that they can be read on paper. */
export const pageRow = ({ url, title, excerpt, probability }: Page): readonly [Cell, Cell, Cell] => [
  { text: shownTitle(title, url), href: url, small: url },
  { text: excerpt ?? '' },
  percentage(probability),
];

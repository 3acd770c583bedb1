import { escaped } from './markup.js';
import { STYLE } from './style.js';

/** A short fact about the subject of a document. */
interface Fact {
  readonly name: string;
  readonly value: string;
}

/** A cell of a table: text, which is escaped, with an address or a smaller text under it. */
export interface Cell {
  readonly text: string;
  /** Only http and https. */
  readonly href?: string;
  readonly small?: string;
}

/** One HTML file without loads, readable on paper and small screens. @param body of elements */
export const htmlDocument = (title: string, facts: readonly Fact[], body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1 dir="auto">${escaped(title)}</h1>` +
  `<dl>${facts.map(({ name, value }) => `<div><dt>${escaped(name)}</dt><dd dir="auto">${escaped(value)}</dd></div>`).join('')}</dl>${body}</main></body></html>\n`;

export const scrolled = (table: string): string => `<div class="scroll"><table>${table}</table></div>`;

const isWeb = (href: string): boolean => /^https?:\/\//i.test(href);

function cellOf({ text, href, small }: Cell): string {
  const name = href !== undefined && isWeb(href) ? `<a href="${escaped(href)}">${escaped(text)}</a>` : escaped(text);
  return small === undefined ? name : `${name}<small>${escaped(small)}</small>`;
}

/** A table for reading: its first column names the row, and texts wrap. The others are as wide as their numbers. */
export function readingTable(heads: readonly string[], rows: readonly (readonly [Cell, ...Cell[]])[]): string {
  const body = rows.map(
    ([first, ...others]) =>
      `<tr><th scope="row" dir="auto">${cellOf(first)}</th>${others.map((cell) => `<td dir="auto">${cellOf(cell)}</td>`).join('')}</tr>`,
  );
  return (
    `<div class="scroll"><table class="reading"><thead><tr>${heads.map((head) => `<th>${escaped(head)}</th>`).join('')}</tr></thead>` +
    `<tbody>${body.join('')}</tbody></table></div>`
  );
}

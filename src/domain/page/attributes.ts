import { AsciiNames } from './ascii-names.js';

/** Attributes that the reader needs, as indices of a tag's values. Others are skipped. */
export const HREF = 0;
export const SRC = 1;
export const REL = 2;
export const CLASS = 3;
export const ID = 4;
export const ROLE = 5;
export const HIDDEN = 6;
export const STYLE = 7;
export const ALT = 8;
export const CONTENT = 9;
export const NAME = 10;
export const HTTP_EQUIV = 11;
export const LANG = 12;
export const TITLE = 13;
export const ARIA_LABEL = 14;
export const OPEN = 15;
export const TYPE = 16;
/** Links in SVG. */
export const XLINK_HREF = 17;
export const SRCDOC = 18;
export const POPOVER = 19;
export const ONLOAD = 20;
export const ONCLICK = 21;
export const DATA = 22;
export const HREFLANG = 23;
export const MEDIA = 24;
export const DISPLAY = 25;
export const ATTRIBUTE_COUNT = 26;

const INDEX: ReadonlyMap<string, number> = new Map([
  ['href', HREF],
  ['src', SRC],
  ['rel', REL],
  ['class', CLASS],
  ['id', ID],
  ['role', ROLE],
  ['hidden', HIDDEN],
  ['style', STYLE],
  ['alt', ALT],
  ['content', CONTENT],
  ['name', NAME],
  ['property', NAME],
  ['http-equiv', HTTP_EQUIV],
  ['lang', LANG],
  ['xml:lang', LANG],
  ['title', TITLE],
  ['aria-label', ARIA_LABEL],
  ['open', OPEN],
  ['type', TYPE],
  ['xlink:href', XLINK_HREF],
  ['srcdoc', SRCDOC],
  ['popover', POPOVER],
  ['onload', ONLOAD],
  ['onpageshow', ONLOAD],
  ['onclick', ONCLICK],
  ['data', DATA],
  ['hreflang', HREFLANG],
  ['media', MEDIA],
  ['display', DISPLAY],
]);

const known = new AsciiNames(INDEX);

/** The longest of those names; longer ones need no look-up. */
const MAX_NAME_CHARS = 10;

/** Index of the attribute with the name at this position; -1 if it is not needed. */
export function attributeAt(html: string, start: number, end: number): number {
  if (end - start > MAX_NAME_CHARS) return -1;
  const index = known.at(html, start, end);
  if (index !== null) return index;
  // Some letters beyond ASCII have an ASCII letter as their lower case.
  for (let i = start; i < end; i++)
    if (html.charCodeAt(i) >= 0x80) return INDEX.get(html.slice(start, end).toLowerCase()) ?? -1;
  return -1;
}

/** Whether a list of tokens has one, in lower case. Search engines read `nofollow,ugc` too. */
export function hasToken(list: string | null, token: string): boolean {
  return (
    list !== null &&
    list
      .toLowerCase()
      .split(/[\s,]+/)
      .includes(token)
  );
}

/** A BCP 47 tag in lower case, the first of several, also from the name of a locale (`en_US.UTF-8`); '' if invalid. */
export function declaredLanguage(value: string): string {
  const tag = value
    .split(/[,;.]/, 1)[0]
    .replace(/^[\s"']+|[\s"']+$/g, '')
    .toLowerCase()
    .replaceAll('_', '-');
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/.test(tag) ? tag : '';
}

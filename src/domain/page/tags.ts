import { AsciiNames } from './ascii-names.js';

/** On the stack of open elements; its start and end separate blocks of text. */
export const BLOCK = 1;
/** On the stack; its start and end separate words, not blocks: a list is one block. */
export const ITEM = 2;
/** Its start ends an open paragraph (HTML standard 13.2.6.4.7). */
export const CLOSES_PARAGRAPH = 4;
/** Its text does not belong to the page. */
export const SILENT = 8;
/** No content and no end tag. */
export const VOID = 16;
/** Its class and id may name its place on the page. */
export const CONTAINER = 32;
/** A part of a table, which is a `SCOPE` too. */
export const TABLE_SCOPE = 64;
/** Separates words although it is inline. */
export const SPACE = 128;
export const HEADING = 256;
/** Its text is shown only without scripts. */
export const HIDDEN_TEXT = 512;
/** End tags inside it do not close elements outside of it, except those of a table. */
export const SCOPE = 1_024;
/** End tags inside it do not close elements outside of it. */
export const WALL = 2_048;
/** A part of a text with readings above it. */
export const RUBY = 4_096;
/** On the stack although it is inline. */
export const TRACKED = 8_192;
/** Its text does not belong to a picture. */
export const NOTE = 16_384;
/** Its children stand above or below each other. */
export const PARTED = 32_768;
/** In a formula only its first child is shown (MathML Core, appendix A). */
export const SHOWS_FIRST = 65_536;

export interface TagInfo {
  readonly name: string;
  readonly flags: number;
  /** From 0 for the elements of HTML, -1 for all others. */
  readonly no: number;
}

export const NO_TAG: TagInfo = { name: '', flags: 0, no: -1 };

/** Pseudo-elements of an unfolded page: a document within a frame, and children of a host that no slot shows. */
export const FRAME_DOCUMENT = 'gleaner-frame';
export const UNSLOTTED = 'gleaner-unslotted';

const TAGS: readonly (readonly [names: string, flags: number])[] = [
  [
    'div section article main aside nav header footer form ul ol menu dir dl center fieldset search',
    BLOCK | CLOSES_PARAGRAPH | CONTAINER,
  ],
  ['table', BLOCK | CLOSES_PARAGRAPH | CONTAINER | TABLE_SCOPE],
  [
    'p address blockquote details dialog figcaption figure hgroup pre xmp listing plaintext summary',
    BLOCK | CLOSES_PARAGRAPH,
  ],
  ['h1 h2 h3 h4 h5 h6', BLOCK | CLOSES_PARAGRAPH | HEADING],
  ['td th', BLOCK | CONTAINER | TABLE_SCOPE],
  ['caption', BLOCK | TABLE_SCOPE],
  ['tr tbody thead tfoot', BLOCK],
  ['li dt dd', ITEM | CLOSES_PARAGRAPH],
  // Its content is text where scripts run: its tags end nothing around it.
  ['noscript', HIDDEN_TEXT | WALL],
  // Sources of formulas beside them, their gaps, and what programs show that do not know the element.
  ['annotation annotation-xml progress meter mphantom', SILENT],
  ['script style svg datalist textarea iframe noembed noframes title canvas audio video', SILENT],
  ['select', SILENT | SCOPE],
  ['template', SILENT | WALL],
  // HTML within SVG.
  ['foreignobject', WALL],
  [FRAME_DOCUMENT, BLOCK | WALL],
  [UNSLOTTED, HIDDEN_TEXT | WALL],
  ['hr', VOID | BLOCK | CLOSES_PARAGRAPH],
  ['br', VOID | SPACE],
  ['area base basefont bgsound col embed frame img input keygen link meta param source track wbr', VOID],
  ['option button label legend mtd', SPACE],
  ['ruby rb rt rtc rp', RUBY],
  ['desc metadata', NOTE],
  ['math', TRACKED],
  ['mfrac', PARTED],
  ['maction semantics', TRACKED | SHOWS_FIRST],
  ['a abbr b big body cite code em font frameset head html i object s small span strike strong sub sup tt u var', 0],
];
const infoOf = new Map<string, TagInfo>();
for (const [names, flags] of TAGS)
  for (const name of names.split(' ')) infoOf.set(name, { name, flags, no: infoOf.size });

const known = new AsciiNames(infoOf);

/** Number of elements with a number. */
export const TAG_COUNT = infoOf.size;

/** Longer names are no element's; they are cut so that nothing retains them. */
const MAX_NAME_CHARS = 40;

/** Unknown elements, including custom ones, are inline. */
export function tagInfo(name: string): TagInfo {
  const known = infoOf.get(name);
  if (known !== undefined) return known;
  const lower = name.slice(0, MAX_NAME_CHARS).toLowerCase();
  return infoOf.get(lower) ?? { name: lower, flags: 0, no: -1 };
}

/** `tagInfo` of the name at this position. */
export const tagAt = (html: string, start: number, end: number): TagInfo =>
  known.at(html, start, end) ?? tagInfo(html.slice(start, end));

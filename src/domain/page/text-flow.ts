import type { LinkPlace } from './parsed-page.js';

/** A run of text between two block boundaries, as offsets into the flow. */
export interface TextBlock {
  readonly start: number;
  readonly end: number;
  /** Characters inside links to other pages. */
  readonly linkChars: number;
  /** Characters inside links, including links within the page. */
  readonly anchorChars: number;
  readonly place: LinkPlace;
  /** Start of the element because of whose class or id alone this is not `main`; 0 if there is none. */
  readonly namedFrom: number;
  readonly isHeading: boolean;
  /** Whether it is a heading of the first rank. */
  readonly isTitle: boolean;
  /** Whether it is the term of a definition. */
  readonly isTerm: boolean;
  readonly isList: boolean;
  /** Whether it is a block of code. */
  readonly isCode: boolean;
  /** Number of lines of the paragraph element that this is; 0 if it is none. */
  readonly lines: number;
  /** The number of the table with a cell that contains only this block; 0 if there is none. */
  table: number;
}

/** The element that ends with a block, where it tells of the block: a paragraph, also as an item of a list. */
export type BlockElement = 'paragraph' | 'item' | 'code' | 'term' | 'other';

/**
 * The visible text of a page in reading order: one string with folded white space, and its blocks.
 *
 * Offsets stay valid while it grows, so links store their position and read their surroundings when the page is
 * finished.
 */
export class TextFlow {
  readonly blocks: TextBlock[] = [];
  private text = '';
  private endsInSpace = true;
  private blockStart = 0;
  private termStart = -1;
  private termEnd = -1;
  private isList = false;
  private lines = 0;
  private lineStart = 0;
  private linkChars = 0;
  private anchorChars = 0;

  get length(): number {
    return this.text.length;
  }

  /** @param piece folded by `foldPiece` */
  append(piece: string, inLink: boolean, inAnchor: boolean): void {
    const rest = this.endsInSpace && piece.charCodeAt(0) === 0x20 ? piece.slice(1) : piece;
    if (rest === '') return;
    this.text += rest;
    this.endsInSpace = rest.charCodeAt(rest.length - 1) === 0x20;
    if (inLink) this.linkChars += rest.length;
    if (inAnchor) this.anchorChars += rest.length;
  }

  space(): void {
    if (this.endsInSpace) return;
    this.text += ' ';
    this.endsInSpace = true;
  }

  endLine(): void {
    this.space();
    if (this.text.length > this.lineStart) this.lines++;
    this.lineStart = this.text.length;
  }

  /** A list item begins or ends here. */
  item(): void {
    this.space();
    this.isList ||= this.text.length > this.blockStart;
  }

  /** The term of a definition begins here, or a further term of the same one. */
  startTerm(): void {
    if (this.termEnd !== this.text.length) this.termStart = this.text.length;
  }

  endTerm(): void {
    this.termEnd = this.text.length;
  }

  /** The blocks from this one on are the content of a cell of the table. */
  endCell(table: number, from: number): void {
    if (this.blocks.length === from + 1) this.blocks[from].table = table;
  }

  /**
   * Ends the current block, which was at `place`. Does nothing if it is empty.
   *
   * @param rank of the heading that it is; 0 if it is none
   * @param element that ends here
   */
  endBlock(place: LinkPlace, namedFrom: number, rank: number, element: BlockElement = 'other'): void {
    this.endLine();
    const end = this.text.length;
    if (end === this.blockStart) return;
    const isTerm = element === 'term' || (end === this.termEnd && this.blockStart === this.termStart);
    this.blocks.push({
      start: this.blockStart,
      end,
      linkChars: this.linkChars,
      anchorChars: this.anchorChars,
      place,
      namedFrom,
      isHeading: rank > 0,
      isTitle: rank === 1,
      isTerm,
      isList: (this.isList || element === 'item') && !isTerm,
      isCode: element === 'code',
      lines: element === 'paragraph' || element === 'item' ? this.lines : 0,
      table: 0,
    });
    this.isList = false;
    this.lines = 0;
    this.blockStart = end;
    this.linkChars = 0;
    this.anchorChars = 0;
  }

  toString(): string {
    return this.text;
  }
}

/** At most `maxChars` characters from the start, never half a surrogate pair. */
export function cutEnd(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars);
}

const BLANK = 0x20;

/** Trims blanks; folded text has no other white space. */
function withoutBlanks(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && text.charCodeAt(from) === BLANK) from++;
  while (to > from && text.charCodeAt(to - 1) === BLANK) to--;
  return text.slice(from, to);
}

/**
 * The last whole words before `at` in a folded text, at most `maxChars` characters, without reading more of the text.
 */
export function wordsBefore(text: string, at: number, maxChars: number): string {
  if (at <= maxChars) return withoutBlanks(text, 0, at);
  // One more character, because the cut may be just after a blank.
  let blank = at - maxChars - 1;
  while (blank < at && text.charCodeAt(blank) !== BLANK) blank++;
  return withoutBlanks(text, blank, at);
}

/** The first whole words from `at` on in a folded text, at most `maxChars` characters. */
export function wordsAfter(text: string, at: number, maxChars: number): string {
  if (text.length - at <= maxChars) return withoutBlanks(text, at, text.length);
  let blank = at + maxChars;
  while (blank > at && text.charCodeAt(blank) !== BLANK) blank--;
  return withoutBlanks(text, at, blank);
}

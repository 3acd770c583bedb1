import type { LinkPlace } from './parsed-page.js';
import { INVISIBLE, SPACE_RUN, CONTROL, UNFOLDED } from '../text/fold-space.js';

/** A run of text between two block boundaries, as offsets into the flow. */
export interface TextBlock {
  readonly start: number;
  readonly end: number;
  /** Characters inside links. */
  readonly linkChars: number;
  readonly place: LinkPlace;
  readonly isHeading: boolean;
}

/** White space folded, except that one space may stay at each end. */
export function foldPiece(text: string): string {
  return UNFOLDED.test(text) ? text.replace(INVISIBLE, '').replace(CONTROL, ' ').replace(SPACE_RUN, ' ') : text;
}

/**
 * The visible text of a page as it is read: one string with folded white space, and where its blocks lie.
 *
 * Offsets stay valid while it grows, so links note where they stand and read their surroundings when the page is finished.
 */
export class TextFlow {
  readonly blocks: TextBlock[] = [];
  private text = '';
  private endsInSpace = true;
  private blockStart = 0;
  private linkChars = 0;

  get length(): number {
    return this.text.length;
  }

  /** @param piece folded by `foldPiece` */
  append(piece: string, inLink: boolean): void {
    const rest = this.endsInSpace && piece.charCodeAt(0) === 0x20 ? piece.slice(1) : piece;
    if (rest === '') return;
    this.text += rest;
    this.endsInSpace = rest.charCodeAt(rest.length - 1) === 0x20;
    if (inLink) this.linkChars += rest.length;
  }

  space(): void {
    if (this.endsInSpace) return;
    this.text += ' ';
    this.endsInSpace = true;
  }

  /** Ends the current block, which stood at `place`. Nothing happens when it is empty. */
  endBlock(place: LinkPlace, isHeading: boolean): void {
    this.space();
    const end = this.text.length;
    if (end === this.blockStart) return;
    this.blocks.push({ start: this.blockStart, end, linkChars: this.linkChars, place, isHeading });
    this.blockStart = end;
    this.linkChars = 0;
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

/** The last whole words before `at`, at most `maxChars` characters. */
export function wordsBefore(text: string, at: number, maxChars: number): string {
  const start = at - maxChars;
  if (start <= 0) return text.slice(0, at).trim();
  const space = text.indexOf(' ', start - 1);
  return space === -1 || space >= at ? '' : text.slice(space, at).trim();
}

/** The first whole words from `at` on, at most `maxChars` characters. */
export function wordsAfter(text: string, at: number, maxChars: number): string {
  const end = at + maxChars;
  if (end >= text.length) return text.slice(at).trim();
  const space = text.lastIndexOf(' ', end);
  return space < at ? '' : text.slice(at, space).trim();
}

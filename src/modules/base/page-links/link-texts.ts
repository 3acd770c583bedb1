import { isUnusual, MAX_TEXT_CHARS, stored } from './stored-text.js';

/** Shortest shared part of a text; shorter ones are not worth a search. */
const LEAST_SHARED = 12;
/** Most places tried for a link: a page may repeat the same text many times. */
const MOST_TRIED = 8;
const FIRST_BYTES = 4 * 1024;
/** Signs without a following blank, and signs without a preceding one. */
const OPENING = /[([{<«“‘"'/#@-]$/;
const CLOSING = /^[)\]}>»”’"'.,;:!?/-]/;
const NO_BLANK = [false];
const ANY_BLANK = [true, false];

/** The place of a link's texts: offset and lengths in bytes. */
interface TextsPlace {
  readonly start: number;
  readonly before: number;
  readonly anchor: number;
  readonly after: number;
  /** Whether a blank separates two of them. */
  readonly blankBefore: boolean;
  readonly blankAfter: boolean;
}

/** The place for a link without texts. */
const NOWHERE: TextsPlace = { start: 0, before: 0, anchor: 0, after: 0, blankBefore: false, blankAfter: false };

/**
 * The concatenated texts of a page's links. The text around a link is usually part of the neighbouring links' texts
 * already: only the rest is appended. The search starts at the beginning of the previous link and stays near it, so
 * that the work per link is bounded.
 */
export class LinkTexts {
  private buffer = Buffer.allocUnsafe(FIRST_BYTES);
  private length = 0;
  /** The texts from the beginning of the last link on, and their offset. */
  private near = '';
  private nearAt = 0;
  /** Whether each character so far is a single byte. */
  private isPlain = true;

  add(before: string, anchor: string, after: string): TextsPlace {
    // Text found in plain text is plain, so most texts are checked only in their new part.
    const isSure = this.isPlain && before.length + anchor.length + after.length <= MAX_TEXT_CHARS;
    const place = isSure ? this.place(before, anchor, after, false) : null;
    return place ?? this.place(stored(before), stored(anchor), stored(after), true) ?? NOWHERE;
  }

  /** @returns null if unchecked texts do not read back identically */
  private place(before: string, anchor: string, after: string, isStored: boolean): TextsPlace | null {
    if (before === '' && after === '' && anchor === '') return NOWHERE;
    const { at, blankBefore, blankAfter } = this.find(before, anchor, after) ?? this.atEnd(before, anchor, after);
    const known = this.near.length - at;
    const chars = before.length + anchor.length + after.length + (blankBefore ? 1 : 0) + (blankAfter ? 1 : 0);
    if (chars > known) {
      const all = `${before}${blankBefore ? ' ' : ''}${anchor}${blankAfter ? ' ' : ''}${after}`;
      const added = all.slice(known);
      if (!isStored && isUnusual(added)) return null;
      this.append(added);
    }
    const start = this.nearAt + this.bytesOf(this.near, at);
    this.near = this.near.slice(at);
    this.nearAt = start;
    return {
      start,
      before: this.bytesOf(before),
      anchor: this.bytesOf(anchor),
      after: this.bytesOf(after),
      blankBefore,
      blankAfter,
    };
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** The place of a link's texts, if they are found. */
  private find(before: string, anchor: string, after: string): Found | null {
    const { near } = this;
    const first = before === '' ? (anchor === '' ? after : anchor) : before;
    const probe = first.slice(0, LEAST_SHARED);
    let at = -1;
    for (let tries = 0; tries < MOST_TRIED; tries++) {
      at = near.indexOf(probe, at + 1);
      if (at === -1) return null;
      const found = this.matchAt(at, before, anchor, after);
      if (found !== null) return found;
    }
    return null;
  }

  /** The texts at a place. A blank between two of them counts only if present. */
  private matchAt(at: number, before: string, anchor: string, after: string): Found | null {
    const { near } = this;
    if (!agrees(near, at, before)) return null;
    const end = at + before.length;
    for (const blankBefore of before === '' || (anchor === '' && after === '') ? NO_BLANK : ANY_BLANK) {
      const anchorAt = blankBefore ? end + 1 : end;
      if ((blankBefore && !agrees(near, end, ' ')) || !agrees(near, anchorAt, anchor)) continue;
      const anchorEnd = anchorAt + anchor.length;
      for (const blankAfter of after === '' ? NO_BLANK : ANY_BLANK) {
        if (blankAfter && !agrees(near, anchorEnd, ' ')) continue;
        if (agrees(near, blankAfter ? anchorEnd + 1 : anchorEnd, after)) return { at, blankBefore, blankAfter };
      }
    }
    return null;
  }

  private atEnd(before: string, anchor: string, after: string): Found {
    // Guessed like on the page, so that the following links find it.
    const blankBefore = before !== '' && (anchor !== '' || after !== '') && !OPENING.test(before);
    const blankAfter = after !== '' && anchor !== '' && !CLOSING.test(after);
    return { at: this.near.length, blankBefore, blankAfter };
  }

  private append(text: string): void {
    if (text === '') return;
    const most = this.length + text.length * 3;
    if (most > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, most));
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    const written = this.buffer.write(text, this.length, 'utf8');
    if (written !== text.length) this.isPlain = false;
    this.length += written;
    this.near += text;
  }

  private bytesOf(text: string, chars = text.length): number {
    if (this.isPlain) return chars;
    return Buffer.byteLength(chars === text.length ? text : text.slice(0, chars));
  }
}

interface Found {
  /** Index in the near text, at most its end. */
  readonly at: number;
  readonly blankBefore: boolean;
  readonly blankAfter: boolean;
}

/** Whether a text at an index agrees with another one, up to the shorter end. */
function agrees(text: string, at: number, other: string): boolean {
  const rest = text.length - at;
  if (rest >= other.length) return text.startsWith(other, at);
  return rest <= 0 || text.endsWith(other.slice(0, rest));
}

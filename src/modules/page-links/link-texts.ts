import { isUnusual, MAX_TEXT_CHARS, stored } from './stored-text.js';

/** So much of a text has to be found to share it: less is not worth looking for. */
const LEAST_SHARED = 12;
/** Places that are tried for a link: a page may say the same thing all over. */
const MOST_TRIED = 8;
const FIRST_BYTES = 4 * 1024;
/** Signs that no blank follows, and those that follow without one. */
const OPENING = /[([{<«“‘"'/#@-]$/;
const CLOSING = /^[)\]}>»”’"'.,;:!?/-]/;
const NO_BLANK = [false];
const ANY_BLANK = [true, false];

/** Where the texts of a link are: offset and lengths in bytes. */
export interface TextsPlace {
  readonly start: number;
  readonly before: number;
  readonly anchor: number;
  readonly after: number;
  /** Whether a blank is between two of them. */
  readonly blankBefore: boolean;
  readonly blankAfter: boolean;
}

/** Of a link without texts. */
const NOWHERE: TextsPlace = { start: 0, before: 0, anchor: 0, after: 0, blankBefore: false, blankAfter: false };

/**
 * The texts of a page's links, one behind the other. What stands before and after a link is mostly in the texts of the links next to it already: only the rest
 * is added. It is looked for from the beginning of the link before on and nowhere else, so that the work for a link is bounded.
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
    // What is found in plain text is plain; so most texts are looked at only as far as they are new.
    const isSure = this.isPlain && before.length + anchor.length + after.length <= MAX_TEXT_CHARS;
    const place = isSure ? this.place(before, anchor, after, false) : null;
    return place ?? this.place(stored(before), stored(anchor), stored(after), true) ?? NOWHERE;
  }

  /** @returns null where the texts are not those that come back, unless they were looked at */
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

  /** Where the texts of a link are, as far as there is text. */
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

  /** The texts at a place. A blank between two of them counts only where one is there. */
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
    // Guessed as the page has it, so that the links that follow find it.
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
  /** In the near text, at its end at most. */
  readonly at: number;
  readonly blankBefore: boolean;
  readonly blankAfter: boolean;
}

/** Whether a text from a place on begins with another one, as far as it goes. */
function agrees(text: string, at: number, other: string): boolean {
  const rest = text.length - at;
  if (rest >= other.length) return text.startsWith(other, at);
  return rest <= 0 || text.endsWith(other.slice(0, rest));
}

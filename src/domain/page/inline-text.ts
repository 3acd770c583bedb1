import type { OpenElements } from './open-elements.js';
import type { TagInfo } from './tags.js';

const MAY_BE_WIDE = /[\u2e80-\ua4cf\uf900-\uffef]/;
/** First and last UTF-16 units of characters of East Asian width that are not Korean. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x2e80, 0x312f],
  [0x3190, 0xa4cf],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff01, 0xff9f],
];
const isWide = (unit: number): boolean => unit >= 0x2e80 && WIDE.some(([from, to]) => unit >= from && unit <= to);
/** Rare ideographs have two units. */
const isRare = (unit: number): boolean => unit >= 0xd840 && unit < 0xd8c0;
const beginsWide = (text: string, at: number): boolean => isWide(text.charCodeAt(at)) || isRare(text.charCodeAt(at));
const endsWide = (text: string, end: number): boolean =>
  isWide(text.charCodeAt(end - 1)) || isRare(text.charCodeAt(end - 2));

const LINE_END = /[\n\r]/;
/** Spaces that are none of the text; the ideographic space is. */
const isSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

const READING_END = ')';
/** Whether an element is a custom one (HTML standard 4.13.3). */
const isOwn = ({ no, name }: TagInfo): boolean => no === -1 && name.includes('-');

/**
 * The text of a page piece by piece as browsers show it, where that depends on its neighbours: line ends between
 * characters of East Asian width vanish (CSS Text 3, 4.1.3), and readings stand in parentheses behind their text, as in
 * browsers that cannot set them above it (HTML standard 4.5.12).
 */
export class InlineText {
  private readonly mayBeWide: boolean;
  private endsWide = false;
  /** Whether a line end follows that character, which counts unless another one follows. */
  private isWrapped = false;
  /** Whether an element of the page's own ends just before. */
  private endsOwn = false;
  private part: 'text' | 'reading' | 'shownReading' | 'parenthesis' = 'text';

  constructor(
    source: string,
    private readonly open: OpenElements,
  ) {
    this.mayBeWide = MAY_BE_WIDE.test(source);
  }

  piece(raw: string): string {
    this.endsOwn = false;
    if (this.part === 'parenthesis') return '';
    const text = this.mayBeWide && !this.open.keepsSpace ? this.unwrapped(raw) : raw;
    if (this.part !== 'reading' || !/\S/.test(text)) return text;
    this.part = 'shownReading';
    return `(${text.trimStart()}`;
  }

  /** Ends a part of a text with readings. @returns what follows it */
  endPart(): string {
    const isShown = this.part === 'shownReading';
    this.part = 'text';
    this.isWrapped &&= !isShown;
    return isShown ? READING_END : '';
  }

  /** @param name of the element */
  beginPart(name: string): void {
    this.part = name === 'rt' ? 'reading' : name === 'rp' ? 'parenthesis' : 'text';
  }

  /** Whether a start tag ends a word: elements of the page's own next to each other are its fields, not one word. */
  endsAt(tag: TagInfo): boolean {
    return this.endsOwn && isOwn(tag);
  }

  /** An element of the page ends here. */
  closes(tag: TagInfo): void {
    this.endsOwn = isOwn(tag);
  }

  /** The line ends here. @param isBlock whether the paragraph does too */
  endLine(isBlock: boolean): void {
    this.endsWide = false;
    this.isWrapped = false;
    if (isBlock) this.part = 'text';
  }

  private unwrapped(raw: string): string {
    let text = '';
    let from = 0;
    for (let end = 0; from < raw.length; from = end) {
      let start = end;
      while (start < raw.length && !isSpace(raw.charCodeAt(start))) start++;
      end = start;
      while (end < raw.length && isSpace(raw.charCodeAt(end))) end++;
      if (start > from) {
        if (this.isWrapped && !beginsWide(raw, from)) text += '\n';
        this.isWrapped = false;
        // Behind a reading counts the text below it.
        this.endsWide = endsWide(raw, start) || raw === READING_END;
      }
      const vanishes = this.endsWide && (this.isWrapped || LINE_END.test(raw.slice(start, end)));
      text += raw.slice(from, vanishes ? start : end);
      if (end === start) break;
      this.isWrapped = vanishes;
      this.endsWide = vanishes;
    }
    return text;
  }
}

import { withRoom } from '../base/growable.js';
import { lexemeTable, MAX_POSITION, readLexemes, UNSEARCHED_WORD } from './lexeme-table.js';

/** Of title and text, UTF-16 units at most. The cut bounds what a page of hostile length costs. */
export const SEARCHED_CHARS = 20_000;
/** Places of one lexeme at most: PostgreSQL keeps no more. */
const MAX_PLACES = 255;

/** Of a mark: that it is of a stem, which stands in the place of its word. To PostgreSQL it is the label C. */
const STEM = MAX_POSITION + 1;

/** Where a mark stands: words counted from 1, those that are not searched as well. */
export const placeOf = (mark: number): number => mark & MAX_POSITION;

/** By number of a lexeme: which of the page's it is, where `stamps` has the page's stamp. */
let slots = new Int32Array(0);
let stamps = new Int32Array(0);
let stamp = 0;

/** The distinct lexemes of a page, each with the places where it stands. */
export class PageLexemes {
  /** How many there are. */
  size = 0;
  private numbers = new Int32Array(0);
  private counts = new Int32Array(0);
  private firsts = new Int32Array(0);
  private lasts = new Int32Array(0);
  /** By mark: the next one of the same lexeme, 0 behind the last. */
  private readonly nexts = new Int32Array(STEM + MAX_POSITION + 1);

  /** UTF-8 of many lexemes; that of the `i`-th one is between `from` and `to`. */
  get bytes(): Uint8Array {
    return lexemeTable.bytes;
  }

  from(i: number): number {
    return lexemeTable.from(this.numbers[i]);
  }

  to(i: number): number {
    return lexemeTable.to(this.numbers[i]);
  }

  /** In how many places the `i`-th one stands. */
  count(i: number): number {
    return this.counts[i];
  }

  /** The first mark of the `i`-th one: where it stands (`placeOf`), and whether as a word or as the stem of one. */
  firstMark(i: number): number {
    return this.firsts[i];
  }

  /** Of the same lexeme, rising; 0 when there is none. */
  markAfter(mark: number): number {
    return this.nexts[mark];
  }

  /**
   * @param words numbers of lexemes in order
   * @param stems numbers of what stands in the same places
   */
  read(words: Int32Array, stems: Int32Array, length: number): this {
    slots = withRoom(slots, lexemeTable.size);
    stamps = withRoom(stamps, lexemeTable.size);
    stamp++;
    for (const name of ['numbers', 'counts', 'firsts', 'lasts'] as const) this[name] = withRoom(this[name], 2 * length);
    this.size = 0;
    for (let i = 0; i < length; i++) if (words[i] !== UNSEARCHED_WORD) this.add(words[i], i + 1);
    for (let i = 0; i < length; i++) if (stems[i] !== UNSEARCHED_WORD) this.add(stems[i], STEM + i + 1);
    return this;
  }

  private add(lexeme: number, mark: number): void {
    const { nexts, lasts } = this;
    nexts[mark] = 0;
    if (stamps[lexeme] !== stamp) {
      const slot = this.size++;
      stamps[lexeme] = stamp;
      slots[lexeme] = slot;
      this.numbers[slot] = lexeme;
      this.counts[slot] = 1;
      this.firsts[slot] = lasts[slot] = mark;
      return;
    }
    const slot = slots[lexeme];
    if (this.counts[slot] >= MAX_PLACES) return;
    this.counts[slot]++;
    nexts[lasts[slot]] = mark;
    lasts[slot] = mark;
  }
}

const words = new Int32Array(MAX_POSITION);
const stems = new Int32Array(MAX_POSITION);
const lexemes = new PageLexemes();

/**
 * What a page is found by: the stems of the words of its title and of its text, but for words such as `the`.
 *
 * A word is a run of letters, their marks and digits, in lower case and compatibility form (NFKC). Of scripts without spaces (Chinese, Japanese, Thai) each pair of
 * neighbours is a lexeme, and the last character of a run. `searchExpression` reads searches in the same way.
 *
 * Stems are English. In another language, and in another script than Latin, a word has a second lexeme in its place, by which its other forms are found: its stem
 * in that language, with the language before it (`ru/пчел`), so that an English `news` is not found for a French stem's `new`.
 *
 * @param language of the page, ISO 639-1; '' where it is not known
 * @returns valid until the next call
 */
export function lexemesOf(title: string, text: string, language: string): PageLexemes {
  lexemeTable.makeRoom();
  const ofTitle = readLexemes(title.slice(0, SEARCHED_CHARS), language, words, stems, 0);
  const ofText = text.slice(0, Math.max(0, SEARCHED_CHARS - title.length));
  return lexemes.read(words, stems, readLexemes(ofText, language, words, stems, ofTitle));
}

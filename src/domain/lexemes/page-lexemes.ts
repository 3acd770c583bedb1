import { withRoom } from '../base/growable.js';
import { lexemeTable, MAX_POSITION, PlacedLexemes, readLexemes, UNSEARCHED_WORD } from './lexeme-table.js';

/** Most UTF-16 units of title and text. Bounds the cost of pages of hostile length. */
export const SEARCHED_CHARS = 20_000;
/** Most positions per lexeme: PostgreSQL stores no more. */
const MAX_PLACES = 255;

/** Flag of a mark: a stem at its word's position. PostgreSQL stores it as the label C. */
const STEM = MAX_POSITION + 1;
/** Flag of a mark: a name at its first word's position. PostgreSQL stores it as the label B. */
const NAME = 2 * STEM;

/** The position of a mark: words counted from 1, including stop words. */
export const placeOf = (mark: number): number => mark & MAX_POSITION;

/** By lexeme number: its index in the page, valid if `stamps` has the page's stamp. */
let slots = new Int32Array(0);
let stamps = new Int32Array(0);
let stamp = 0;

/** The distinct lexemes of a page with their positions. */
export class PageLexemes {
  /** Number of lexemes. */
  size = 0;
  private numbers = new Int32Array(0);
  private counts = new Int32Array(0);
  private firsts = new Int32Array(0);
  private lasts = new Int32Array(0);
  /** By mark: the next mark of the same lexeme, 0 after the last. */
  private readonly nexts = new Int32Array(NAME + MAX_POSITION + 1);

  /** UTF-8 of many lexemes; the `i`-th is between `from` and `to`. */
  get bytes(): Uint8Array {
    return lexemeTable.bytes;
  }

  from(i: number): number {
    return lexemeTable.from(this.numbers[i]);
  }

  to(i: number): number {
    return lexemeTable.to(this.numbers[i]);
  }

  /** Number of positions of the `i`-th lexeme. */
  count(i: number): number {
    return this.counts[i];
  }

  /** The first mark of the `i`-th lexeme: its position (`placeOf`), and whether it is a word, a stem or a name. */
  firstMark(i: number): number {
    return this.firsts[i];
  }

  /** The next mark of the same lexeme, ascending; 0 if there is none. */
  markAfter(mark: number): number {
    return this.nexts[mark];
  }

  read({ words, stems, names, length }: PlacedLexemes): this {
    slots = withRoom(slots, lexemeTable.size);
    stamps = withRoom(stamps, lexemeTable.size);
    stamp++;
    for (const name of ['numbers', 'counts', 'firsts', 'lasts'] as const) this[name] = withRoom(this[name], 3 * length);
    this.size = 0;
    for (let i = 0; i < length; i++) if (words[i] !== UNSEARCHED_WORD) this.add(words[i], i + 1);
    for (let i = 0; i < length; i++) if (stems[i] !== UNSEARCHED_WORD) this.add(stems[i], STEM + i + 1);
    for (let i = 0; i < length; i++) if (names[i] !== UNSEARCHED_WORD) this.add(names[i], NAME + i + 1);
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

const placed = new PlacedLexemes();
const lexemes = new PageLexemes();

/**
 * The lexemes under which a page is indexed: the stems of the words of its title and text, without stop words such as
 * `the`.
 *
 * A word is a run of letters, their marks and digits, in lower case and compatibility form (NFKC), without accents. In
 * scripts without spaces (Chinese, Japanese, Thai) each pair of adjacent characters is a lexeme, and so is the last
 * character of a run. `searchExpression` parses searches in the same way.
 *
 * Stems are English. In another language, and in other scripts than Latin, a word has a second lexeme at its position
 * for its other forms: its stem in that language, prefixed by the language (`ru/пчел`), so that the stem `new` of a
 * French word does not match an English `news`.
 *
 * A name that words do not tell from others (`C++`, `.NET`), or that consists of stop words (`AT&T`, `IT`), has another
 * lexeme at the position of its first word: with its sign, or in capitals.
 *
 * @param language of the page, ISO 639-1; '' if unknown
 * @returns valid until the next call
 */
export function lexemesOf(title: string, text: string, language: string): PageLexemes {
  lexemeTable.makeRoom();
  readLexemes(title.slice(0, SEARCHED_CHARS), language, placed.clear());
  readLexemes(text.slice(0, Math.max(0, SEARCHED_CHARS - title.length)), language, placed);
  return lexemes.read(placed);
}

/** A piece of a text, with whether it is one of the words that are looked for. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A text is cut at a space if there is one so near: scripts without spaces have none for pages. */
const NEAR = 80;
/** Letters of a word that its other forms have at least, and those at its end that they need not have. */
const LEAST_LETTERS = 3;
const ENDING = 2;

const NO_LETTER = '(?<![\\p{L}\\p{M}\\p{N}])';
/** Written without spaces between words: a keyword stands anywhere. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** Conjunctions, prepositions and articles that are written onto a word, by its script. */
const BEFORE: readonly (readonly [script: RegExp, before: string, own: RegExp])[] = [
  [/^\p{Script=Arabic}/u, '[وف]?[بكل]?(?:ال|ل)?', /^ال(?=.{3})|ة$/g],
  [/^\p{Script=Hebrew}/u, '[והבכלמש]{0,3}', /^ה(?=.{3})/g],
];

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** An expression for a word of a keyword and for its other forms. English ones begin with the word. */
function formsOf(word: string): string {
  if (UNSPACED.test(word)) return escaped(word);
  if (!/^[\p{L}\p{M}]+$/u.test(word) || /^[a-z]+$/i.test(word))
    return `${NO_LETTER}${escaped(word)}[\\p{L}\\p{M}\\p{N}]*`;
  const [, before = '', own] = BEFORE.find(([script]) => script.test(word)) ?? [];
  const letters = Array.from(own === undefined ? word : word.replaceAll(own, ''));
  const stem = letters.slice(0, Math.max(LEAST_LETTERS, letters.length - ENDING));
  // Points over and under letters are often left out, and so are those of the Russian ё.
  const shown = stem.map((letter) => (/[её]/i.test(letter) ? '[её]' : letter)).join('\\p{M}*');
  return `${NO_LETTER}${before}${shown}[\\p{L}\\p{M}\\p{N}]*`;
}

/** The beginning of a text, cut at a space where there is one, in pieces: where keywords stand they are marked, in other forms too where letters tell them. */
export function markedText(text: string, keywords: readonly string[], most: number): Piece[] {
  const short = text.length <= most ? text : `${text.slice(0, placeToCut(text, most))}…`;
  const words = keywords.map((word) => word.trim().normalize('NFC')).filter((word) => word !== '');
  if (words.length === 0) return short === '' ? [] : [{ text: short, isMarked: false }];
  // Longer ones first: a phrase is marked as a whole.
  const alternatives = words
    .sort((a, b) => b.length - a.length)
    .map((word) => word.split(/\s+/).map(formsOf).join('\\s+'));
  return short
    .normalize('NFC')
    .split(new RegExp(`(${alternatives.join('|')})`, 'giu'))
    .map((piece, i) => ({ text: piece, isMarked: i % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** No half of a pair of surrogates and no letter without its marks is left. */
function placeToCut(text: string, most: number): number {
  const space = text.lastIndexOf(' ', most) + 1;
  if (space > Math.max(0, most - NEAR)) return space;
  let at = most;
  while (at > most - NEAR && /^[\p{M}\udc00-\udfff\u200d]/u.test(text.slice(at))) at--;
  return at;
}

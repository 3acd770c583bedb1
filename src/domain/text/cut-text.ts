/**
 * Copies a text into its own memory. A substring keeps its whole source in memory (V8 slices from 13 characters on), so
 * a long-lived name would keep the page on which it was found.
 */
export const ownCopy = (text: string): string => ` ${text}`.slice(1);

/** Without imports, because the console uses it too. */

/** Text is cut at a space within this distance: scripts without spaces have none for pages. */
const NEAR = 80;
/**
 * Characters around a position that are segmented in a script without spaces: dictionaries need some context before it.
 */
const AROUND = 40;
const UNSPACED =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const SPACE = /\s/;

/** Created once, because it takes milliseconds. ICU's dictionaries are the same in every locale. */
let words: Intl.Segmenter | undefined;
let letters: Intl.Segmenter | undefined;

/**
 * Boundaries between words in scripts without spaces, and between letters with their marks elsewhere, around a
 * position; ascending.
 */
function placesAround(text: string, at: number): number[] {
  let from = Math.max(0, at - AROUND);
  if (isWithinPair(text, from)) from--;
  const part = text.slice(from, at + AROUND);
  const isUnspaced = UNSPACED.test(text.slice(isWithinPair(text, at) ? at - 1 : at));
  const segmenter = isUnspaced
    ? (words ??= new Intl.Segmenter('th', { granularity: 'word' }))
    : (letters ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));
  return Array.from(segmenter.segment(part), ({ index }) => from + index);
}

const isWithinPair = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.charAt(at));

/**
 * The last position up to `at` at which a text may be cut: before a word, or before a letter with its marks if no space
 * is near. `at` itself beyond the end.
 */
export function placeToEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const isUnspaced = UNSPACED.test(text.slice(isWithinPair(text, at) ? at - 1 : at, at + 1));
  const least = Math.max(0, at - NEAR);
  if (!isUnspaced) for (let i = at; i > least; i--) if (SPACE.test(text.charAt(i - 1))) return i;
  return placesAround(text, at).findLast((place) => place <= at && place > least) ?? at;
}

/** The first position from `at` on at which a text may begin, before `most`; `most` if there is none. */
export function placeToBegin(text: string, at: number, most: number): number {
  if (at <= 0) return 0;
  if (!UNSPACED.test(text.slice(isWithinPair(text, at) ? at - 1 : at, at + 1)))
    for (let i = at; i < most; i++) if (SPACE.test(text.charAt(i - 1))) return i;
  return placesAround(text, at).find((place) => place >= at && place <= most) ?? most;
}

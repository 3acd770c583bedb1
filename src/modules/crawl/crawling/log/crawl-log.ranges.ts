/** Characters of a piece that determine its position in the text. */
const PROBE_CHARS = 40;
/** Texts with more pieces are stored whole. */
const MAX_PIECES = 500;
/** Outside of the basic plane, characters and UTF-16 units differ, and PostgreSQL counts characters. */
const SURROGATE = /[\ud800-\udfff]/;

/** Compared at once: comparing whole strings costs little more than comparing two characters. */
const COMPARED_CHARS = 128;

/** Length of the agreement of two texts from given positions on. */
function agreement(a: string, aFrom: number, b: string, bFrom: number): number {
  const most = Math.min(a.length - aFrom, b.length - bFrom);
  let n = 0;
  for (let to = COMPARED_CHARS; to <= most; to += COMPARED_CHARS) {
    if (a.slice(aFrom + n, aFrom + to) !== b.slice(bFrom + n, bFrom + to)) break;
    n = to;
  }
  while (n < most && a.charCodeAt(aFrom + n) === b.charCodeAt(bFrom + n)) n++;
  return n;
}

/** Position where the text at `at` continues: not after its true position, so that the rest can still be found. */
function placeOf(part: string, at: number, whole: string, from: number): number {
  const start = whole.indexOf(part.slice(at, at + PROBE_CHARS), from);
  if (start !== -1) return start;
  // A shorter piece, such as a heading.
  const space = part.indexOf(' ', at);
  return space === -1 || space === at ? -1 : whole.indexOf(part.slice(at, space), from);
}

/**
 * Describes a text as consecutive pieces of another, joined by single spaces: start (from 1) and length of each in
 * turn, as read by the SQL function `main_text_of`.
 *
 * @returns null if this is not possible
 */
export function piecesOf(part: string, whole: string): number[] | null {
  if (part === '' || SURROGATE.test(whole)) return null;
  const ranges: number[] = [];
  let wholeAt = 0;
  for (let at = 0; at < part.length;) {
    const start = placeOf(part, at, whole, wholeAt);
    if (start === -1 || ranges.length >= 2 * MAX_PIECES) return null;
    let length = agreement(part, at, whole, start);
    // By chance it may agree for longer than the piece is; the piece ends before a space.
    if (at + length < part.length) length = part.lastIndexOf(' ', at + length) - at;
    if (length <= 0) return null;
    ranges.push(start + 1, length);
    wholeAt = start + length;
    at += length;
    if (at === part.length) return ranges;
    at++;
  }
  return null; // it ends in a space
}

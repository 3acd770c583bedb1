/** So much of a piece decides where in the text it lies. */
const PROBE_CHARS = 40;
/** Texts of very many pieces are better kept as they are. */
const MAX_PIECES = 500;
/** Outside the basic plane characters and UTF-16 units part ways, and PostgreSQL counts characters. */
const SURROGATE = /[\ud800-\udfff]/;

/** Compared at once: a comparison of whole strings costs little more than one of two characters. */
const COMPARED_CHARS = 128;

/** How far two texts agree from given places on. */
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

/** Where the text that begins at `at` goes on: no later than it truly does, so that what follows is still to be found. */
function placeOf(part: string, at: number, whole: string, from: number): number {
  const start = whole.indexOf(part.slice(at, at + PROBE_CHARS), from);
  if (start !== -1) return start;
  // A piece shorter than that, such as a heading.
  const space = part.indexOf(' ', at);
  return space === -1 || space === at ? -1 : whole.indexOf(part.slice(at, space), from);
}

/**
 * Says a text as pieces of another that follow one another there, joined by single spaces: start (from 1) and length of each in turn, as SQL function
 * `main_text_of` reads them.
 *
 * @returns null when it cannot be said so
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

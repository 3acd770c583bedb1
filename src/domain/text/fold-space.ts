/** Invisible characters inside words: soft hyphen, zero-width space, direction marks, byte order mark. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;
/**
 * Characters of a run matched at a time: the regular expression engine stores each of them, and can overflow the stack
 * with millions.
 */
const MAX_RUN = 255;
/** Control characters, except white space. */
const CONTROL = new RegExp(`[\\0-\\u0008\\u000e-\\u001f\\u007f-\\u009f]{1,${MAX_RUN}}`, 'g');
const SPACE_RUN = new RegExp(`\\s{1,${MAX_RUN}}`, 'g');
/** Either of the first two; rare, so that one test saves two searches. */
const SPECIAL = /[\0-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2060\ufeff]/;
/** Anything but the characters of nearly every piece: without a match the text needs no change. */
const NOT_PLAIN = /[^ -~]|  /;
const UNFOLDED_SPACE = /[^\S ]|  /;

/** As `foldSpace`, except that one space may stay at each end: for text in pieces. */
export function foldPiece(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  const plain = SPECIAL.test(text) ? text.replace(INVISIBLE, '').replace(CONTROL, ' ') : text;
  if (!UNFOLDED_SPACE.test(plain)) return plain;
  let folded = plain.replace(SPACE_RUN, ' ');
  while (plain.length > MAX_RUN && folded.includes('  ')) folded = folded.replace(SPACE_RUN, ' ');
  return folded;
}

/**
 * The text on one line: runs of white space (including no-break spaces) and control characters become one space, none
 * at the ends; soft hyphens, zero-width spaces and byte order marks are removed (joiners stay, because Persian and
 * Hindi need them). Contains no NUL, so PostgreSQL can store it.
 */
export function foldSpace(text: string): string {
  return foldPiece(text).trim();
}

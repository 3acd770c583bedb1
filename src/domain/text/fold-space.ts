/** Characters that nobody sees and that hide inside words: soft hyphen, zero-width space, direction marks, byte order mark. */
export const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;
export const CONTROL = /[\0-\u001f\u007f-\u009f]/g;
export const SPACE_RUN = /\s+/g;
/** Anything that folding changes, save single spaces at the ends. */
export const UNFOLDED = /[^\S ]|  |[\0-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2060\ufeff]/;

/**
 * The text on one line: runs of white space (no-break spaces too) and control characters as one space, none at the ends; soft hyphens, zero-width spaces and
 * byte order marks removed (joiners stay: Persian and Hindi need them). Holds no NUL, so PostgreSQL can store it.
 */
export function foldSpace(text: string): string {
  if (!UNFOLDED.test(text)) return text.trim();
  return text.replace(INVISIBLE, '').replace(CONTROL, ' ').replace(SPACE_RUN, ' ').trim();
}

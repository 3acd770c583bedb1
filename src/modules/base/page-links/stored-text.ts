/** Longer texts are cut: lengths have 16 bits. The parser reads at most a tenth of this. */
export const MAX_TEXT_CHARS = 8_000;

const UNUSUAL = /[\0\ud800-\udfff]/;

/** PostgreSQL's text cannot contain NUL. */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);

/** Whether a text may change when stored. */
export const isUnusual = (text: string): boolean => UNUSUAL.test(text);

/** A text as read back: half a surrogate pair is lost. */
export function stored(text: string): string {
  const cut = text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS) : text;
  return isUnusual(cut) ? Buffer.from(storable(cut)).toString() : cut;
}

/** Longer texts are cut: lengths are 16 bits. What is read from a page is a tenth of it at most. */
export const MAX_TEXT_CHARS = 8_000;

const UNUSUAL = /[\0\ud800-\udfff]/;

/** PostgreSQL stores no NUL in text. */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);

/** Whether a text may come back as another one. */
export const isUnusual = (text: string): boolean => UNUSUAL.test(text);

/** A text as it comes back: half a character is not one. */
export function stored(text: string): string {
  const cut = text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS) : text;
  return isUnusual(cut) ? Buffer.from(storable(cut)).toString() : cut;
}

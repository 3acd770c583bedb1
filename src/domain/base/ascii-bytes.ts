import { withRoom } from './growable.js';

/** Longer texts are not converted: pages are cut before. */
const MAX_CHARS = 200_000;

const encoder = new TextEncoder();
let bytes = new Uint8Array(0);

/**
 * The characters of an ASCII text as zero-terminated bytes. Reading them is several times faster than reading a
 * string's characters, especially those of substrings and concatenations.
 *
 * @returns a buffer longer than the text, valid until the next call; null for a text with other characters, or a longer
 * one
 */
export function asciiBytes(text: string): Uint8Array | null {
  if (text.length > MAX_CHARS) return null;
  bytes = withRoom(bytes, text.length + 1);
  const { read, written } = encoder.encodeInto(text, bytes);
  if (read !== text.length || written !== text.length) return null;
  bytes[text.length] = 0;
  return bytes;
}

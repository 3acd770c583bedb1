import { shownText } from './shown-text.js';

/** Most bytes of one part: file systems take 255 for a name, some encrypted ones 143. */
const PART_BYTES = 60;
const encoder = new TextEncoder();

/** A text as a part of a name: letters of all scripts, digits, dots and underscores, joined by hyphens. */
function partOf(text: string): string {
  const words = shownText(text)
    .normalize('NFC')
    .replaceAll(/\p{DI}/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  const { read } = encoder.encodeInto(words, new Uint8Array(PART_BYTES));
  return words.slice(0, read).replace(/[-.]+$/, '');
}

/**
 * The name of a file for people, such as `Honey-bees-pages-2026-11-30.csv`. It fits all usual file systems and needs no
 * quotes.
 *
 * @param parts such as topic, session and contents; empty ones are left out
 * @param made when: the day of this moment in UTC
 * @param ending without its dot
 */
export const fileName = (parts: readonly string[], made: Date, ending: string): string =>
  `${[...parts.map(partOf), made.toISOString().slice(0, 10)].filter((part) => part !== '').join('-')}.${ending}`;

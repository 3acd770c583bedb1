/** Tag letters and digits that name the region of a flag. */
const TAG = '[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]';
/** The black flag with the tags of a region, such as England: kept whole. */
const FLAG = `\\u{1F3F4}${TAG}{3,6}\\u{E007F}`;
/**
 * Invisible characters in places where a script or an emoji needs them. Only Mongolian has two in a row, so no message
 * can be encoded with them.
 */
const NEEDED = [
  // Joiners: between letters that are not Latin (Persian, Indic scripts), and within an emoji.
  '(?<=[\\p{L}\\p{M}])(?<![\\p{Script=Latin}\\p{DI}])[\\u200C\\u200D]',
  '(?<=\\p{ExtPict}\\uFE0F?|\\p{EMod})\\u200D(?=\\p{ExtPict})',
  // Variation selectors: behind what has variants, which are emoji, keys, symbols, and ideographs with selectors of
  // their own.
  '(?<=[0-9#*]|[^\\0-\\x7F\\s\\p{Script=Latin}\\p{DI}\\p{Cc}\\p{Cs}\\uFFF9-\\uFFFB])[\\uFE00-\\uFE0F]',
  '(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]',
  '(?<=(?!\\p{DI})\\p{Script=Mongolian}[\\u180B-\\u180F]?)[\\u180B-\\u180F]',
  // Fillers of old Korean syllables.
  '\\u115F(?=[\\u1161-\\u11A7])|(?<=[\\u1100-\\u115E])\\u1160',
].join('|');

/**
 * Characters that hide or move text: control characters, and all invisible ones, including direction controls and tags.
 */
const ODD = '[^\\P{Cc}\\t\\n\\r]|[\\uFFF9-\\uFFFB]|\\p{DI}';
/** Rare: one test saves the search. */
const MAY_HIDE = new RegExp(ODD, 'u');
/** Its first group is a flag, which is kept. */
const HIDDEN = new RegExp(`(${FLAG})|(?!${NEEDED})(?:${ODD})`, 'gu');

/**
 * A text from the web for display to people and language models: it has no hidden content, and appears in its real
 * order. Line ends and tabs stay, and so do invisible characters that a script or an emoji needs.
 *
 * If texts of pages are combined with the marks of a format (Markdown, XML), add the marks afterwards: removed
 * characters could be inside such a mark.
 */
export const shownText = (text: string): string => (MAY_HIDE.test(text) ? text.replace(HIDDEN, '$1') : text);

/** The name of a page in a list: its title, or its address if it has none, such as a plain text. */
export const shownTitle = (title: string | null, url: string): string => shownText(title?.trim() ? title : url);

/** A value as JSON, with `shownText` applied to all its texts. */
export const shownJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? shownText(part) : part));

/** Replaces hidden characters of a text by visible ones. @param written the replacement for a UTF-16 unit */
export const withHiddenAs = (text: string, written: (unit: number) => string): string =>
  MAY_HIDE.test(text)
    ? text.replace(
        HIDDEN,
        (found, flag?: string) =>
          flag ?? Array.from({ length: found.length }, (_, i) => written(found.charCodeAt(i))).join(''),
      )
    : text;

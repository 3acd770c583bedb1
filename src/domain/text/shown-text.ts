/** Letters and digits of the tags that name a region of a flag. */
const TAG = '[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]';
/** The black flag with the tags of a region, such as England: kept whole. */
const FLAG = `\\u{1F3F4}${TAG}{3,6}\\u{E007F}`;
/** Invisible characters where a script or an emoji needs them. One follows another in Mongolian alone, so that no message can be written with them. */
const NEEDED = [
  // Joiners: between letters that are not Latin (Persian, Indic scripts), and within an emoji.
  '(?<=[\\p{L}\\p{M}])(?<![\\p{Script=Latin}\\p{DI}])[\\u200C\\u200D]',
  '(?<=\\p{ExtPict}\\uFE0F?|\\p{EMod})\\u200D(?=\\p{ExtPict})',
  // Variation selectors: behind what has variants, which are emoji, keys, symbols, and ideographs with selectors of their own.
  '(?<=[0-9#*]|[^\\0-\\x7F\\s\\p{Script=Latin}\\p{DI}\\p{Cc}\\p{Cs}\\uFFF9-\\uFFFB])[\\uFE00-\\uFE0F]',
  '(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]',
  '(?<=(?!\\p{DI})\\p{Script=Mongolian}[\\u180B-\\u180F]?)[\\u180B-\\u180F]',
  // Fillers of old Korean syllables.
  '\\u115F(?=[\\u1161-\\u11A7])|(?<=[\\u1100-\\u115E])\\u1160',
].join('|');

/** What hides in a text or moves it: control characters, and all that is drawn as nothing, which includes the controls of direction and tags. */
const ODD = '[^\\P{Cc}\\t\\n\\r]|[\\uFFF9-\\uFFFB]|\\p{DI}';
/** Rare: one look spares the search. */
const MAY_HIDE = new RegExp(ODD, 'u');
/** Its first group is a flag, and not hidden. */
const HIDDEN = new RegExp(`(${FLAG})|(?!${NEEDED})(?:${ODD})`, 'gu');

/**
 * A text of the web as people and language models may be shown it: what they see is all there is, in the order in which it stands. Line ends and tabs stay, and
 * so do invisible characters that a script or an emoji needs.
 *
 * Where text of pages is put together with marks of a format (Markdown, XML), they are added afterwards: what is left out may stand within such a mark.
 */
export const shownText = (text: string): string => (MAY_HIDE.test(text) ? text.replace(HIDDEN, '$1') : text);

/** All texts of a value, as JSON takes it, shown. */
export const shownJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? shownText(part) : part));

/** A text with what would hide in it written out. @param written of a UTF-16 unit */
export const withHiddenAs = (text: string, written: (unit: number) => string): string =>
  MAY_HIDE.test(text)
    ? text.replace(
        HIDDEN,
        (found, flag?: string) =>
          flag ?? Array.from({ length: found.length }, (_, i) => written(found.charCodeAt(i))).join(''),
      )
    : text;

import { placeToBegin, placeToEnd } from './cut-text.js';
import type { FoundWord, WordFinder } from './word-finder.js';

/** A part of a text with searched words. */
export interface Excerpt {
  /** `…` marks cuts. */
  readonly text: string;
  /** Start and end of each word in turn, UTF-16 units of `text`. */
  readonly marks: number[];
}

/** Most characters shown before the first searched word. */
const LEAD = 80;
const CUT = '…';
const SENTENCE_END = /[.!?](?=\s)|[。！？।॥؟۔…\n]/g;

/**
 * The part of a text with the most searched words, distinct ones first; its beginning if there are none. It starts with
 * a sentence if one begins shortly before, and is cut between words. A text of at most `most` units is its own excerpt.
 *
 * @param language of the text, ISO 639-1; '' if unknown
 * @param most UTF-16 units
 */
export function excerptOf(text: string, finder: WordFinder, language: string, most: number): Excerpt {
  const found = finder.find(text, language);
  if (text.length <= most) return { text, marks: marksOf(found, 0, text.length) };
  const begin = beginningOf(text, found, most);
  const before = begin > 0 ? CUT : '';
  const rest = text.length - begin <= most - before.length;
  const end = rest ? text.length : placeToEnd(text, begin + most - before.length - CUT.length);
  const shown = text.slice(begin, end);
  const trimmed = rest ? shown : shown.trimEnd();
  return {
    text: before + trimmed + (rest ? '' : CUT),
    marks: marksOf(found, begin, begin + trimmed.length, before.length),
  };
}

/** Words within a part of the text, with offsets increased by `shift`. */
export function marksOf(found: readonly FoundWord[], from: number, to: number, shift = 0): number[] {
  return found
    .filter((one) => one.from >= from && one.to <= to)
    .flatMap((one) => [one.from - from + shift, one.to - from + shift]);
}

function beginningOf(text: string, found: readonly FoundWord[], most: number): number {
  const [first, last] = densest(found, most - LEAD - 2 * CUT.length);
  // The beginning is the most informative part of a page.
  if (first === undefined || last === undefined || last.to <= most - CUT.length) return 0;
  const least = Math.max(0, first.from - LEAD);
  const before = text.slice(least, first.from);
  const sentence = [...before.matchAll(SENTENCE_END)].at(-1);
  if (sentence === undefined) return placeToBegin(text, least, first.from);
  const lead = before.slice(sentence.index + 1).trimStart();
  return first.from - lead.length;
}

/**
 * First and last word of the part of at most the given length with the most distinct terms, and then the most
 * occurrences; the first among equals.
 */
function densest(found: readonly FoundWord[], length: number): readonly (FoundWord | undefined)[] {
  const counts = new Map<number, number>();
  let best: readonly FoundWord[] = [];
  let bestScore = 0;
  let end = 0;
  for (let i = 0; i < found.length; i++) {
    for (; end < found.length && (end <= i || found[end].to - found[i].from <= length); end++)
      counts.set(found[end].term, (counts.get(found[end].term) ?? 0) + 1);
    const score = counts.size * found.length + (end - i);
    if (score > bestScore) [best, bestScore] = [[found[i], found[end - 1]], score];
    const left = (counts.get(found[i].term) ?? 1) - 1;
    if (left === 0) counts.delete(found[i].term);
    else counts.set(found[i].term, left);
  }
  return best;
}

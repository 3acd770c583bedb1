import { asciiBytes } from '../base/ascii-bytes.js';
import type { TextBlock } from './text-flow.js';

/** Thresholds of the decision tree below, as its authors learnt them on 621 hand-labelled news pages. */
const LINKED = 0.333333;
const PREVIOUS_LINKED = 0.555556;

interface Measures {
  readonly words: number;
  readonly linkDensity: number;
}
const NOTHING: Measures = { words: 0, linkDensity: 0 };

/** No threshold is above it: longer blocks need not be counted to their end. */
const MOST_WORDS = 41;

/** @param bytes of the text, where it has them */
function measure(text: string, bytes: Uint8Array | null, block: TextBlock): Measures {
  const { start, end } = block;
  let words = 0;
  if (bytes !== null) for (let i = start; i < end && words < MOST_WORDS; i++) words += bytes[i] === 0x20 ? 1 : 0;
  else for (let i = start; i < end && words < MOST_WORDS; i++) if (text.charCodeAt(i) === 0x20) words++;
  return { words, linkDensity: block.linkChars / (end - start) };
}

/**
 * Kohlschütter, Fankhauser and Nejdl, "Boilerplate detection using shallow text features" (WSDM 2010), the classifier by number of words: words and
 * link density of a block and its neighbours.
 */
function isContent(previous: Measures, current: Measures, next: Measures): boolean {
  if (current.linkDensity > LINKED) return false;
  if (previous.linkDensity <= PREVIOUS_LINKED) {
    if (current.words > 16 || next.words > 15) return true;
    return previous.words > 4;
  }
  return current.words > 40 || next.words > 17;
}

/**
 * The page's text without boilerplate: blocks outside navigation, header, footer and aside that the decision tree calls content, and the headings
 * above them.
 *
 * Falls back to all blocks outside those places, then to the whole text: a page of links only still says something.
 *
 * Deviations from the paper: places drop blocks at once, a list is one block, link density counts characters, headings follow the block below them.
 *
 * @param text the flow's text
 * @param maxChars what lies behind it is not looked at
 */
export function mainTextOf(text: string, blocks: readonly TextBlock[], maxChars: number): string {
  const inside = blocks.filter((block) => block.place === 'main' && block.end <= maxChars);
  const bytes = asciiBytes(text);
  const measures = inside.map((block) => measure(text, bytes, block));
  const kept: string[] = [];
  let found = false;
  let belowIsContent = false;
  for (let i = inside.length - 1; i >= 0; i--) {
    const { start, end, isHeading } = inside[i];
    const keep: boolean = isHeading
      ? belowIsContent
      : isContent(measures[i - 1] ?? NOTHING, measures[i], measures[i + 1] ?? NOTHING);
    belowIsContent = keep;
    if (!keep) continue;
    found ||= !isHeading;
    kept.push(text.slice(start, end - 1));
  }
  if (found) return kept.reverse().join(' ');
  if (inside.length > 0) return inside.map(({ start, end }) => text.slice(start, end - 1)).join(' ');
  return text.slice(0, maxChars).trim();
}

import { asciiBytes } from '../base/ascii-bytes.js';
import { lettersOfWord } from '../text/scripts.js';
import type { TextBlock } from './text-flow.js';
import type { ParsedPage } from './parsed-page.js';

/** A main text shorter than this share of the visible text has lost more than boilerplate. */
const LEAST_SHARE = 0.5;

/**
 * The text of a page for relevance models, the same in training and crawling: the main text, or all visible text if the
 * main text is less than half of it.
 *
 * Lists of links (course pages, directories) have almost no main text; their subject is that of the listed links.
 */
export function tellingText({ mainText, text }: Pick<ParsedPage, 'mainText' | 'text'>): string {
  return mainText.length >= text.length * LEAST_SHARE ? mainText : text;
}

/** Thresholds of the decision tree below, as learned by its authors on 621 hand-labelled news pages. */
const LINKED = 0.333333;
const PREVIOUS_LINKED = 0.555556;
const LONG_WORDS = 16;
const FEW_WORDS = 4;

interface Measures {
  readonly words: number;
  readonly linkDensity: number;
}
const NOTHING: Measures = { words: 0, linkDensity: 0 };

/** Sentences in elements named as menus have more words. */
const MENU_WORDS = 2;
const SHORT_PAGE_WORDS = 50;

/** The largest threshold: longer blocks need not be counted to their end. */
const MOST_WORDS = 41;
const SPACE = 0x20;
/** No script without spaces has a lower character. */
const FIRST_UNSPACED = 0x0e00;

/**
 * Sentence ends of all scripts, with the Greek question mark and the Tibetan stroke, optionally followed by quotes,
 * brackets and numbers of notes.
 */
const SENTENCE_END =
  /(?:[\p{Sentence_Terminal}…།༎]|(?<=\p{Script=Greek});)[^\p{L}\p{M}\p{N}]*(?:\[[^\]\s]{1,8}\]\s*)*$/u;
/** The same in ASCII, which is found several times faster. */
const ASCII_SENTENCE_END = /[.!?][^a-z0-9]*(?:\[[^\]\s]{1,8}\]\s*)*$/i;
/** Thai and Lao have no sentence terminator. */
const NO_SENTENCE_END = /[\p{Script=Thai}\p{Script=Lao}]\s*$/u;
/** Scripts without spaces, in which paragraphs need no mark at their end. */
const UNMARKED_END = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\s*$/u;
const UNMARKED_PARAGRAPH_WORDS = 2;
/** The end of a clause, whose sentence goes on in the next paragraph: of laws, before code and lists. */
const CLAUSE_END = /(?:[;,،；，、—–]|;\s*\p{L}{1,4})\s*$/u;
const INTRODUCTION_END = /[:：]\s*$/;
/** Words of an introduction. Labels have fewer. */
const INTRODUCTION_WORDS = 4;
/** Lines of a paragraph element that make it a verse. */
const VERSE_LINES = 3;
/** Characters examined at the end of a block. */
const END_CHARS = 24;
/** Minimum words of a block that counts as a sentence in a script without sentence ends. */
const UNMARKED_SENTENCE_WORDS = 8;

function wordsIn(text: string, bytes: Uint8Array | null, { start, end }: TextBlock): number {
  let words = 0;
  if (bytes !== null) {
    for (let i = start; i < end && words < MOST_WORDS; i++) words += bytes[i] === SPACE ? 1 : 0;
    return words;
  }
  for (let i = start; i < end && words < MOST_WORDS; i++) {
    const unit = text.charCodeAt(i);
    if (unit === SPACE) words++;
    else if (unit >= FIRST_UNSPACED) {
      const letters = lettersOfWord(unit);
      if (letters > 0) words += 1 / letters;
    }
  }
  return words;
}

/** @param bytes of the text, if available */
const measure = (text: string, bytes: Uint8Array | null, block: TextBlock): Measures => ({
  words: wordsIn(text, bytes, block),
  linkDensity: block.linkChars / (block.end - block.start),
});

/**
 * Kohlschütter, Fankhauser and Nejdl, "Boilerplate detection using shallow text features" (WSDM 2010), the classifier
 * by number of words: words and link density of a block and its neighbours.
 */
function isContent(previous: Measures, current: Measures, next: Measures): boolean {
  if (current.linkDensity > LINKED) return false;
  if (previous.linkDensity <= PREVIOUS_LINKED) {
    if (current.words > LONG_WORDS || next.words > 15) return true;
    return previous.words > FEW_WORDS;
  }
  return current.words > 40 || next.words > 17;
}

function isSentence(text: string, isAscii: boolean, { start, end }: TextBlock, { words }: Measures): boolean {
  const ending = text.slice(Math.max(start, end - END_CHARS), end);
  if (isAscii) return ASCII_SENTENCE_END.test(ending);
  return SENTENCE_END.test(ending) || (words >= UNMARKED_SENTENCE_WORDS && NO_SENTENCE_END.test(ending));
}

/** Words beside links that make a paragraph a sentence although most of it may be links. */
const WORDS_BESIDE_LINKS = 8;

/** Whether it is a sentence in a paragraph element or a list, many words of which are links: a list of references. */
const isLinkedSentence = (text: string, isAscii: boolean, block: TextBlock, measures: Measures): boolean =>
  (block.lines > 0 || block.isList) &&
  measures.linkDensity <= PREVIOUS_LINKED &&
  measures.words * (1 - measures.linkDensity) >= WORDS_BESIDE_LINKS &&
  isSentence(text, isAscii, block, measures);

/** A text with its blocks, a measure of each, and a mark on those that are content so far. */
interface MarkedText {
  readonly text: string;
  readonly isAscii: boolean;
  readonly blocks: readonly TextBlock[];
  readonly measures: readonly Measures[];
  readonly isKept: boolean[];
}

/** The link of a whole paragraph may leave out its full stop. */
const WHOLLY_LINKED = 0.95;

/**
 * Whether it is a sentence in a paragraph element that is one link, beside content. Teasers are next to others, or to a
 * heading alone.
 */
function isLinkedParagraph({ text, isAscii, blocks, measures, isKept }: MarkedText, i: number): boolean {
  const isBesideLinks = [i - 1, i + 1].some((at) => (measures[at] ?? NOTHING).linkDensity > LINKED);
  if (blocks[i].lines === 0 || isBesideLinks || !(isKept[i - 1] || isKept[i + 1])) return false;
  const { words, linkDensity } = measures[i];
  if (words < WORDS_BESIDE_LINKS || linkDensity < WHOLLY_LINKED) return false;
  return isSentence(text, isAscii, blocks[i], measures[i]);
}

/**
 * Whether it is a paragraph element without links, and a verse, a clause, or in a script without sentence ends.
 *
 * @param next the block behind it
 */
function isUnmarked(
  text: string,
  { start, end, lines, anchorChars }: TextBlock,
  { words }: Measures,
  next: TextBlock | undefined,
): boolean {
  if (lines === 0 || anchorChars > 0) return false;
  if (lines >= VERSE_LINES) return true;
  const ending = text.slice(Math.max(start, end - END_CHARS), end);
  if (CLAUSE_END.test(ending) || ((words >= INTRODUCTION_WORDS || next?.isCode) && INTRODUCTION_END.test(ending)))
    return true;
  return words >= UNMARKED_PARAGRAPH_WORDS && UNMARKED_END.test(ending);
}

/** Whether most of it is neither a menu nor a table of contents. */
const isPlain = ({ start, end, anchorChars }: TextBlock): boolean => anchorChars <= LINKED * (end - start);
const isPlainList = (block: TextBlock): boolean => (block.isList || block.isCode) && isPlain(block);

/** Numbers alone: of votes, steps or lines, between the paragraphs that they stand beside. */
const NUMBERS = /^[\p{N}\p{P}\p{S}\s]{1,12}$/u;
const isNumber = (text: string, { start, end }: TextBlock): boolean =>
  end - start <= END_CHARS && NUMBERS.test(text.slice(start, end));

/**
 * Marks adjacent short cells of one table, from `from` on, that are content as one block. @returns the index after them
 */
function markTable({ blocks, measures, isKept }: MarkedText, from: number): number {
  const { table } = blocks[from];
  let to = from;
  let words = 0;
  let linkChars = 0;
  while (to < blocks.length && blocks[to].table === table && measures[to].words <= LONG_WORDS) {
    words += measures[to].words;
    linkChars += blocks[to].linkChars;
    to++;
  }
  if (to <= from + 1) return from + 1;
  const whole = { words, linkDensity: linkChars / (blocks[to - 1].end - blocks[from].start) };
  const isBelowHeading = from > 0 && blocks[from - 1].isHeading && words > FEW_WORDS && whole.linkDensity <= LINKED;
  if (isBelowHeading || isContent(measures[from - 1] ?? NOTHING, whole, measures[to] ?? NOTHING))
    isKept.fill(true, from, to);
  return to;
}

/**
 * Marks adjacent short sentences, clauses, sentences with many links, lists and code, with headings and numbers between
 * them, that follow a heading or are next to content.
 *
 * The tree was learned on news pages, where short first blocks are not part of the article.
 */
function markSentences(marked: MarkedText): void {
  const { text, isAscii, blocks, measures, isKept } = marked;
  let run: number[] = [];
  let words = 0;
  let belowHeading = false;
  let isAnchored = false;
  const end = (): void => {
    if (isAnchored && words > FEW_WORDS) for (const i of run) isKept[i] = true;
    run = [];
    words = 0;
    belowHeading = false;
    isAnchored = false;
  };
  blocks.forEach((block, i) => {
    if (block.isHeading || (block.isTerm && !isKept[i])) {
      belowHeading = true;
      return;
    }
    const current = measures[i];
    const isText = (): boolean =>
      current.linkDensity > LINKED
        ? isLinkedSentence(text, isAscii, block, current) || isLinkedParagraph(marked, i)
        : isPlainList(block) ||
          isSentence(text, isAscii, block, current) ||
          isUnmarked(text, block, current, blocks[i + 1]);
    if (!isKept[i] && !isText()) {
      if (!isNumber(text, block)) end();
      return;
    }
    if (!isKept[i]) run.push(i);
    words += current.words;
    isAnchored ||= isKept[i] || belowHeading;
  });
  end();
}

/** Marks content blocks, and headings and terms above content; null if the tree finds none. */
function contentOf(text: string, bytes: Uint8Array | null, blocks: readonly TextBlock[]): boolean[] | null {
  const measures = blocks.map((block) => measure(text, bytes, block));
  const isKept = measures.map(
    (current, i) => !blocks[i].isHeading && isContent(measures[i - 1] ?? NOTHING, current, measures[i + 1] ?? NOTHING),
  );
  if (!isKept.includes(true)) return null;
  // A few words without a link: an address, a notice. The tree was not learned on such pages.
  if (
    blocks.every(({ anchorChars }) => anchorChars === 0) &&
    measures.reduce((sum, { words }) => sum + words, 0) < SHORT_PAGE_WORDS
  )
    return null;
  const marked = { text, isAscii: bytes !== null, blocks, measures, isKept };
  for (let i = 0; i < blocks.length;) i = blocks[i].table === 0 ? i + 1 : markTable(marked, i);
  if (isKept.includes(false)) markSentences(marked);
  keepHeadings(blocks, isKept);
  return isKept;
}

/** Keeps headings and terms above content; the title also above an author, a date or links before the content. */
function keepHeadings(blocks: readonly TextBlock[], isKept: boolean[]): void {
  let isAboveContent = false;
  for (let i = blocks.length - 1; i >= 0; i--) {
    const { isHeading, isTerm, isTitle } = blocks[i];
    if (isHeading || isTerm) isKept[i] ||= (isKept[i + 1] ?? false) || (isTitle && isAboveContent);
    isAboveContent = isKept[i] || (isAboveContent && !isHeading);
  }
}

/**
 * Marks all blocks but those of links, if the others have most of the text; otherwise all. Headings follow their text.
 */
function withoutMenus(blocks: readonly TextBlock[]): boolean[] {
  const charsOf = (some: readonly TextBlock[]): number => some.reduce((sum, { start, end }) => sum + end - start, 0);
  const isMostlyPlain = charsOf(blocks.filter(isPlain)) > charsOf(blocks) / 2;
  const isKept = blocks.map((block) => !isMostlyPlain || isPlain(block));
  for (let i = blocks.length - 2; i >= 0; i--) if (blocks[i].isHeading) isKept[i] ||= isKept[i + 1];
  return isKept;
}

/** Characters of an element: in paragraphs, and in total. */
interface Holding {
  prose: number;
  all: number;
  readonly isNavigation: boolean;
}

/** Start of the header that is an article's: it has the only heading of the first rank, without a link; 0 if none. */
function headerOfArticle(blocks: readonly TextBlock[], maxChars: number): number {
  let header = 0;
  for (const { isTitle, place, end, anchorChars, namedFrom } of blocks) {
    if (!isTitle || end > maxChars) continue;
    if (place === 'main') return 0;
    if (place === 'header' && anchorChars === 0) header = namedFrom;
  }
  return header;
}

/**
 * Starts of elements that are main content although their class or id names another place: elements named as navigation
 * with half of their text in sentences or table cells, which navigation lacks. Footers, asides and notices may have
 * some sentences; they need more text in long paragraphs than the main content has. And `headerOfArticle`.
 *
 * @param bytes of the text, if available
 */
export function namedContent(
  text: string,
  bytes: Uint8Array | null,
  blocks: readonly TextBlock[],
  maxChars: number,
): ReadonlySet<number> {
  const proseOf = (block: TextBlock): number => {
    const measures = measure(text, bytes, block);
    const isMenu = block.place === 'navigation';
    if (measures.words <= (isMenu ? MENU_WORDS : LONG_WORDS) || measures.linkDensity > LINKED) return 0;
    const isProse = isSentence(text, bytes !== null, block, measures) || (isMenu && block.table !== 0);
    return isProse ? block.end - block.start : 0;
  };
  const named = new Map<number, Holding>();
  for (const block of blocks) {
    const { start, end, place, namedFrom } = block;
    if (namedFrom === 0 || end > maxChars) continue;
    const holding = named.get(namedFrom) ?? { prose: 0, all: 0, isNavigation: place === 'navigation' };
    holding.prose += proseOf(block);
    holding.all += end - start;
    named.set(namedFrom, holding);
  }
  const prosy = [...named].filter(([, { prose, all }]) => prose > 0 && prose >= all / 2);
  let inMain = 0;
  if (prosy.some(([, { isNavigation }]) => !isNavigation))
    for (const { place, start, end } of blocks) if (place === 'main' && end <= maxChars) inMain += end - start;
  const content = new Set(
    prosy.filter(([, { prose, isNavigation }]) => isNavigation || prose > inMain).map(([from]) => from),
  );
  const header = headerOfArticle(blocks, maxChars);
  return header === 0 ? content : content.add(header);
}

/**
 * The page's text without boilerplate: blocks outside navigation, header, footer and aside that the decision tree
 * classifies as content, with adjacent short sentences, lists and tables, and the headings above them.
 *
 * Falls back to all blocks outside those places, without links if most of them have none, then to the whole text: even
 * a page of links has some information.
 *
 * Deviations from the paper: blocks in other places are dropped at once, a list is one block and so are adjacent short
 * cells of a table, link density counts characters, words of scripts without spaces are estimated from their letters,
 * and headings and terms of definitions follow the block below them.
 *
 * @param text the flow's text
 * @param maxChars text beyond it is not read
 */
export function mainTextOf(text: string, blocks: readonly TextBlock[], maxChars: number): string {
  const bytes = asciiBytes(text);
  const named = namedContent(text, bytes, blocks, maxChars);
  const inside = blocks.filter(
    (block) => block.end <= maxChars && (block.place === 'main' || (named.has(block.namedFrom) && isPlain(block))),
  );
  const isKept = contentOf(text, bytes, inside) ?? withoutMenus(inside);
  if (inside.length === 0) return text.slice(0, maxChars).trim();
  return inside
    .filter((_, i) => isKept[i])
    .map(({ start, end }) => text.slice(start, end - 1))
    .join(' ');
}

import { createWebGraph } from '../webs/index.js';
import { binOf } from './bins.js';
import { Lexicon } from './lexicon.js';
import { linkWords, pageWords, type PageWords } from './link-words.js';
import { qValues } from './q-values.js';
import { addCounts, emptyCounts, Spider, type SpiderCounts, type SpiderSettings } from './spider.js';
import { ESTIMATION } from './word-tables.js';
import type { PageLink } from '../page/parsed-page.js';

/** A page and its links, with the words as numbers. */
export interface SpiderPage {
  readonly isTarget: boolean;
  /** Words of the page's own field. */
  readonly words: Uint32Array;
  /** URLs of its links, by the caller's numbers. */
  readonly urlNos: Uint32Array;
  /** Start of the words of each field of each link in `linkWords`, link after link; the last number is their end. */
  readonly starts: Uint32Array;
  readonly linkWords: Uint32Array;
  /** URLs of further links, whose words are unknown: edges of the graph, but no examples. */
  readonly known: Uint32Array;
}

/** A link with the number of its URL. */
export interface SpiderLink extends Pick<PageLink, 'url' | 'anchor' | 'before' | 'after'> {
  readonly urlNo: number;
}

/** A page before its words are numbered. */
export interface RawSpiderPage {
  readonly isTarget: boolean;
  readonly page: PageWords;
  readonly links: readonly SpiderLink[];
  /** URLs of further links, whose words are unknown. */
  readonly known?: readonly number[];
}

/**
 * Numbers the words of a page and its links.
 *
 * @param lexicons of the page's field, then of each field of links; unknown words are added
 */
export function toSpiderPage(
  { isTarget, page, links, known = [] }: RawSpiderPage,
  { text }: Pick<SpiderSettings, 'text'>,
  lexicons: readonly Lexicon[],
): SpiderPage {
  const fields = lexicons.length - 1;
  const starts = new Uint32Array(links.length * fields + 1);
  const pieces: Uint32Array[] = [];
  let length = 0;
  links.forEach((link, i) =>
    linkWords(link, text).forEach((words, field) => {
      const numbers = lexicons[field + 1].intern(words);
      pieces.push(numbers);
      length += numbers.length;
      starts[i * fields + field + 1] = length;
    }),
  );
  const all = new Uint32Array(length);
  pieces.forEach((numbers, i) => all.set(numbers, starts[i]));
  return {
    isTarget,
    words: lexicons[0].intern(pageWords(page, text)),
    urlNos: Uint32Array.from(links, ({ urlNo }) => urlNo),
    starts,
    linkWords: all,
    known: Uint32Array.from(known),
  };
}

/** Known pages, of which each has an index. */
interface SpiderWeb {
  readonly pages: readonly SpiderPage[];
  /** The index of a URL's page in `pages`; -1 if it is missing. */
  readonly pageOf: (urlNo: number) => number;
}

/** Pages counted per step. */
const PAGES_IN_PIECE = 64;

/**
 * Trains a spider on the links between known pages (Rennie and McCallum, sections 2.3 and 2.4). Links to other pages
 * are omitted, because their worth is unknown.
 *
 * @param base a spider with the same settings and lexicons, whose counts are added
 * @param estimation how the spider estimates values from its counts
 */
export function* trainSpider(
  { pages, pageOf }: SpiderWeb,
  { settings, lexicons }: Pick<Spider, 'settings' | 'lexicons'>,
  base: Spider | null = null,
  estimation = ESTIMATION,
): Generator<void, Spider> {
  const targets: number[][] = [];
  for (let i = 0; i < pages.length; i++) {
    targets.push(targetsOf(pages[i], i, pageOf));
    if (i % PAGES_IN_PIECE === 0) yield;
  }
  const values = yield* qValues(createWebGraph(targets), (page) => pages[page].isTarget, settings.discount);
  /** The value of each link's page; NaN for links to unknown pages and to the page itself. */
  const valuesOf = ({ urlNos }: SpiderPage, self: number): Float64Array =>
    Float64Array.from(urlNos, (urlNo) => {
      const target = pageOf(urlNo);
      return target < 0 || target === self ? NaN : values[target];
    });
  const counts = emptyCounts(settings, lexicons);
  if (base) addCounts(counts, base.counts);
  for (let i = 0; i < pages.length; i++) {
    countPage(counts, pages[i], valuesOf(pages[i], i), settings);
    if (i % PAGES_IN_PIECE === 0) yield;
  }
  return new Spider(settings, lexicons, counts, estimation);
}

function targetsOf(page: SpiderPage, self: number, pageOf: (urlNo: number) => number): number[] {
  const found = new Set<number>();
  for (const urlNos of [page.urlNos, page.known]) {
    for (const urlNo of urlNos) {
      const target = pageOf(urlNo);
      if (target >= 0 && target !== self) found.add(target);
    }
  }
  return [...found];
}

/** @param values of the page's links; NaN for a link that is not counted */
function countPage(
  counts: SpiderCounts,
  page: SpiderPage,
  values: Float64Array,
  { bins, discount }: SpiderSettings,
): void {
  const fields = counts.fields.length - 1;
  const perBin = new Uint32Array(bins);
  values.forEach((value, link) => {
    if (Number.isNaN(value)) return;
    const bin = binOf(value, bins, discount);
    perBin[bin]++;
    counts.links[bin]++;
    counts.sums[bin] += value;
    for (let field = 0; field < fields; field++) {
      const at = link * fields + field;
      const words = page.linkWords.subarray(page.starts[at], page.starts[at + 1]);
      counts.fields[field + 1].add(bin, words, new Uint8Array(words.length).fill(1));
    }
  });
  perBin.forEach((links, bin) => {
    if (links > 0) counts.fields[0].add(bin, page.words, new Uint32Array(page.words.length).fill(links));
  });
}

/** Minimum occurrences of a kept word; the next constant is the most kept words per field. */
const LEAST_COUNT = 2;
const MAX_WORDS = 30_000;

/** The same spider without its rare words: the most frequent of each field stay. */
export function withoutRareWords({ settings, lexicons, counts }: Spider): Spider {
  const { bins } = settings;
  const kept = lexicons.map((lexicon, field) => {
    const totals = new Float64Array(counts.sizes[field]);
    for (let bin = 0; bin < bins; bin++)
      counts.fields[field].countsOf(bin).forEach((count, word) => (totals[word] += count));
    return Array.from(totals.keys())
      .filter((word) => totals[word] >= LEAST_COUNT && lexicon.wordOf(word) !== '')
      .sort((a, b) => totals[b] - totals[a] || a - b)
      .slice(0, MAX_WORDS);
  });
  const fewer = lexicons.map((lexicon, field) => {
    const words = new Lexicon(MAX_WORDS);
    words.intern(kept[field].map((word) => lexicon.wordOf(word)));
    return words;
  });
  const result = emptyCounts(settings, fewer);
  result.links.set(counts.links);
  result.sums.set(counts.sums);
  kept.forEach((words, field) => {
    const numbers = words.map((_, i) => i);
    for (let bin = 0; bin < bins; bin++)
      result.fields[field].add(
        bin,
        numbers,
        words.map((word) => counts.fields[field].countsOf(bin)[word]),
      );
  });
  return new Spider(settings, fewer, result);
}

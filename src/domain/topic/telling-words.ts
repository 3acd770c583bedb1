import type { WordVectors } from '../learning/word-vectors.js';
import { isUnspaced, readingOf, shownWords, type WordReading } from '../text/index.js';
import type { CandidateInput, Draft } from './keyword-candidate.js';
import { documentText } from './keyword-occurrences.js';
import { findPhrases, type PhraseMethod } from './phrase-candidates.js';

/** Most occurrences counted per page: menus repeat words without emphasis. */
const MAX_COUNTED = 5;
const MIN_WORD_CHARS = 3;
const MIN_UNSPACED_CHARS = 2;
const LETTER = /\p{L}/u;
/** Assumed frequency of words that general texts lack: one in this number of words. */
const UNSEEN = 20_000;
const DRAFTS = 500;
/**
 * Words more frequent on pages of any subject than in general English: the vectors' vocabulary is ranked by news and
 * encyclopedia.
 */
const WEB_WORDS: ReadonlySet<string> = new Set(
  (
    'page pages web site sites website websites home homepage internet online link links email mail phone fax contact address information info available ' +
    'updated update copyright rights reserved privacy policy terms search menu login user users comment comments post posted posts list faq wiki blog edu com ' +
    'org net ftp pdf jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun dont didnt doesnt isnt wasnt cant wont ive im youre theyre'
  ).split(' '),
);

/** Words and phrases more frequent in the topic's pages than in other texts, most telling words first. */
export function draftsByFrequency(
  input: CandidateInput,
  minDocuments: number,
  methods: ReadonlySet<PhraseMethod>,
): Draft[] {
  const words = tellingWords(input, null, minDocuments).map((text): Draft => ({
    text,
    kind: 'keyword',
    method: 'seed',
    similarity: null,
  }));
  const texts = input.relevant.map(documentText);
  const phrases = findPhrases(texts, methods, minDocuments, readingOf(input.language)).map(({ text }): Draft => ({
    text,
    kind: 'phrase',
    method: 'seed',
    similarity: null,
  }));
  return [...words, ...phrases];
}

/**
 * Words more frequent in the pages than in other text, most telling first; the most frequent of inflections.
 *
 * @param vectors of English: words without one are omitted. Null for other languages, which have few general texts:
 * there the irrelevant examples also show how usual a word is
 */
export function tellingWords(
  { relevant, others, background, language }: CandidateInput,
  vectors: WordVectors | null,
  minDocuments: number,
): string[] {
  const reading = readingOf(language);
  const counts = new Map<string, WordCount>();
  let total = 0;
  for (const document of relevant) total += countInto(counts, shownWords(documentText(document)), reading);
  const general = generalShares(vectors === null ? [...background, ...others] : background, reading);
  // Harmonic number of the vocabulary: by Zipf's law the word of rank r has a share of 1 / (r · H).
  const harmonic = vectors === null ? 1 : Math.log(vectors.size) + 0.58;
  const scored: { readonly word: string; readonly value: number }[] = [];
  for (const { forms, counted, documents } of counts.values()) {
    const word = [...forms].reduce((best, form) => (form[1] > best[1] ? form : best))[0];
    const row = vectors === null ? UNSEEN : vectors.rowOf(word);
    if (row < 0 || documents < minDocuments || WEB_WORDS.has(word)) continue;
    const usual = total * Math.max(1 / ((row + 1) * harmonic), general.get(reading.stem(word)) ?? 0);
    if (counted > usual) scored.push({ word, value: 2 * (counted * Math.log(counted / usual) - counted + usual) });
  }
  return scored
    .sort((a, b) => b.value - a.value || (a.word < b.word ? -1 : 1))
    .slice(0, DRAFTS)
    .map(({ word }) => word);
}

interface WordCount {
  readonly forms: Map<string, number>;
  /** Occurrences, capped per document. */
  counted: number;
  documents: number;
}

/** @returns number of words read */
function countInto(counts: Map<string, WordCount>, words: readonly string[], reading: WordReading): number {
  const own = new Map<string, number>();
  for (const word of words) {
    const least = isUnspaced(word) ? MIN_UNSPACED_CHARS : MIN_WORD_CHARS;
    if (word.length < least || reading.isStopWord(word) || !LETTER.test(word)) continue;
    const key = reading.stem(word);
    const count = counts.get(key) ?? { forms: new Map<string, number>(), counted: 0, documents: 0 };
    counts.set(key, count);
    count.forms.set(word, (count.forms.get(word) ?? 0) + 1);
    own.set(key, (own.get(key) ?? 0) + 1);
  }
  for (const [key, times] of own) {
    const count = counts.get(key);
    if (count === undefined) continue;
    count.counted += Math.min(MAX_COUNTED, times);
    count.documents++;
  }
  return words.length;
}

/** Share of each stem among the words of general documents. */
function generalShares(background: CandidateInput['background'], { stem }: WordReading): Map<string, number> {
  const shares = new Map<string, number>();
  const words = background.flatMap((document) => shownWords(documentText(document)).map(stem));
  for (const word of words) shares.set(word, (shares.get(word) ?? 0) + 1 / words.length);
  return shares;
}

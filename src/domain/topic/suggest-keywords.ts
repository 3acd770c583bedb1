import type { WordVectors } from '../learning/word-vectors.js';
import { isStopWord, stem, tokenize } from '../text/index.js';
import { phraseSimilarity, semanticMeasure, type SemanticMeasure } from './expand-keywords.js';
import { type CountedTerms, type Draft, measure } from './find-candidates.js';
import { judgeCandidates } from './judge-candidates.js';
import type { CandidateInput, KeywordCandidate } from './keyword-candidate.js';
import { documentText, KeywordOccurrences } from './keyword-occurrences.js';
import type { Keyword } from './keyword-set.js';
import { findPhrases, type PhraseMethod, stemsKey } from './phrase-candidates.js';

export interface SuggestionOptions {
  /** Words, and phrases, suggested at most. */
  readonly maxKeywords: number;
  readonly maxPhrases: number;
}

export const DEFAULT_SUGGESTIONS: SuggestionOptions = { maxKeywords: 30, maxPhrases: 20 };

export interface Suggestions {
  /** Words, most telling first, then phrases. */
  readonly candidates: readonly KeywordCandidate[];
  /** Least mean cosine of a suggestion with what the pages are most surely about. */
  readonly threshold: number;
}

/** Most telling words that stand in for given keywords. */
const PSEUDO_KEYWORDS = 10;
/** Share of the threshold that these must reach themselves: about half of any words are farther from their centre than the mean. */
const PSEUDO_SHARE = 0.5;
/** Occurrences in one page that count: a menu repeats words without meaning them more. */
const MAX_COUNTED = 5;
/** From as many pages on, a word must stand in two of them. */
const SEVERAL = 3;
const MIN_WORD_CHARS = 3;
const LETTER = /\p{L}/u;
/** Lift that a suggestion needs, bits. */
const MIN_LIFT = 1;
const PHRASE_METHODS: ReadonlySet<PhraseMethod> = new Set(['rake', 'collocation']);
const DRAFTS = 500;
/** What pages of any subject say more often than English at large: the vectors' vocabulary is ranked by news and encyclopedia. */
const WEB_WORDS: ReadonlySet<string> = new Set(
  (
    'page pages web site sites website websites home homepage internet online link links email mail phone fax contact address information info available ' +
    'updated update copyright rights reserved privacy policy terms search menu login user users comment comments post posted posts list faq wiki blog edu com ' +
    'org net ftp pdf jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun dont didnt doesnt isnt wasnt cant wont ive im youre theyre'
  ).split(' '),
);

/**
 * Keywords from pages that the topic is begun with, without any keyword or label.
 *
 * Words are ranked by how much more frequent they are than usual (log-likelihood, Dunning 1993): than in English at large, by Zipf's law and the word's
 * rank in the vocabulary of the vectors, and than in the general documents. The first ten stand in for given keywords, unless there are some: what is as
 * near to them as TRES asks of candidates (section 2.3) is suggested, of themselves what is half as near, and phrases by RAKE and as collocations alike.
 */
export function suggestKeywords(
  input: CandidateInput,
  vectors: WordVectors,
  options: Partial<SuggestionOptions> = {},
): Suggestions {
  const { maxKeywords, maxPhrases } = { ...DEFAULT_SUGGESTIONS, ...options };
  const { current, relevant, others, background } = input;
  const minDocuments = relevant.length >= SEVERAL ? 2 : 1;
  const ranked = tellingWords(input, vectors, minDocuments);
  const given =
    current.length > 0
      ? current
      : ranked
          .slice(0, PSEUDO_KEYWORDS)
          .map((text): Keyword => ({ text, kind: 'keyword', origin: 'expanded', similarity: 1 }));
  const measured = semanticMeasure(given, vectors);
  const taken = new Set([...current.map(({ text }) => stemsKey(text)), ...input.rejected]);
  const pseudo = current.length > 0 ? 0 : PSEUDO_KEYWORDS;
  const drafts = near(ranked, pseudo, relevant.map(documentText), measured, vectors, minDocuments).filter(
    ({ text }) => !taken.has(stemsKey(text)),
  );
  const texts = drafts.map(({ text }) => text);
  const counted: CountedTerms = {
    relevant: KeywordOccurrences.count(texts, relevant),
    others: KeywordOccurrences.count(texts, others),
    background: KeywordOccurrences.count(texts, background),
  };
  const distinct = drafts.map((draft, term) => measure(draft, term, counted)).filter(({ lift }) => lift >= MIN_LIFT);
  const words = distinct.filter(({ kind }) => kind === 'keyword').slice(0, maxKeywords);
  const phrases = distinct
    .filter(({ kind }) => kind === 'phrase')
    .sort((a, b) => b.lift - a.lift || (b.similarity ?? 0) - (a.similarity ?? 0))
    .slice(0, maxPhrases);
  return { candidates: judgeCandidates([...words, ...phrases], input, {}), threshold: measured.threshold };
}

/** @param pseudo of the ranked words the first ones, by which the measure was made */
function near(
  ranked: readonly string[],
  pseudo: number,
  texts: readonly string[],
  { centre, threshold }: SemanticMeasure,
  vectors: WordVectors,
  minDocuments: number,
): Draft[] {
  if (centre === null) return [];
  const words = ranked
    .map((text): Draft => ({
      text,
      kind: 'keyword',
      method: 'seed',
      similarity: vectors.similarity(vectors.rowOf(text), centre),
    }))
    .filter(({ similarity }, i) => (similarity ?? 0) >= (i < pseudo ? PSEUDO_SHARE * threshold : threshold));
  const phrases = findPhrases(texts, PHRASE_METHODS, minDocuments)
    .map(({ text }): Draft => ({
      text,
      kind: 'phrase',
      method: 'seed',
      similarity: phraseSimilarity(text, centre, vectors),
    }))
    .filter(({ similarity }) => similarity !== null && similarity >= threshold);
  return [...words, ...phrases];
}

/** Words with vectors that stand in the pages more often than in other text, most telling first; of inflections the most frequent. */
function tellingWords({ relevant, background }: CandidateInput, vectors: WordVectors, minDocuments: number): string[] {
  const counts = new Map<string, WordCount>();
  let total = 0;
  for (const document of relevant) total += countInto(counts, tokenize(documentText(document)));
  const general = generalShares(background);
  // Harmonic number of the vocabulary: Zipf's law gives the word of rank r a share of 1 / (r · H).
  const harmonic = Math.log(vectors.size) + 0.58;
  const scored: { readonly word: string; readonly value: number }[] = [];
  for (const { forms, counted, documents } of counts.values()) {
    const word = [...forms].reduce((best, form) => (form[1] > best[1] ? form : best))[0];
    const row = vectors.rowOf(word);
    if (row < 0 || documents < minDocuments || WEB_WORDS.has(word)) continue;
    const usual = total * Math.max(1 / ((row + 1) * harmonic), general.get(stem(word)) ?? 0);
    if (counted > usual) scored.push({ word, value: 2 * (counted * Math.log(counted / usual) - counted + usual) });
  }
  return scored
    .sort((a, b) => b.value - a.value || (a.word < b.word ? -1 : 1))
    .slice(0, DRAFTS)
    .map(({ word }) => word);
}

interface WordCount {
  readonly forms: Map<string, number>;
  /** Occurrences, none counted beyond a few of each document. */
  counted: number;
  documents: number;
}

/** @returns words read */
function countInto(counts: Map<string, WordCount>, words: readonly string[]): number {
  const own = new Map<string, number>();
  for (const word of words) {
    if (word.length < MIN_WORD_CHARS || isStopWord(word) || !LETTER.test(word)) continue;
    const key = stem(word);
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
function generalShares(background: CandidateInput['background']): Map<string, number> {
  const shares = new Map<string, number>();
  const words = background.flatMap((document) => tokenize(documentText(document)).map(stem));
  for (const word of words) shares.set(word, (shares.get(word) ?? 0) + 1 / words.length);
  return shares;
}

import type { WordVectors } from '../learning/word-vectors.js';
import { readingOf } from '../text/index.js';
import { phraseSimilarity, semanticMeasure, type SemanticMeasure } from './expand-keywords.js';
import { type CountedTerms, measure } from './find-candidates.js';
import { judgeCandidates } from './judge-candidates.js';
import type { CandidateInput, Draft, KeywordCandidate } from './keyword-candidate.js';
import { documentText, KeywordOccurrences } from './keyword-occurrences.js';
import type { Keyword } from './keyword-set.js';
import { findPhrases, type PhraseMethod, stemsKey } from './phrase-candidates.js';
import { draftsByFrequency, tellingWords } from './telling-words.js';
import { ENGLISH } from './topic-language.js';

export interface SuggestionOptions {
  /** Words, and phrases, suggested at most. */
  readonly maxKeywords: number;
  readonly maxPhrases: number;
}

export const DEFAULT_SUGGESTIONS: SuggestionOptions = { maxKeywords: 30, maxPhrases: 20 };

export interface Suggestions {
  /** General documents that candidates were held against. */
  readonly background: number;
  /** Words, most telling first, then phrases. */
  readonly candidates: readonly KeywordCandidate[];
  /** Least mean cosine of a suggestion with what the pages are most surely about; 0 where the topic is not English, and nothing was asked. */
  readonly threshold: number;
}

/** Most telling words that stand in for given keywords. */
const PSEUDO_KEYWORDS = 10;
/** Share of the threshold that these must reach themselves: about half of any words are farther from their centre than the mean. */
const PSEUDO_SHARE = 0.5;
/** From as many pages on, a word must stand in two of them. */
const SEVERAL = 3;
/** Lift that a suggestion needs, bits. */
const MIN_LIFT = 1;
const PHRASE_METHODS: ReadonlySet<PhraseMethod> = new Set(['rake', 'collocation']);

/**
 * Keywords from pages that the topic is begun with, without any keyword or label.
 *
 * Words are ranked by how much more frequent they are than usual (log-likelihood, Dunning 1993): than in English at large, by Zipf's law and the word's
 * rank in the vocabulary of the vectors, and than in the general documents. The first ten stand in for given keywords, unless there are some: what is as
 * near to them as TRES asks of candidates (section 2.3) is suggested, of themselves what is half as near, and phrases by RAKE and as collocations alike. The
 * vectors are English: in another language frequency alone decides.
 */
export function suggestKeywords(
  input: CandidateInput,
  vectors: WordVectors,
  options: Partial<SuggestionOptions> = {},
): Suggestions {
  const { maxKeywords, maxPhrases } = { ...DEFAULT_SUGGESTIONS, ...options };
  const { current, relevant, others, background } = input;
  const minDocuments = relevant.length >= SEVERAL ? 2 : 1;
  const { drafts: all, threshold } =
    input.language === ENGLISH
      ? draftsByMeaning(input, vectors, minDocuments)
      : { drafts: draftsByFrequency(input, minDocuments, PHRASE_METHODS), threshold: 0 };
  const taken = new Set([...current.map(({ text }) => stemsKey(text)), ...input.rejected]);
  const drafts = all.filter(({ text }) => !taken.has(stemsKey(text)));
  const reading = readingOf(input.language);
  const texts = drafts.map(({ text }) => text);
  const counted: CountedTerms = {
    relevant: KeywordOccurrences.count(texts, relevant, reading),
    others: KeywordOccurrences.count(texts, others, reading),
    background: KeywordOccurrences.count(texts, background, reading),
  };
  const distinct = drafts.map((draft, term) => measure(draft, term, counted)).filter(({ lift }) => lift >= MIN_LIFT);
  const words = distinct.filter(({ kind }) => kind === 'keyword').slice(0, maxKeywords);
  const phrases = distinct
    .filter(({ kind }) => kind === 'phrase')
    .sort((a, b) => b.lift - a.lift || (b.similarity ?? 0) - (a.similarity ?? 0))
    .slice(0, maxPhrases);
  return { background: background.length, candidates: judgeCandidates([...words, ...phrases], input, {}), threshold };
}

function draftsByMeaning(
  input: CandidateInput,
  vectors: WordVectors,
  minDocuments: number,
): { drafts: Draft[]; threshold: number } {
  const { current, relevant } = input;
  const ranked = tellingWords(input, vectors, minDocuments);
  const given =
    current.length > 0
      ? current
      : ranked
          .slice(0, PSEUDO_KEYWORDS)
          .map((text): Keyword => ({ text, kind: 'keyword', origin: 'expanded', similarity: 1 }));
  const measured = semanticMeasure(given, vectors);
  const pseudo = current.length > 0 ? 0 : PSEUDO_KEYWORDS;
  const drafts = near(ranked, pseudo, relevant.map(documentText), measured, vectors, minDocuments);
  return { drafts, threshold: measured.threshold };
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

import type { WordVectors } from '../learning/word-vectors.js';
import { phraseSimilarity, semanticMeasure } from './expand-keywords.js';
import { countTerms, measure } from './find-candidates.js';
import { judgeCandidates } from './judge-candidates.js';
import type { CandidateInput, Draft, KeywordCandidate } from './keyword-candidate.js';
import { documentText } from './keyword-occurrences.js';
import type { Keyword } from './keyword-set.js';
import { findPhrases, type PhraseMethod, stemsKey } from './phrase-candidates.js';
import { draftsByFrequency, tellingWords } from './telling-words.js';
import { ENGLISH } from './topic-language.js';

export interface SuggestionOptions {
  /** Most suggested words, and as many phrases. */
  readonly maxKeywords: number;
  readonly maxPhrases: number;
}

export const DEFAULT_SUGGESTIONS: SuggestionOptions = { maxKeywords: 30, maxPhrases: 20 };

export interface Suggestions {
  /** Number of general documents compared with. */
  readonly background: number;
  /** Words, most telling first, then phrases. */
  readonly candidates: readonly KeywordCandidate[];
  /**
   * Minimum mean cosine of a suggestion with the most telling words; 0 if the topic is not English, without such a
   * test.
   */
  readonly threshold: number;
}

/** Number of most telling words that replace given keywords. */
const PSEUDO_KEYWORDS = 10;
/**
 * Share of the threshold that these must reach themselves: about half of any words are further from their centroid than
 * the mean.
 */
const PSEUDO_SHARE = 0.5;
/** From this number of pages on, a word must occur in two of them. */
const SEVERAL = 3;
/** Minimum lift of a suggestion, bits. */
const MIN_LIFT = 1;
const PHRASE_METHODS: ReadonlySet<PhraseMethod> = new Set(['rake', 'collocation']);

/**
 * Keywords from the initial pages of a topic, without any keyword or label.
 *
 * Words are ranked by how much more frequent they are than usual (log-likelihood, Dunning 1993): than in general
 * English, by Zipf's law and the word's rank in the vocabulary of the vectors, and than in the general documents. The
 * first ten replace given keywords, unless there are some: words as similar to them as TRES requires of candidates
 * (section 2.3) are suggested, the ten themselves at half of that similarity, and phrases by RAKE and as collocations
 * likewise. The vectors are English: in another language only frequency decides.
 */
export function suggestKeywords(
  input: CandidateInput,
  vectors: WordVectors,
  options: Partial<SuggestionOptions> = {},
): Suggestions {
  const { maxKeywords, maxPhrases } = { ...DEFAULT_SUGGESTIONS, ...options };
  const { current, relevant, background } = input;
  const minDocuments = relevant.length >= SEVERAL ? 2 : 1;
  const { drafts: all, threshold } =
    input.language === ENGLISH
      ? draftsByMeaning(input, vectors, minDocuments)
      : { drafts: draftsByFrequency(input, minDocuments, PHRASE_METHODS), threshold: 0 };
  const taken = new Set([...current.map(({ text }) => stemsKey(text)), ...input.rejected]);
  const drafts = all.filter(({ text }) => !taken.has(stemsKey(text)));
  const counted = countTerms(
    drafts.map(({ text }) => text),
    input,
  );
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
  const { centre, threshold } = semanticMeasure(given, vectors);
  if (centre === null) return { drafts: [], threshold };
  // Without keywords, the first ranked words define the measure.
  const pseudo = current.length > 0 ? 0 : PSEUDO_KEYWORDS;
  const words = ranked
    .map((text): Draft => ({
      text,
      kind: 'keyword',
      method: 'seed',
      similarity: vectors.similarity(vectors.rowOf(text), centre),
    }))
    .filter(({ similarity }, i) => (similarity ?? 0) >= (i < pseudo ? PSEUDO_SHARE * threshold : threshold));
  const phrases = findPhrases(relevant.map(documentText), PHRASE_METHODS, minDocuments)
    .map(({ text }): Draft => ({
      text,
      kind: 'phrase',
      method: 'seed',
      similarity: phraseSimilarity(text, centre, vectors),
    }))
    .filter(({ similarity }) => similarity !== null && similarity >= threshold);
  return { drafts: [...words, ...phrases], threshold };
}

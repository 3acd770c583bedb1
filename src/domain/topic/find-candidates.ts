import { readingOf } from '../text/index.js';
import type { WordVectors } from '../learning/word-vectors.js';
import {
  DEFAULT_EXPANSION,
  expandKeywords,
  type ExpansionOptions,
  phraseSimilarity,
  semanticMeasure,
} from './expand-keywords.js';
import { judgeCandidates } from './judge-candidates.js';
import {
  type AcceptanceRule,
  type CandidateInput,
  type Draft,
  EXPANSION_METHODS,
  type ExpansionMethod,
  type KeywordCandidate,
  liftOf,
  type MeasuredCandidate,
} from './keyword-candidate.js';
import { documentText, KeywordOccurrences } from './keyword-occurrences.js';
import type { Keyword } from './keyword-set.js';
import { type KeywordPresence, presenceOf } from './keyword-statistics.js';
import { findPhrases, type PhraseMethod, stemsKey } from './phrase-candidates.js';
import { draftsByFrequency } from './telling-words.js';
import { ENGLISH } from './topic-language.js';

export interface CandidateOptions extends ExpansionOptions {
  readonly methods: readonly ExpansionMethod[];
  /** Minimum lift of a word, bits; null leaves the decision to the semantic threshold, as in the paper. */
  readonly minLift: number | null;
  /** Minimum lift of a phrase, bits. */
  readonly minPhraseLift: number;
  /** Most phrases kept, best first. */
  readonly maxPhrases: number;
  /** The rule for acceptable candidates. */
  readonly accept: AcceptanceRule;
}

export const DEFAULT_CANDIDATES: CandidateOptions = {
  ...DEFAULT_EXPANSION,
  methods: EXPANSION_METHODS,
  minLift: null,
  // Twice as frequent: below it a phrase is common to all pages.
  minPhraseLift: 1,
  maxPhrases: 100,
  // Eight times as frequent. On recorded webs similarity to the keywords alone worsened the ranking if these are
  // everyday words (bench/relevance/keywords.mjs).
  accept: { minLift: 3 },
};

export interface ExpansionInput extends CandidateInput {
  /** Keywords from which the expansion starts. */
  readonly seeds: readonly Keyword[];
}

export interface CandidateSearch {
  /** Number of general documents compared with. */
  readonly background: number;
  /** Words, most similar first, then phrases, highest lift first. */
  readonly candidates: readonly KeywordCandidate[];
  readonly threshold: number;
  /** Given keywords without a vector: they were ignored. */
  readonly unknown: readonly string[];
  /** Keywords in relevant and other documents: the current keywords; the next field adds the acceptable candidates. */
  readonly before: ClassPresence;
  readonly after: ClassPresence;
}

interface ClassPresence {
  readonly relevant: KeywordPresence;
  readonly others: KeywordPresence;
}

/**
 * Candidates for keywords in the relevant documents: words by TRES (algorithm 1), phrases by RAKE and as collocations.
 * Phrases must reach the same semantic threshold by the mean vector of their words, and a minimum lift.
 */
export function findCandidates(
  input: ExpansionInput,
  vectors: WordVectors,
  options: Partial<CandidateOptions> = {},
): CandidateSearch {
  const settings = { ...DEFAULT_CANDIDATES, ...options };
  const { current, background } = input;
  const { threshold, unknown, centre } = semanticMeasure(input.seeds, vectors);
  const taken = new Set([...current.map(({ text }) => stemsKey(text)), ...input.rejected]);
  const drafts = found(input, vectors, centre, threshold, settings).filter(
    ({ text }) => text.length <= MAX_CANDIDATE_CHARS && !taken.has(stemsKey(text)),
  );
  const texts = [...current, ...drafts].map(({ text }) => text);
  const counted = countTerms(texts, input);
  const measured = drafts.map((draft, i) => measure(draft, current.length + i, counted));
  const { minLift } = settings;
  const byMeaning = input.language === ENGLISH;
  const kept = bestOf(measured, {
    ...settings,
    minLift: byMeaning ? minLift : Math.max(minLift ?? 0, settings.minPhraseLift),
  });
  const candidates = judgeCandidates(kept, input, settings.accept);
  const accepted = new Set(candidates.filter(({ acceptable }) => acceptable).map(({ text }) => text));
  const chosen = texts.flatMap((text, term) => (term < current.length || accepted.has(text) ? [term] : []));
  const presence = (terms: readonly number[]): ClassPresence => ({
    relevant: presenceOf(counted.relevant.select(terms)),
    others: presenceOf(counted.others.select(terms)),
  });
  return {
    background: background.length,
    candidates,
    threshold,
    unknown,
    before: presence(current.map((_, term) => term)),
    after: presence(chosen),
  };
}

/** Numbers of documents of each kind with the terms. */
interface CountedTerms {
  readonly relevant: KeywordOccurrences;
  readonly others: KeywordOccurrences;
  readonly background: KeywordOccurrences;
}

/** Counts the documents with each term, by the rules of the topic's language. */
export function countTerms(
  terms: readonly string[],
  { relevant, others, background, language }: CandidateInput,
): CountedTerms {
  const reading = readingOf(language);
  return {
    relevant: KeywordOccurrences.count(terms, relevant, reading),
    others: KeywordOccurrences.count(terms, others, reading),
    background: KeywordOccurrences.count(terms, background, reading),
  };
}

/** Adds a candidate's lift and document counts. @param term its index in the counted terms */
export function measure(draft: Draft, term: number, { relevant, others, background }: CountedTerms): MeasuredCandidate {
  const found = {
    relevant: relevant.documentsOf(term),
    others: others.documentsOf(term),
    background: background.documentsOf(term),
  };
  const lift = liftOf(found, { relevant: relevant.size, others: others.size, background: background.size });
  return {
    ...draft,
    lift,
    relevantDocuments: found.relevant,
    otherDocuments: found.others,
    backgroundDocuments: found.background,
  };
}

/** In other languages than English, which have no vectors: telling words, and phrases, regardless of similarity. */
function found(
  input: ExpansionInput,
  vectors: WordVectors,
  centre: Float32Array | null,
  threshold: number,
  settings: CandidateOptions,
): Draft[] {
  if (input.language === ENGLISH) return centre === null ? [] : draftsOf(input, vectors, centre, threshold, settings);
  const drafts = draftsByFrequency(input, settings.minDocuments, phraseMethods(settings));
  return settings.methods.includes('tres') ? drafts : drafts.filter(({ kind }) => kind === 'phrase');
}

const phraseMethods = ({ methods }: CandidateOptions): ReadonlySet<PhraseMethod> =>
  new Set(methods.filter((method): method is PhraseMethod => method !== 'tres'));

function draftsOf(
  { seeds, relevant }: ExpansionInput,
  vectors: WordVectors,
  centre: Float32Array,
  threshold: number,
  settings: CandidateOptions,
): Draft[] {
  // Cut only after lift and rejections are known.
  const expansion = settings.methods.includes('tres')
    ? expandKeywords(seeds, relevant, vectors, { ...settings, maxKeywords: MAX_DRAFTS }).keywords
    : [];
  const words = expansion.map(({ text, kind, similarity }): Draft => ({ text, kind, method: 'tres', similarity }));
  const methods = phraseMethods(settings);
  if (methods.size === 0) return words;
  const least = Math.max(threshold, settings.minSimilarity);
  const phrases = findPhrases(relevant.map(documentText), methods, settings.minDocuments).flatMap(
    ({ text, method }): Draft[] => {
      const similarity = phraseSimilarity(text, centre, vectors);
      return similarity !== null && similarity >= least ? [{ text, kind: 'phrase', method, similarity }] : [];
    },
  );
  return [...words, ...phrases];
}

/** Longest keyword. */
const MAX_CANDIDATE_CHARS = 100;
/** Most candidates counted: some three times the largest result. */
const MAX_DRAFTS = 3_000;

function bestOf(
  measured: readonly MeasuredCandidate[],
  { minLift, minPhraseLift, maxKeywords, maxPhrases }: CandidateOptions,
): MeasuredCandidate[] {
  const words = measured.filter(({ kind, lift }) => kind === 'keyword' && (minLift === null || lift >= minLift));
  const phrases = measured.filter(
    ({ kind, lift }) => kind === 'phrase' && lift >= Math.max(minPhraseLift, minLift ?? -Infinity),
  );
  phrases.sort((a, b) => b.lift - a.lift || (b.similarity ?? 0) - (a.similarity ?? 0) || (a.text < b.text ? -1 : 1));
  return [...words.slice(0, maxKeywords), ...phrases.slice(0, maxPhrases)];
}

import { languageOf, languageOfWords } from '../language/index.js';
import type { WordVectors } from '../learning/word-vectors.js';
import { type DocumentText, letterRuns } from '../text/index.js';
import type { Keyword } from './keyword-set.js';

export const ENGLISH = 'en';

/** Number of examples for detecting a topic's language; the next constant is the characters of each. */
const MAX_EXAMPLES = 200;
const MAX_CHARS = 1_000;
/** The vectors are ordered by frequency: a word among the first ones is common in English. */
const USUAL_WORDS = 50_000;
/** At least 60% of the keywords of 40 English topics are common, and at most a third of others. */
const USUAL_KEYWORDS = 0.5;
/**
 * Share of common words: 90% in English prose, 70% in lists of English words, 55% in French, Spanish, Dutch or German
 * text, some of whose short words also exist in English.
 */
const USUAL_IN_TEXT = 0.65;

/** Scripts of a single large language. */
const BY_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Lao}/u, 'lo'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Myanmar}/u, 'my'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Tamil}/u, 'ta'],
];
const NON_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/** Evidence of a topic's language. */
interface LanguageEvidence {
  /** Set by its user, ISO 639-1. */
  readonly language?: string;
  readonly keywords: readonly Keyword[];
  /** Relevant examples. */
  readonly positives: readonly DocumentText[];
  /** Vectors of English. */
  readonly vectors: WordVectors | null;
}

/**
 * The language of a topic, ISO 639-1: the user's, unless it is English, which is the default; otherwise that of most
 * relevant examples, or else of the keywords. '' if it is not English and otherwise unknown: three words rarely
 * suffice.
 */
export function topicLanguage({ language: named = ENGLISH, keywords, positives, vectors }: LanguageEvidence): string {
  if (named !== ENGLISH) return named;
  const counts = new Map<string, number>();
  const texts = positives.slice(0, MAX_EXAMPLES).map(({ title, text }) => `${text.slice(0, MAX_CHARS)} ${title}`);
  for (const text of texts) {
    const language = languageOf(text, '');
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [[commonest] = ['']] = [...counts].sort(([, a], [, b]) => b - a);
  if (commonest === '') return languageOfKeywords(keywords.map(({ text }) => text).join(' '), vectors);
  // Names and lists of words resemble any language to a detector that uses letters.
  const isEnglish = vectors !== null && usualShare(letterRuns(texts.join(' ')), vectors) >= USUAL_IN_TEXT;
  return isEnglish ? ENGLISH : commonest;
}

function languageOfKeywords(text: string, vectors: WordVectors | null): string {
  const script = BY_SCRIPT.find(([letters]) => letters.test(text));
  if (script !== undefined) return script[1];
  if (NON_LATIN.test(text)) return languageOfWords(text);
  return vectors === null || usualShare(letterRuns(text), vectors) >= USUAL_KEYWORDS ? ENGLISH : '';
}

/** Share of words that are common in English; 1 without words. */
function usualShare(words: readonly string[], vectors: WordVectors): number {
  const usual = words.filter((word) => {
    const row = vectors.rowOf(word);
    return row >= 0 && row < USUAL_WORDS;
  });
  return words.length === 0 ? 1 : usual.length / words.length;
}

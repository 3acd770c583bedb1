import { detectLanguage, languageOf } from '../language/index.js';
import type { WordVectors } from '../learning/word-vectors.js';
import { type DocumentText, letterRuns } from '../text/index.js';
import type { Keyword } from './keyword-set.js';

export const ENGLISH = 'en';

/** Examples from which the language of a topic is detected, and characters of each. */
const MAX_EXAMPLES = 200;
const MAX_CHARS = 1_000;
/** The vectors are in the order of frequency: a word among the first so many is usual in English. */
const USUAL_WORDS = 50_000;
/** Of the keywords of 40 English topics 60% and more are usual, of others at most a third. */
const USUAL_KEYWORDS = 0.5;
/** Of running text in English 90% of the words are, of lists of English words 70%, of French, Spanish, Dutch or German text, whose small words English knows, 55%. */
const USUAL_IN_TEXT = 0.65;

/** Scripts of one of the larger languages alone. */
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

/** What says in which language a topic is. */
export interface LanguageEvidence {
  /** As its user names it, ISO 639-1. */
  readonly language?: string;
  readonly keywords: readonly Keyword[];
  /** Relevant examples. */
  readonly positives: readonly DocumentText[];
  /** Those of English. */
  readonly vectors: WordVectors | null;
}

/**
 * The language of a topic, ISO 639-1: that which its user names, where it is not English, as topics are by default; that of most of its relevant examples, or else
 * of its keywords. '' when it is not English, and nothing says which one it is: three words rarely do.
 */
export function topicLanguage({ language: named = ENGLISH, keywords, positives, vectors }: LanguageEvidence): string {
  if (named !== ENGLISH) return named;
  const counts = new Map<string, number>();
  const texts = positives.slice(0, MAX_EXAMPLES).map(({ title, text }) => `${text.slice(0, MAX_CHARS)} ${title}`);
  for (const text of texts) {
    const language = languageOf(text, '');
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [[told] = ['']] = [...counts].sort(([, a], [, b]) => b - a);
  if (told === '') return languageOfWords(keywords.map(({ text }) => text).join(' '), vectors);
  // Names and lists of words look like any language to a detector that goes by their letters.
  const isEnglish = vectors !== null && usualShare(letterRuns(texts.join(' ')), vectors) >= USUAL_IN_TEXT;
  return isEnglish ? ENGLISH : told;
}

function languageOfWords(text: string, vectors: WordVectors | null): string {
  const script = BY_SCRIPT.find(([letters]) => letters.test(text));
  if (script !== undefined) return script[1];
  if (NON_LATIN.test(text)) return detectLanguage(text).language;
  return vectors === null || usualShare(letterRuns(text), vectors) >= USUAL_KEYWORDS ? ENGLISH : '';
}

/** Share of the words that are usual in English; 1 where there are none. */
function usualShare(words: readonly string[], vectors: WordVectors): number {
  const usual = words.filter((word) => {
    const row = vectors.rowOf(word);
    return row >= 0 && row < USUAL_WORDS;
  });
  return words.length === 0 ? 1 : usual.length / words.length;
}

import { detectLanguage, languageOf } from '../../language/index.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import { letterRuns } from '../../text/index.js';
import type { TrainingInput } from '../model-definition.js';
import { ENGLISH } from './analyzer.js';

/** Examples by which the language of a topic is told, and characters of each. */
const MAX_EXAMPLES = 200;
const MAX_CHARS = 1_000;
/** The vectors are in the order of frequency: a word among the first so many is English. Of the words of 40 English topics 60% and more are, of others at most a third. */
const USUAL_WORDS = 50_000;
const USUAL_SHARE = 0.5;

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

/**
 * The language of a topic, ISO 639-1: that of most of its relevant examples, or else of its keywords. '' when it is not English, and nothing says which one
 * it is: three words rarely do.
 */
export function toldLanguage({
  keywords,
  positives,
  vectors,
}: Pick<TrainingInput, 'keywords' | 'positives' | 'vectors'>): string {
  const counts = new Map<string, number>();
  for (const { title, text } of positives.slice(0, MAX_EXAMPLES)) {
    const language = languageOf(`${text.slice(0, MAX_CHARS)} ${title}`, '');
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [[told] = ['']] = [...counts].sort(([, a], [, b]) => b - a);
  return told || languageOfWords(keywords.map(({ text }) => text).join(' '), vectors);
}

function languageOfWords(text: string, vectors: WordVectors | null): string {
  const script = BY_SCRIPT.find(([letters]) => letters.test(text));
  if (script !== undefined) return script[1];
  if (NON_LATIN.test(text)) return detectLanguage(text).language;
  return isEnglish(letterRuns(text), vectors) ? ENGLISH : '';
}

function isEnglish(words: readonly string[], vectors: WordVectors | null): boolean {
  if (vectors === null || words.length === 0) return true;
  const usual = words.filter((word) => {
    const row = vectors.rowOf(word);
    return row >= 0 && row < USUAL_WORDS;
  });
  return usual.length >= USUAL_SHARE * words.length;
}

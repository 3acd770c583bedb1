import { type ParsedPage, tellingText } from '../page/index.js';
import { isStopWord, tokenize } from '../text/index.js';

/** Most words read: the first thousand show a page's subject, and a page must not make a step long. */
const MAX_WORDS = 1_000;
const CHARS_READ = 12 * MAX_WORDS;
const MAX_WORD_CHARS = 30;
const LETTERS = /\p{L}.*\p{L}/u;

/** Counts of the content words of a page, in order of appearance. */
export function wordsOfPage(page: Pick<ParsedPage, 'title' | 'text' | 'mainText'>): Map<string, number> {
  const counts = new Map<string, number>();
  const text = `${page.title} ${tellingText(page)}`.slice(0, CHARS_READ);
  for (const word of tokenize(text).slice(0, MAX_WORDS))
    if (word.length <= MAX_WORD_CHARS && LETTERS.test(word) && !isStopWord(word))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

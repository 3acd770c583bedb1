import { foldSpace, letterRuns } from '../../../../domain/text/index.js';
import type { Keyword } from '../../../../domain/topic/index.js';
import { invalid } from '../../../../platform/errors/index.js';

/**
 * Every keyword is compared with every anchor: more than this many slow a crawl without describing its topic better.
 */
export const MAX_KEYWORDS = 2_000;
const MAX_KEYWORD_CHARS = 100;
/** A longer run of words is a sentence, and no page repeats it. */
const MAX_PHRASE_WORDS = 8;
const ALLOWED = `1 to ${MAX_KEYWORD_CHARS} characters with 1 to ${MAX_PHRASE_WORDS} words`;

/** Lower case, composed (NFC), whitespace folded to single spaces, no invisible characters. */
export function normalKeyword(text: string): string {
  return foldSpace(text.normalize('NFC').toLowerCase());
}

/**
 * Keywords from a user's texts, in their order; of equal texts the first counts.
 *
 * A text in `current` keeps its origin and similarity, so that editing an expanded set does not turn expanded keywords
 * into the user's own.
 *
 * @throws DomainError VALIDATION_FAILED naming the first wrong text, e.g. `keywords[3]`
 */
export function keywordsFromUser(texts: readonly string[], current: readonly Keyword[]): Keyword[] {
  const known = new Map(current.map((keyword) => [keyword.text, keyword]));
  const keywords = new Map<string, Keyword>();
  texts.forEach((raw, i) => {
    const text = normalKeyword(raw);
    const words = letterRuns(text).length;
    if (words === 0) throw invalid(`keywords[${i}]`, 'a keyword needs at least one letter or digit', ALLOWED);
    if (words > MAX_PHRASE_WORDS)
      throw invalid(`keywords[${i}]`, `a key phrase of ${words} words is too long`, ALLOWED);
    if (text.length > MAX_KEYWORD_CHARS)
      throw invalid(`keywords[${i}]`, `a keyword of ${text.length} characters is too long`, ALLOWED);
    if (!keywords.has(text))
      keywords.set(
        text,
        known.get(text) ?? { text, kind: words > 1 ? 'phrase' : 'keyword', origin: 'user', similarity: 1 },
      );
  });
  if (keywords.size > MAX_KEYWORDS)
    throw invalid('keywords', `${keywords.size} keywords are too many`, `at most ${MAX_KEYWORDS}`);
  return [...keywords.values()];
}

/** Whether two sets are equal, ignoring the order. */
export function sameKeywords(a: readonly Keyword[], b: readonly Keyword[]): boolean {
  if (a.length !== b.length) return false;
  const byText = new Map(b.map((keyword) => [keyword.text, keyword]));
  return a.every((one) => {
    const other = byText.get(one.text);
    return (
      other !== undefined &&
      other.kind === one.kind &&
      other.origin === one.origin &&
      other.similarity === one.similarity
    );
  });
}

import { readingOf, tokenize } from '../text/index.js';
import { hostOf, urlWords } from '../url/index.js';
import type { Keyword } from './keyword-set.js';
import { KeywordTrie } from './keyword-trie.js';

/** Searches for a topic's keywords and key phrases. */
export interface KeywordMatching {
  /** Whether the words of a canonical URL (host labels, path segments, query) include a keyword. */
  inUrl(url: string): boolean;
  /** Whether a text contains a keyword (single word). */
  keywordIn(text: string): boolean;
  /** Whether a text contains a key phrase (consecutive words). */
  phraseIn(text: string): boolean;
}

/** The result of `TopicMatching.countIn`. */
interface KeywordCounts {
  /** Number of words in the text. */
  readonly words: number;
  /** Number of keyword occurrences. */
  readonly keywords: number;
  /** Number of key phrase occurrences. */
  readonly phrases: number;
  /** Number of distinct keywords and key phrases. */
  readonly distinct: number;
}

/** Matching that also counts: for models and reports. */
interface TopicMatching extends KeywordMatching {
  countIn(text: string): KeywordCounts;
}

/**
 * Minimum length of keywords searched for inside host labels, where words are joined (`bestrecipes.example`). Shorter
 * ones occur in too many unrelated words.
 */
const MIN_COMPOUND_CHARS = 4;
/**
 * Most characters of text read: anchors have hundreds; counting in whole pages must not take hours on a hostile one.
 */
const MAX_TEXT_CHARS = 200_000;

/**
 * Compiles a keyword set for fast matching. Words are compared by the stems of one language, so inflections match;
 * texts are read in one pass.
 *
 * A URL matches if a keyword or key phrase is among its words (`urlWords`: the words of a key phrase in a row, so
 * `/ice-cream/` matches "ice cream"), or if a label of its host begins or ends with a keyword of at least four letters.
 *
 * @param language of the topic, ISO 639-1; English if it is '' or omitted
 */
export function createKeywordMatching(set: readonly Keyword[], language = ''): TopicMatching {
  const { stem } = readingOf(language);
  const stemsOf = (text: string): string[] => tokenize(text.slice(0, MAX_TEXT_CHARS)).map(stem);
  const trie = new KeywordTrie(
    set.map((keyword) => keyword.text),
    { words: tokenize, stem },
  );
  const isPhrase = set.map((keyword) => keyword.kind === 'phrase');
  const compounds = set
    .map(({ text }) => text)
    .filter((text) => text.length >= MIN_COMPOUND_CHARS && /^[\p{L}\p{N}]+$/u.test(text));

  const contains = (text: string, phrases: boolean): boolean => {
    let found = false;
    trie.scan(stemsOf(text), (term) => (found = isPhrase[term] === phrases));
    return found;
  };
  const inHost = (url: string): boolean => {
    const labels = hostOf(url).split('.').slice(0, -1);
    return labels.some((label) => compounds.some((keyword) => label.startsWith(keyword) || label.endsWith(keyword)));
  };

  return {
    inUrl: (url) => {
      let found = false;
      trie.scan(stemsOf(urlWords(url)), () => (found = true));
      return found || inHost(url);
    },
    keywordIn: (text) => contains(text, false),
    phraseIn: (text) => contains(text, true),
    countIn: (text) => {
      const stems = stemsOf(text);
      const seen = new Set<number>();
      let keywords = 0;
      let phrases = 0;
      trie.scan(stems, (term) => {
        seen.add(term);
        if (isPhrase[term]) phrases++;
        else keywords++;
        return false;
      });
      return { words: stems.length, keywords, phrases, distinct: seen.size };
    },
  };
}

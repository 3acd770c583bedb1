import type { DocumentText } from '../../text/document-text.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import { englishStem, letterRuns } from '../../text/index.js';
import type { Keyword } from '../../topic/keyword-set.js';
import type { KeywordTrie } from '../../topic/keyword-trie.js';
import { urlWords } from '../../url/index.js';
import { documentWords, isContentWord, keywordTrie } from '../features/document-words.js';
import { FEATURES as TOPIC_FEATURES, TopicFeatures } from '../features/topic-features.js';
import type { EncodedText } from './network.js';

/**
 * Whether the text contains a key phrase, whether the URL contains a keyword, and the features of `keyword-vectors`.
 */
export const KEYWORD_FEATURES = 2 + TOPIC_FEATURES;

/** Most words read of a URL. */
const MAX_URL_WORDS = 50;

/** Encodes texts for the network: content words with a vector, and keyword features. */
export class KwTextEncoder {
  private readonly trie: KeywordTrie;
  private readonly features: TopicFeatures;
  private readonly isPhrase: readonly boolean[];
  private readonly measured = new Float64Array(TOPIC_FEATURES);

  constructor(
    readonly keywords: readonly Keyword[],
    private readonly vectors: WordVectors,
  ) {
    this.trie = keywordTrie(keywords);
    this.features = new TopicFeatures(keywords, vectors);
    this.isPhrase = keywords.map(({ text }) => letterRuns(text).length > 1);
  }

  /**
   * A page by its title, description and text in that order, at most `limit` words. Null without known words.
   *
   * @param bins cells for the number of keywords: the first for none, the i-th for i or more
   */
  page(document: DocumentText, limit: number, bins: number): EncodedText | null {
    const { title, description, text } = documentWords(document);
    const inUrl = this.count(letterRuns(urlWords(document.url)).slice(0, MAX_URL_WORDS)).total > 0;
    return this.encode([title, description, text], inUrl, limit, bins);
  }

  /** A short text by its words. The words of a link's URL are among them, so no keyword is searched for in a URL. */
  words(words: readonly string[], limit: number, bins: number): EncodedText | null {
    return this.encode([words], false, limit, bins);
  }

  /** Occurrences of keywords and key phrases in a document. */
  keywordCount(document: DocumentText): number {
    const { title, description, text } = documentWords(document);
    return [title, description, text].reduce((sum, words) => sum + this.count(words).total, 0);
  }

  private encode(
    parts: readonly (readonly string[])[],
    inUrl: boolean,
    limit: number,
    bins: number,
  ): EncodedText | null {
    const tokens: number[] = [];
    let total = 0;
    let phrase = false;
    for (const words of parts) {
      for (let i = 0; i < words.length && tokens.length < limit; i++) {
        const row = isContentWord(words[i]) ? this.vectors.rowOf(words[i]) : -1;
        if (row >= 0) tokens.push(row);
      }
      const count = this.count(words);
      total += count.total;
      phrase ||= count.phrase;
    }
    if (tokens.length === 0 && total === 0) return null;
    const { features } = this;
    features.measure(features.read(parts.map((words) => ({ words, weight: 1 }))), this.measured);
    const keywords = new Float32Array(bins + KEYWORD_FEATURES);
    keywords[0] = total === 0 ? 1 : 0;
    for (let i = 1; i < bins && i <= total; i++) keywords[i] = 1;
    keywords[bins] = phrase ? 1 : 0;
    keywords[bins + 1] = inUrl ? 1 : 0;
    keywords.set(this.measured, bins + 2);
    return { tokens: Int32Array.from(tokens), keywords };
  }

  private count(words: readonly string[]): { total: number; phrase: boolean } {
    let total = 0;
    let phrase = false;
    this.trie.scan(words.map(englishStem), (keyword) => {
      total++;
      phrase ||= this.isPhrase[keyword];
      return false;
    });
    return { total, phrase };
  }
}

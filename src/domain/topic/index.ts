export type { Keyword, KeywordKind, KeywordOrigin, KeywordSet } from './keyword-set.js';
export { createKeywordMatching, type KeywordCounts, type TopicMatching } from './keyword-matching.js';
export { KeywordTrie } from './keyword-trie.js';

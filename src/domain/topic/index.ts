export type { Keyword, KeywordKind, KeywordOrigin, KeywordSet } from './keyword-set.js';
export { createKeywordMatching, type KeywordCounts, type TopicMatching } from './keyword-matching.js';
export { KeywordTrie } from './keyword-trie.js';
export { DEFAULT_EXPANSION, expandKeywords, type Expansion, type ExpansionCandidate, type ExpansionOptions } from './expand-keywords.js';

export type { Keyword, KeywordKind, KeywordOrigin, KeywordSet } from './keyword-set.js';
export { createKeywordMatching, type KeywordCounts, type TopicMatching } from './keyword-matching.js';
export { KeywordTrie } from './keyword-trie.js';
export {
  DEFAULT_EXPANSION,
  expandKeywords,
  type Expansion,
  type ExpansionCandidate,
  type ExpansionOptions,
} from './expand-keywords.js';
export {
  type AcceptanceRule,
  asKeyword,
  CANDIDATE_METHODS,
  type CandidateInput,
  type CandidateMethod,
  EXPANSION_METHODS,
  type ExpansionMethod,
  type KeywordCandidate,
} from './keyword-candidate.js';
export {
  type CandidateOptions,
  type CandidateSearch,
  type ClassPresence,
  DEFAULT_CANDIDATES,
  type ExpansionInput,
  findCandidates,
} from './find-candidates.js';
export type { KeywordJudgement, KeywordVerdict } from './keyword-judgement.js';
export { type KeywordPresence, keywordStatistics, type KeywordStatistics } from './keyword-statistics.js';
export { ENGLISH, type LanguageEvidence, topicLanguage } from './topic-language.js';
export { tellingWords } from './telling-words.js';
export { wilsonInterval } from './proportions.js';
export { stemsKey } from './phrase-candidates.js';
export { DEFAULT_SUGGESTIONS, suggestKeywords, type SuggestionOptions, type Suggestions } from './suggest-keywords.js';

export type { Keyword, KeywordKind, KeywordOrigin } from './keyword-set.js';
export { createKeywordMatching } from './keyword-matching.js';
export { expandKeywords } from './expand-keywords.js';
export {
  asKeyword,
  type CandidateInput,
  type CandidateMethod,
  EXPANSION_METHODS,
  type ExpansionMethod,
  type KeywordCandidate,
} from './keyword-candidate.js';
export {
  type CandidateOptions,
  type CandidateSearch,
  DEFAULT_CANDIDATES,
  type ExpansionInput,
  findCandidates,
} from './find-candidates.js';
export type { KeywordJudgement, KeywordVerdict } from './keyword-judgement.js';
export { type KeywordPresence, keywordStatistics, type KeywordStatistics } from './keyword-statistics.js';
export { ENGLISH, topicLanguage } from './topic-language.js';
export { tellingWords } from './telling-words.js';
export { wilsonInterval } from './proportions.js';
export { stemsKey } from './phrase-candidates.js';
export { DEFAULT_SUGGESTIONS, suggestKeywords, type SuggestionOptions, type Suggestions } from './suggest-keywords.js';

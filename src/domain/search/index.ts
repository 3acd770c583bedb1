export { usableHits, type SearchAnswer, type SearchHit, type SearchOutcome } from './search-answer.js';
export {
  MAX_PAGE_HITS,
  MAX_QUERY_CHARS,
  MAX_RESULT_PAGES,
  MAX_SEARCHES,
  SEARCH_ENGINES,
  SEARCH_HOST,
  searchOf,
  searchUrl,
  type SearchEngineName,
  type SearchRequest,
} from './search-request.js';
export { TextIndex } from './text-index.js';

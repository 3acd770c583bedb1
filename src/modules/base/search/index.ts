export { SearchModule } from './search.module.js';
export {
  indexedMatches,
  indexedTopicMatches,
  inSession,
  inTopic,
  pageMatch,
  type PageQuery,
  type SearchedIn,
  type SearchedPages,
  topicPageMatch,
  wantIndex,
  WHOLE,
} from './search-terms.sql.js';
export { tsvectorOf } from './tsvector.js';

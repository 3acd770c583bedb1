export { SearchModule } from './search.module.js';
export {
  indexedMatches,
  indexedTopicMatches,
  languagesOfSession,
  languagesOfTopic,
  pageMatch,
  type PageQuery,
  topicPageMatch,
  WHOLE,
} from './search-terms.sql.js';
export { tsvectorOf } from './tsvector.js';

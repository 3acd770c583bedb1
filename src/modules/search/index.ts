export { SearchFollower } from './search-follower.js';
export { SearchModule } from './search.module.js';
export { indexedBelow, indexedMatches, pageMatch, readMatch } from './search-terms.repository.js';

export { SearchEngines } from './search-engines.js';
export { SearchEnginesModule } from './search-engines.module.js';
export { readSearxngAnswer, Searxng, searxngUrl } from './searxng.js';
export { type StoredHit, StoredSearch } from './stored-search.repository.js';

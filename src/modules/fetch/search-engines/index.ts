export { SearchEngines } from './search-engines.js';
export { SearchEnginesModule } from './search-engines.module.js';
export { Searxng } from './searxng.js';
export { StoredSearch } from './stored-search.repository.js';

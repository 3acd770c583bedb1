import { Module } from '@nestjs/common';
import { SearchEngines } from './search-engines.js';
import { StoredSearch } from './stored-search.repository.js';

@Module({
  providers: [SearchEngines, StoredSearch],
  exports: [SearchEngines, StoredSearch],
})
export class SearchEnginesModule {}

import { Module } from '@nestjs/common';
import { PageTextsModule } from '../page-texts/index.js';
import { SearchRebuilder } from './search-rebuilder.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { SearchLag } from './search-lag.js';

/**
 * The full-text index of pages. Commits of crawls write it; every process contains the rebuilder for old ones, which
 * starts only in workers.
 */
@Module({
  imports: [PageTextsModule],
  providers: [SearchRebuilder, SearchIndexRepository, SearchLag],
  exports: [SearchRebuilder, SearchIndexRepository],
})
export class SearchModule {}

import { Module } from '@nestjs/common';
import { PageTextsModule } from '../page-texts/index.js';
import { SearchFollower } from './search-follower.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { SearchLag } from './search-lag.js';

/** The full-text index of pages. Its follower is present in every process, and starts with the application in those whose role is that of a worker. */
@Module({
  imports: [PageTextsModule],
  providers: [SearchFollower, SearchIndexRepository, SearchLag],
  exports: [SearchFollower, SearchIndexRepository],
})
export class SearchModule {}

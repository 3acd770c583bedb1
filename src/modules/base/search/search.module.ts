import { Module, Injectable } from '@nestjs/common';
import { PageTextsModule } from '../page-texts/index.js';
import { SearchRebuilder } from './search-rebuilder.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { databaseGauge, Metrics } from '../../../platform/metrics/index.js';

/** Metric of the search index's backlog. */
@Injectable()
class SearchLag {
  constructor(metrics: Metrics, index: SearchIndexRepository) {
    databaseGauge(metrics.registry, {
      name: 'gleaner_search_unindexed_pages',
      help: 'Completed steps of all sessions that the search index does not have yet',
      read: () => index.behind(),
    });
  }
}

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

import { Injectable } from '@nestjs/common';
import { databaseGauge, Metrics } from '../../platform/metrics/index.js';
import { SearchIndexRepository } from './search-index.repository.js';

/** Tells operators how far the search index is behind the crawls. */
@Injectable()
export class SearchLag {
  constructor(metrics: Metrics, index: SearchIndexRepository) {
    databaseGauge(metrics.registry, {
      name: 'gleaner_search_unindexed_pages',
      help: 'Completed steps of all sessions that the search index does not have yet',
      read: () => index.behind(),
    });
  }
}

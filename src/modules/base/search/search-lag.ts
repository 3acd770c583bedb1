import { Injectable } from '@nestjs/common';
import { databaseGauge, Metrics } from '../../../platform/metrics/index.js';
import { SearchIndexRepository } from './search-index.repository.js';

/** Metric of the search index's backlog. */
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

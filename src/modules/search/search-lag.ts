import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '../../platform/metrics/index.js';
import { SearchIndexRepository } from './search-index.repository.js';

/** A database that takes longer is not waited for: the other metrics are wanted just then. */
const ANSWER_MS = 2_000;

/** Tells operators how far the search index is behind the crawls. */
@Injectable()
export class SearchLag {
  constructor(metrics: Metrics, index: SearchIndexRepository) {
    new Gauge({
      name: 'gleaner_search_unindexed_pages',
      help: 'Completed steps of all sessions that the search index does not have yet; absent while the database is away',
      registers: [metrics.registry],
      async collect() {
        const waiting = new AbortController();
        const late = sleep(ANSWER_MS, null, { signal: waiting.signal }).catch(() => null);
        const behind = await Promise.race([index.behind().catch(() => null), late]);
        waiting.abort();
        if (behind === null) this.remove();
        else this.set(behind);
      },
    });
  }
}

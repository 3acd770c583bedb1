import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { databaseGauge, Metrics } from '../../../platform/metrics/index.js';
import { TextMover } from './text-mover.js';
import { TextMovesRepository } from './text-moves.repository.js';
import { TextStore } from './text-store.js';

/** Metrics of the store of page texts: backlog and failures; none without a store. */
@Injectable()
export class TextMetrics {
  constructor({ registry }: Metrics, store: TextStore, mover: TextMover, moves: TextMovesRepository) {
    if (!store.isThere) return;
    databaseGauge(registry, {
      name: 'gleaner_page_texts_unmoved',
      help: 'Completed steps of all sessions whose texts the store of page texts does not have yet',
      read: () => moves.behind(),
    });
    const counter = (name: string, help: string, read: () => number): void => {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    };
    counter('gleaner_page_texts_moved_total', 'Pages whose texts were moved to the store', () => mover.moved.pages);
    counter('gleaner_page_texts_moved_bytes_total', 'Bytes of these texts in the store', () => mover.moved.bytes);
    new Counter({
      name: 'gleaner_page_text_store_failures_total',
      help: 'Reads of texts from the store, and writes of packs to it, that failed',
      labelNames: ['operation'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [operation, failed] of Object.entries(store.failures)) this.inc({ operation }, failed);
      },
    });
  }
}

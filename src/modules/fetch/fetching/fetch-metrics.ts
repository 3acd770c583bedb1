import { Counter, Histogram, type Registry } from 'prom-client';
import type { FetchEnd } from '../../../domain/fetching/index.js';
import type { FetchWatch } from './options.js';

/** Seconds. Without delay a request waits milliseconds; behind other requests or a Crawl-delay, minutes. */
const WAIT_BUCKETS = [0.001, 0.01, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Seconds. */
const RENDER_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Metrics of this process's fetches. No label identifies a site or a project. */
export class FetchMetrics implements FetchWatch {
  private readonly fetches: Counter<'outcome'>;
  private readonly waits: Histogram;
  private readonly renders: Histogram<'result'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.fetches = new Counter({
      name: 'gleaner_fetches_total',
      help: 'Fetches that have ended, by outcome; deferred and retried ones count each time',
      labelNames: ['outcome'],
      registers,
    });
    this.waits = new Histogram({
      name: 'gleaner_host_wait_seconds',
      help: 'Time that requests waited for the turn of their host and for a connection',
      buckets: WAIT_BUCKETS,
      registers,
    });
    this.renders = new Histogram({
      name: 'gleaner_render_duration_seconds',
      help: 'Time to render a page in the browser, by whether it succeeded (ok, failed)',
      labelNames: ['result'],
      buckets: RENDER_BUCKETS,
      registers,
    });
  }

  fetched(outcome: FetchEnd): void {
    this.fetches.inc({ outcome });
  }

  waited(seconds: number): void {
    this.waits.observe(seconds);
  }

  rendered(ok: boolean, seconds: number): void {
    this.renders.observe({ result: ok ? 'ok' : 'failed' }, seconds);
  }
}

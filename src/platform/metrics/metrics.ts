import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { PrismaService } from '../database/index.js';

/** Seconds. The API should answer within 50 ms while a crawl runs; exports take seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics of this process. Modules add theirs to `registry`:
 * `new Counter({ name, help, registers: [metrics.registry] })`.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  /** By method, route pattern (a path would create one series per id) and status. */
  readonly httpDuration = new Histogram({
    name: 'gleaner_http_request_duration_seconds',
    help: 'Time from request to end of answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  });

  constructor(prisma: PrismaService, @Inject(APP_CONFIG) config: Pick<AppConfig, 'ROLE'>) {
    this.registry.setDefaultLabels({ role: config.ROLE });
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'gleaner_database_pool_connections',
      help: 'Connections of the pool by state; waiting counts queries without one',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        const { totalCount, idleCount, waitingCount } = prisma.pool;
        this.set({ state: 'busy' }, totalCount - idleCount);
        this.set({ state: 'idle' }, idleCount);
        this.set({ state: 'waiting' }, waitingCount);
      },
    });
  }
}

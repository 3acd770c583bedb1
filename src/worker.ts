import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from './app.module.js';
import { CrawlWorker } from './modules/crawling/index.js';
import { ApiKeys } from './platform/auth/index.js';
import { HealthService } from './platform/health/index.js';
import { NestLogger } from './platform/logging/index.js';
import { Metrics } from './platform/metrics/index.js';
import { manageLifecycle, openProcess, serveHealth } from './platform/process/index.js';

/** After the grace period: time for the last commits and for PostgreSQL's shutdown. */
const AFTER_GRACE_MS = 10_000;

const { config, logger, database } = await openProcess('worker');
const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, database.url), {
  logger: new NestLogger(logger), abortOnError: false,
});
const worker = app.get(CrawlWorker);
const healthServer = config.WORKER_PORT === 0 ? null : await serveHealth({
  host: config.HOST, port: config.WORKER_PORT, health: app.get(HealthService), metrics: app.get(Metrics), keys: app.get(ApiKeys),
});

manageLifecycle({
  logger, deadlineMs: config.SHUTDOWN_GRACE_SECONDS * 1_000 + AFTER_GRACE_MS,
  stop: async () => {
    healthServer?.close();
    await worker.stop();
    await app.close();
    await database.stop();
  },
});
// The job runner starts with the application context when the role is that of a worker.
worker.start();
logger.info({ worker: config.WORKER_ID }, 'working');

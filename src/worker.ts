import 'reflect-metadata';
import { manageLifecycle, openProcess, serveHealth } from './platform/process/index.js';

/** After the grace period: time for the last commits and for PostgreSQL's shutdown. */
const AFTER_GRACE_MS = 10_000;

// As in main.ts: the database comes while the application is loaded.
const opening = openProcess('worker');
const [
  { NestFactory },
  { WorkerModule },
  { CrawlWorker },
  { ApiKeys },
  { HealthService },
  { NestLogger },
  { Metrics },
] = await Promise.all([
  import('@nestjs/core'),
  import('./app.module.js'),
  import('./modules/crawling/index.js'),
  import('./platform/auth/index.js'),
  import('./platform/health/index.js'),
  import('./platform/logging/index.js'),
  import('./platform/metrics/index.js'),
]);
const { config, logger, database, tracing } = await opening;
const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, database.url), {
  logger: new NestLogger(logger),
  abortOnError: false,
});
const worker = app.get(CrawlWorker);
const healthServer =
  config.WORKER_PORT === 0
    ? null
    : await serveHealth({
        host: config.HOST,
        port: config.WORKER_PORT,
        health: app.get(HealthService),
        metrics: app.get(Metrics),
        keys: app.get(ApiKeys),
      });

manageLifecycle({
  logger,
  deadlineMs: config.SHUTDOWN_GRACE_SECONDS * 1_000 + AFTER_GRACE_MS,
  stop: async () => {
    healthServer?.close();
    await worker.stop();
    await app.close();
    await Promise.all([database.stop(), tracing.stop()]);
  },
});
// The job runner starts with the application context when the role is that of a worker.
worker.start();
logger.info({ worker: config.WORKER_ID }, 'working');

import 'reflect-metadata';
import { openProcess, serveHealth } from './platform/process/index.js';
import type { Life } from './platform/start/index.js';
import { loadPolicyModules } from './policy-modules.js';

/** Time after the grace period for the last commits and PostgreSQL's shutdown. */
const AFTER_GRACE_MS = 10_000;

/** Crawls and runs jobs. */
export async function runWorker(life: Life): Promise<void> {
  await loadPolicyModules();
  // As in run-service.ts: the database starts while the application is loaded.
  const [
    { config, logger, database },
    { NestFactory },
    { WorkerModule },
    { CrawlWorker },
    { ApiKeys },
    { HealthService },
    { NestLogger },
    { Metrics },
  ] = await Promise.all([
    openProcess(life, AFTER_GRACE_MS, 'worker'),
    import('@nestjs/core'),
    import('./app.module.js'),
    import('./modules/crawl/crawling/index.js'),
    import('./platform/auth/index.js'),
    import('./platform/health/index.js'),
    import('./platform/logging/index.js'),
    import('./platform/metrics/index.js'),
  ]);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, database.url), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  life.onEnd(() => app.close());
  life.ending.throwIfAborted();
  const worker = app.get(CrawlWorker);
  life.onEnd(() => worker.stop());
  if (config.WORKER_PORT !== 0) {
    const server = await serveHealth({
      host: config.HOST,
      port: config.WORKER_PORT,
      health: app.get(HealthService),
      metrics: app.get(Metrics),
      keys: app.get(ApiKeys),
    });
    life.onEnd(() => void server.close());
  }
  // The job runner starts with the application context in the worker role.
  worker.start();
  logger.info({ worker: config.WORKER_ID }, 'working');
}

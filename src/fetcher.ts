import 'reflect-metadata';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { ApiKeys } from './platform/auth/index.js';
import { manageLifecycle, openWithoutDatabase, serveHealth } from './platform/process/index.js';

/** After the grace period: time for what is known of hosts to be kept. */
const AFTER_GRACE_MS = 10_000;

// A process of a fleet that fetches: no database, no Nest application. All that it knows it gives back when it ends.
const { config, logger, tracing } = await openWithoutDatabase('fetcher');
const [{ runFetcher }, { configuredFetching, sweepBrowsers }] = await Promise.all([
  import('./modules/fleet/index.js'),
  import('./modules/fetching/index.js'),
]);
const registry = new Registry();
registry.setDefaultLabels({ role: config.ROLE });
collectDefaultMetrics({ register: registry });
await sweepBrowsers();
const configured = configuredFetching(
  config,
  { warn: (message) => logger.warn(message), log: (message) => logger.info(message) },
  registry,
);
const fetcher = await runFetcher({
  config,
  fetching: configured.options,
  warn: (message) => logger.warn(message),
});
new Gauge({
  name: 'gleaner_fleet_partitions',
  help: 'Partitions of the fleet that this fetcher works on',
  registers: [registry],
  collect() {
    this.set(fetcher.partitions);
  },
});
new Gauge({
  name: 'gleaner_fleet_requests',
  help: 'Requests that this fetcher holds, those that wait for their host included',
  registers: [registry],
  collect() {
    this.set(fetcher.held);
  },
});
const healthServer =
  config.WORKER_PORT === 0
    ? null
    : await serveHealth({
        host: config.HOST,
        port: config.WORKER_PORT,
        health: {
          readiness: () => {
            const ready = fetcher.connected;
            return Promise.resolve({ ready, checks: { nats: ready ? 'ok' : 'not connected' } });
          },
        },
        metrics: { registry },
        keys: new ApiKeys(config),
      });

manageLifecycle({
  logger,
  deadlineMs: config.SHUTDOWN_GRACE_SECONDS * 1_000 + AFTER_GRACE_MS,
  stop: async () => {
    healthServer?.close();
    await fetcher.stop();
    configured.end();
    await tracing.stop();
  },
});
logger.info({ worker: config.WORKER_ID }, 'fetching');

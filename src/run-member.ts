import type { RunningMember } from './modules/fetch/fleet/index.js';
import type { Life } from './platform/start/index.js';

/** Time after the grace period for storing the politeness state of hosts. */
const AFTER_GRACE_MS = 10_000;

/** Gauges of a fleet member's current state. */
const GAUGES = {
  gleaner_fleet_partitions: ['Partitions of the fleet that this fetcher works on', 'partitions'],
  gleaner_fleet_requests: [
    'Requests that this fetcher holds, those that wait for their host included; documents, at a renderer',
    'held',
  ],
  gleaner_fleet_renders: ['Pages of this fetcher that wait for a renderer, or are with one', 'rendering'],
} as const;

/**
 * Runs a fetcher or renderer of a fleet: no database, no Nest application. It hands over all its knowledge when it
 * ends. Health is served before NATS is available.
 */
export async function runMember(role: 'fetcher' | 'renderer', life: Life): Promise<void> {
  await import('reflect-metadata');
  const { openWithoutDatabase, serveHealth } = await import('./platform/process/index.js');
  const { config, logger } = await openWithoutDatabase(life, AFTER_GRACE_MS, role);
  const [
    { collectDefaultMetrics, Gauge, Registry },
    { ApiKeys },
    fleet,
    { configuredFetching, needBrowser, sweepBrowsers },
  ] = await Promise.all([
    import('prom-client'),
    import('./platform/auth/index.js'),
    import('./modules/fetch/fleet/index.js'),
    import('./modules/fetch/fetching/index.js'),
  ]);
  const registry = new Registry();
  registry.setDefaultLabels({ role: config.ROLE });
  collectDefaultMetrics({ register: registry });
  const running: { member?: RunningMember } = {};
  for (const [name, [help, field]] of Object.entries(GAUGES))
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(running.member?.[field] ?? 0);
      },
    });
  const readiness = () => {
    const ready = running.member?.connected === true;
    return Promise.resolve({ ready, checks: { nats: ready ? 'ok' : 'not connected' } });
  };
  if (config.WORKER_PORT !== 0) {
    const { HOST: host, WORKER_PORT: port } = config;
    const keys = new ApiKeys(config);
    const server = await serveHealth({ host, port, health: { readiness }, metrics: { registry }, keys });
    life.onEnd(() => void server.close());
  }
  await sweepBrowsers();
  if (role === 'renderer') await needBrowser(config);
  const log = {
    warn: (fields: object, message: string) => logger.warn(fields, message),
    log: (message: string) => logger.info(message),
  };
  const configured = configuredFetching(config, log, registry);
  life.onEnd(() => configured.end());
  const run = role === 'fetcher' ? fleet.runFetcher : fleet.runRenderer;
  const member = await run({ config, fetching: configured.options, warn: log.warn });
  running.member = member;
  life.onEnd(() => member.stop());
  logger.info({ worker: config.WORKER_ID }, role === 'fetcher' ? 'fetching' : 'rendering');
}

import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { Counter } from 'prom-client';
import type { Metrics } from './platform/metrics/index.js';
import { openProcess, type OpenProcess, ProcessSupervisor } from './platform/process/index.js';
import type { Life } from './platform/start/index.js';
import { loadPolicyModules } from './policy-modules.js';

/** Time after the grace period of requests for the worker's last commits and PostgreSQL's shutdown. */
const AFTER_GRACE_MS = 20_000;
/**
 * Name look-ups and content codings share Node's pool of four threads, and an unresponsive name server blocks one for
 * ten seconds.
 */
const UV_THREADPOOL_SIZE = '16';
/**
 * Memory arenas of the C library: by default it creates eight per core, and memory freed in one is not used by the
 * others.
 */
const MALLOC_ARENA_MAX = '2';
/**
 * MB. Pages live until they are committed: with half of it they are copied more often, which takes more processor time.
 */
const YOUNG_HEAP_MB = 32;

function superviseWorker({ config, env, logger }: OpenProcess, metrics: Metrics): ProcessSupervisor {
  const supervisor = new ProcessSupervisor({
    script: fileURLToPath(new URL('./worker.js', import.meta.url)),
    env: { UV_THREADPOOL_SIZE, MALLOC_ARENA_MAX, ...env, ROLE: 'worker' },
    execArgv: [`--max-semi-space-size=${YOUNG_HEAP_MB}`],
    logger,
    graceMs: config.SHUTDOWN_GRACE_SECONDS * 1_000 + AFTER_GRACE_MS / 2,
  });
  new Counter({
    name: 'gleaner_worker_restarts_total',
    help: 'How often the worker process died and was started again',
    registers: [metrics.registry],
    collect() {
      this.reset();
      this.inc(supervisor.restarts);
    },
  });
  supervisor.start();
  return supervisor;
}

/** Serves the API, and with `ROLE=all` supervises a worker process. */
export async function runService(life: Life): Promise<void> {
  await loadPolicyModules();
  // Wrong settings are refused at once, and the database starts while the application is loaded, which takes as long.
  const [service, { AppModule }, { closeApp, createApp, listen }, { Metrics }] = await Promise.all([
    openProcess(life, AFTER_GRACE_MS),
    import('./app.module.js'),
    import('./platform/http/index.js'),
    import('./platform/metrics/index.js'),
  ]);
  const { config, logger, database } = service;
  const app = await createApp(AppModule.forRoot(config, database.url), config, logger);
  let supervisor: ProcessSupervisor | null = null;
  life.onEnd(() => Promise.all([closeApp(app, config), supervisor?.stop()]));
  life.ending.throwIfAborted();
  const url = await listen(app, config);
  if (config.ROLE === 'all') supervisor = superviseWorker(service, app.get(Metrics));
  logger.info(
    {
      url,
      console: `${url}/`,
      docs: `${url}/docs`,
      graphiql: `${url}/graphiql`,
      upMs: Math.round(performance.now()),
    },
    'listening',
  );
}

import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import {
  type AppConfig,
  type Environment,
  loadConfig,
  processEnvironment,
  unknownSettingText,
  unknownSettings,
} from '../config/index.js';
import {
  allowService,
  applyMigrations,
  DatabaseAwayError,
  type DatabaseTrouble,
  MIGRATIONS_FOLDER,
  requireAccess,
  retrying,
  type RunningDatabase,
  startDatabase,
} from '../database/index.js';
import { createLogger } from '../logging/index.js';
import { type Life, refusalOf, StartError } from '../start/index.js';
import { startTracing } from '../telemetry/index.js';
import { requirePackages } from './optional-packages.js';

/** The common start of every process of the service. */
export interface OpenProcess {
  readonly config: AppConfig;
  readonly env: Environment;
  readonly logger: Logger;
  readonly database: RunningDatabase;
}

/**
 * Heap growth between two full collections, percent. By default V8 lets the heap grow to four times the used size on
 * machines with much memory: a worker then held a third more memory without using less processor time.
 */
const HEAP_GROWTH_PERCENT = 50;

/** Logs that the start waits for the database: at once, and then every ten seconds. */
function waits(logger: Logger): (trouble: DatabaseTrouble, waitedMs: number) => void {
  let nextAt = 0;
  return (trouble, waitedMs) => {
    if (waitedMs < nextAt) return;
    nextAt = waitedMs + 10_000;
    logger.warn({ ...trouble, waitedMs: Math.round(waitedMs) }, 'waiting for the database');
  };
}

/**
 * Reads the settings, for a process without a database.
 *
 * @param afterGraceMs time for ending after the grace period of requests and fetches
 * @throws ConfigError
 * @throws StartError if a setting needs packages that are not installed
 */
export async function openWithoutDatabase(
  life: Life,
  afterGraceMs: number,
  role?: AppConfig['ROLE'],
): Promise<Omit<OpenProcess, 'database'>> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const env = processEnvironment();
  const config = loadConfig(role === undefined ? env : { ...env, ROLE: role });
  const logger = createLogger(config);
  life.setUp(logger, config.SHUTDOWN_GRACE_SECONDS * 1_000 + afterGraceMs);
  requirePackages(env);
  for (const unknown of unknownSettings(env)) logger.warn({ setting: unknown.name }, unknownSettingText(unknown));
  const tracing = await startTracing(env, {
    role: config.ROLE,
    instance: config.WORKER_ID,
    warn: (fields, message) => logger.warn(fields, message),
  });
  // Last, because it sends the spans of everything that ended before.
  life.onEnd(() => tracing.stop());
  return { config, env, logger };
}

/**
 * Reads the settings, starts the database and migrates it to this version. The database ends with the process.
 *
 * @throws StartError: ConfigError, MigrationError, or because the database does not start or answer
 */
export async function openProcess(life: Life, afterGraceMs: number, role?: AppConfig['ROLE']): Promise<OpenProcess> {
  const opened = await openWithoutDatabase(life, afterGraceMs, role);
  const { config, logger } = opened;
  if (config.ROLE !== 'api') requireAccess(config.ARCHIVE_DIR);
  const patience = {
    patienceMs: config.DATABASE_PATIENCE_SECONDS * 1_000,
    onWait: waits(logger),
    signal: life.ending,
  };
  const starting = retrying(
    () =>
      startDatabase(config, {
        signal: life.ending,
        onError: (error) => logger.error({ err: error }, 'embedded database'),
        onRestart: ({ attempts, moved }) => {
          logger.warn({ attempts, moved }, 'restarted the lost embedded database');
          if (!moved) return;
          // Pools and listeners hold the old connection URL; a fresh process replaces them all reliably.
          logger.fatal('the embedded database restarted on another port: this process has to restart');
          process.exit(1);
        },
      }),
    patience,
  );
  life.onEnd(async () => (await starting.catch(() => null))?.stop());
  try {
    const database = await starting;
    logger.info({ embedded: database.embedded, attached: database.attached }, 'database running');
    const wait = {
      onWait: () => logger.warn('waiting until processes of an earlier version have ended'),
      signal: life.ending,
    };
    const applied = await retrying(() => applyMigrations(database.ownerUrl, MIGRATIONS_FOLDER, wait), patience);
    await retrying(() => allowService(database.ownerUrl, database.url), patience);
    if (applied.length > 0) logger.info({ applied }, 'database migrated');
    life.ending.throwIfAborted();
    return { ...opened, database };
  } catch (error) {
    if (!(error instanceof DatabaseAwayError) || refusalOf(error) !== null) throw error;
    throw new StartError(`${error.message}; start PostgreSQL, or correct DATABASE_URL`, { cause: error });
  }
}

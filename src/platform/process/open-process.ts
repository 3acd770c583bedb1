import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import {
  type AppConfig,
  ConfigError,
  type Environment,
  loadConfig,
  processEnvironment,
  toldOf,
  unknownSettings,
} from '../config/index.js';
import {
  allowService,
  applyMigrations,
  type DatabaseTrouble,
  FolderAccessError,
  requireAccess,
  retrying,
  type RunningDatabase,
  startDatabase,
} from '../database/index.js';
import { createLogger } from '../logging/index.js';
import { startTracing, type Tracing } from '../telemetry/index.js';

/** What every process of the service begins with. */
export interface OpenProcess {
  readonly config: AppConfig;
  readonly env: Environment;
  readonly logger: Logger;
  readonly database: RunningDatabase;
  /** To be stopped last: it sends the spans of all that ended before. */
  readonly tracing: Tracing;
}

/**
 * How much the heap may grow between two full collections, percent. Unless told, V8 lets it grow to four times what is in use on machines with much memory:
 * a worker held a third more memory, and no less of the processor was used.
 */
const HEAP_GROWTH_PERCENT = 50;

/** Exit code for a wrong configuration (EX_CONFIG of sysexits.h): starting again will not help. */
const EXIT_CONFIG = 78;

function readConfig(env: Environment): AppConfig {
  try {
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(EXIT_CONFIG);
  }
}

/** Says that the start waits for the database: at first, and then every ten seconds. */
function waits(logger: Logger): (trouble: DatabaseTrouble, waitedMs: number) => void {
  let nextAt = 0;
  return (trouble, waitedMs) => {
    if (waitedMs < nextAt) return;
    nextAt = waitedMs + 10_000;
    logger.warn({ ...trouble, waitedMs: Math.round(waitedMs) }, 'waiting for the database');
  };
}

/** Reads the settings, for a process that has no database. */
export async function openWithoutDatabase(role?: AppConfig['ROLE']): Promise<Omit<OpenProcess, 'database'>> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const env = processEnvironment();
  const config = readConfig(role === undefined ? env : { ...env, ROLE: role });
  const logger = createLogger(config);
  for (const unknown of unknownSettings(env)) logger.warn({ setting: unknown.name }, toldOf(unknown));
  const tracing = await startTracing(env, {
    role: config.ROLE,
    instance: config.WORKER_ID,
    warn: (message) => logger.warn(message),
  });
  return { config, env, logger, tracing };
}

/** Reads the settings, makes the database available and brings it up to this version. */
export async function openProcess(role?: AppConfig['ROLE']): Promise<OpenProcess> {
  const opened = await openWithoutDatabase(role);
  const { config, logger } = opened;
  try {
    if (config.ROLE !== 'api') requireAccess(config.ARCHIVE_DIR);
    const patience = { patienceMs: config.DATABASE_PATIENCE_SECONDS * 1_000, onWait: waits(logger) };
    const database = await retrying(
      () =>
        startDatabase(config, {
          onError: (error) => logger.error({ err: error }, 'embedded database'),
          onRestart: ({ attempts, moved }) => {
            logger.warn({ attempts, moved }, 'embedded database was lost and is running again');
            if (!moved) return;
            // The connection URL has gone into pools and listeners; a fresh process is the sure way to replace them all.
            logger.fatal('embedded database came back on another port: this process has to start again');
            process.exit(1);
          },
        }),
      patience,
    );
    logger.info({ embedded: database.embedded, attached: database.attached }, 'database running');
    const applied = await retrying(() => applyMigrations(database.ownerUrl), patience);
    await retrying(() => allowService(database.ownerUrl, database.url), patience);
    if (applied.length > 0) logger.info({ applied }, 'database migrated');
    return { ...opened, database };
  } catch (error) {
    if (error instanceof FolderAccessError) {
      logger.fatal(error.message);
      return process.exit(EXIT_CONFIG);
    }
    logger.fatal({ err: error }, 'database not available');
    return process.exit(1);
  }
}

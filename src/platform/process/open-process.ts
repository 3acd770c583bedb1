import type { Logger } from 'pino';
import { type AppConfig, ConfigError, type Environment, loadConfig, processEnvironment } from '../config/index.js';
import { applyMigrations, type RunningDatabase, startDatabase } from '../database/index.js';
import { createLogger } from '../logging/index.js';

/** What every process of the service begins with. */
export interface OpenProcess {
  readonly config: AppConfig;
  readonly env: Environment;
  readonly logger: Logger;
  readonly database: RunningDatabase;
}

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

/** Reads the settings, makes the database available and brings it up to this version. */
export async function openProcess(role?: AppConfig['ROLE']): Promise<OpenProcess> {
  const env = processEnvironment();
  const config = readConfig(role === undefined ? env : { ...env, ROLE: role });
  const logger = createLogger(config);
  try {
    const database = await startDatabase(config, {
      onError: (error) => logger.error({ err: error }, 'embedded database'),
      onRestart: ({ attempts, moved }) => {
        logger.warn({ attempts, moved }, 'embedded database was lost and is running again');
        if (!moved) return;
        // The connection URL has gone into pools and listeners; a fresh process is the sure way to replace them all.
        logger.fatal('embedded database came back on another port: this process has to start again');
        process.exit(1);
      },
    });
    logger.info({ embedded: database.embedded, attached: database.attached }, 'database running');
    const applied = await applyMigrations(database.url);
    if (applied.length > 0) logger.info({ applied }, 'database migrated');
    return { config, env, logger, database };
  } catch (error) {
    logger.fatal({ err: error }, 'database not available');
    return process.exit(1);
  }
}

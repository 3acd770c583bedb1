import type { AppConfig } from '../config/index.js';
import { type EmbeddedOptions, type RunningDatabase, startEmbedded } from './embedded.js';

/** Name of the embedded database. */
const DATABASE = 'gleaner';

/**
 * Provides the database of this process: the one that DATABASE_URL names, or the embedded one in DATA_DIR. Does not
 * migrate it.
 */
export async function startDatabase(
  config: Pick<AppConfig, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR'>,
  hooks: Pick<EmbeddedOptions, 'signal' | 'onRestart' | 'onError'> = {},
): Promise<RunningDatabase> {
  if (config.DATABASE_URL !== undefined)
    return {
      url: config.DATABASE_URL,
      ownerUrl: config.DATABASE_OWNER_URL ?? config.DATABASE_URL,
      embedded: false,
      attached: true,
      stop: () => Promise.resolve(),
    };
  return startEmbedded({ dataDir: config.DATA_DIR, database: DATABASE, ...hooks });
}

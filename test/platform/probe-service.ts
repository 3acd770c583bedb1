import 'reflect-metadata';
import { type Environment, loadConfig } from '../../src/platform/config/index.js';
import { closeApp, createApp, listen } from '../../src/platform/http/index.js';
import { createLogger } from '../../src/platform/logging/index.js';
import { createTestDatabase } from '../support/database.js';
import { ProbeAppModule } from './probe-module.js';
import { serviceEnvironment } from '../support/service.js';

/** The platform with the features of `probe-module.ts`, served by this process. */
export interface ProbeService {
  /** Without a trailing slash. */
  readonly url: string;
  readonly databaseUrl: string;
  /** Closes it and drops its database; fails if a database connection has leaked. */
  stop(): Promise<void>;
}

/** @param overrides settings as in the environment */
export async function startProbeService(overrides: Environment = {}): Promise<ProbeService> {
  const database = await createTestDatabase();
  const config = loadConfig(serviceEnvironment(database.url, overrides));
  try {
    const app = await createApp(ProbeAppModule.forRoot(config, database.url), config, createLogger(config));
    const stop = async () => {
      await closeApp(app, config);
      await database.drop();
    };
    try {
      return { url: await listen(app, config), databaseUrl: database.url, stop };
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    await database.drop().catch(() => undefined);
    throw error;
  }
}

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../src/app.module.js';
import { JobRunner } from '../../src/modules/base/jobs/index.js';
import { loadConfig, type Environment } from '../../src/platform/config/index.js';
import { closeApp, createApp, listen } from '../../src/platform/http/index.js';
import { createLogger } from '../../src/platform/logging/index.js';
import { createTestDatabase } from './database.js';
import { serviceEnvironment, type TestService } from './service.js';

/** The API, served by this process. */
export interface LocalService extends TestService {
  readonly app: NestFastifyApplication;
}

/**
 * Starts the service in this process, for suites that access the application; others use `startService`.
 *
 * @param overrides settings as in the environment
 */
export async function startServiceHere(overrides: Environment = {}): Promise<LocalService> {
  const database = await createTestDatabase();
  const config = loadConfig(serviceEnvironment(database.url, overrides));
  try {
    const app = await createApp(AppModule.forRoot(config, database.url), config, createLogger(config));
    const stop = async () => {
      await closeApp(app, config);
      await database.drop();
    };
    try {
      const url = await listen(app, config);
      const startJobs = async () => app.get(JobRunner).start();
      return { url, databaseUrl: database.url, config, app, startJobs, stop };
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    await database.drop().catch(() => undefined);
    throw error;
  }
}

import 'reflect-metadata';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AppConfig, type Environment, loadConfig } from '../../src/platform/config/index.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { closeApp, createApp, listen } from '../../src/platform/http/index.js';
import { createLogger } from '../../src/platform/logging/index.js';
import { createTestDatabase } from './database.js';
import { serviceEnvironment, type TestService } from './service.js';

/** The API, served by this process. */
export interface LocalService extends TestService {
  readonly app: NestFastifyApplication;
}

type RootModule = (config: AppConfig, databaseUrl: string) => DynamicModule | Promise<DynamicModule>;

const wholeApplication: RootModule = async (config, databaseUrl) => {
  const { AppModule } = await import('../../src/app.module.js');
  return AppModule.forRoot(config, databaseUrl);
};

/**
 * Starts the service in this process, for suites that reach into the application. Loading it here costs seconds: `startService` is for the others.
 *
 * @param overrides settings as in the environment; `DATABASE_URL` names a database that is then left alone
 * @param rootModule for tests of the platform with features of their own
 */
export async function startServiceHere(overrides: Environment = {}, rootModule: RootModule = wholeApplication): Promise<LocalService> {
  const database = overrides['DATABASE_URL'] === undefined ? await createTestDatabase() : null;
  const databaseUrl = database?.url ?? overrides['DATABASE_URL'] ?? '';
  const config = loadConfig(serviceEnvironment(databaseUrl, overrides));
  try {
    const app = await createApp(await rootModule(config, databaseUrl), config, createLogger(config));
    try {
      const url = await listen(app, config);
      const stop = async () => {
        await closeApp(app, config);
        await database?.drop();
      };
      const startJobs = async () => {
        const { JobRunner } = await import('../../src/modules/jobs/index.js');
        // Prisma loads its query compiler with the first query, which jest allows within a test or hook alone: the runner's own could fall between.
        await app.get(PrismaService).job.count();
        app.get(JobRunner).start();
      };
      return { url, databaseUrl, config, app, startJobs, stop };
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    await database?.drop().catch(() => undefined);
    throw error;
  }
}

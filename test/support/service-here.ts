import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type * as application from '../../src/app.module.js';
import type * as jobs from '../../src/modules/jobs/index.js';
import type * as configuration from '../../src/platform/config/index.js';
import type * as http from '../../src/platform/http/index.js';
import type * as logging from '../../src/platform/logging/index.js';
import { compiled } from './compiled.js';
import { createTestDatabase } from './database.js';
import { serviceEnvironment, type TestService } from './service.js';

/** The API, served by this process from the compiled code. */
export interface LocalService extends TestService {
  readonly app: NestFastifyApplication;
  /** A provider of the application, by the class that a module of `dist` exports: `get<PrismaService>('platform/database/index.js', 'PrismaService')`. */
  get<T>(file: string, name: string): Promise<T>;
}

/**
 * Starts the service in this process, for suites that reach into the application; `startService` is for the others.
 *
 * @param overrides settings as in the environment
 */
export async function startServiceHere(overrides: configuration.Environment = {}): Promise<LocalService> {
  const [{ AppModule }, { loadConfig }, { closeApp, createApp, listen }, { createLogger }, { JobRunner }] = await Promise.all([
    compiled<typeof application>('app.module.js'),
    compiled<typeof configuration>('platform/config/index.js'),
    compiled<typeof http>('platform/http/index.js'),
    compiled<typeof logging>('platform/logging/index.js'),
    compiled<typeof jobs>('modules/jobs/index.js'),
  ]);
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
      const get = async <T>(file: string, name: string): Promise<T> => app.get((await compiled<Record<string, Type<T>>>(file))[name]);
      return { url, databaseUrl: database.url, config, app, get, startJobs, stop };
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    await database.drop().catch(() => undefined);
    throw error;
  }
}

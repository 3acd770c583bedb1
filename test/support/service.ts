import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AppConfig, type Environment, loadConfig } from '../../src/platform/config/index.js';
import { closeApp, createApp, listen } from '../../src/platform/http/index.js';
import { createLogger } from '../../src/platform/logging/index.js';
import { createTestDatabase, testFolder } from './database.js';

/** The API, served on a loopback port by this process. */
export interface TestService {
  /** Without a slash at the end. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly config: AppConfig;
  readonly app: NestFastifyApplication;
  /** Closes it and drops its database; fails when a database connection was leaked. */
  stop(): Promise<void>;
}

type RootModule = (config: AppConfig, databaseUrl: string) => DynamicModule | Promise<DynamicModule>;

const wholeApplication: RootModule = async (config, databaseUrl) => {
  const { AppModule } = await import('../../src/app.module.js');
  return AppModule.forRoot(config, databaseUrl);
};

/**
 * Starts the service against a fresh database, or the one that `overrides.DATABASE_URL` names, which is then left alone.
 *
 * @param overrides settings as in the environment; the log is silent and the rate unlimited unless they say otherwise
 * @param rootModule for tests of the platform with features of their own
 */
export async function startService(overrides: Environment = {}, rootModule: RootModule = wholeApplication): Promise<TestService> {
  const database = overrides['DATABASE_URL'] === undefined ? await createTestDatabase() : null;
  const databaseUrl = database?.url ?? overrides['DATABASE_URL'] ?? '';
  const config = loadConfig({
    ROLE: 'api', PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', CACHE_DIR: path.resolve('.cache/test'),
    DATA_DIR: mkdtempSync(path.join(testFolder(), 'service-')), DATABASE_URL: databaseUrl, ...overrides,
  });
  try {
    const app = await createApp(await rootModule(config, databaseUrl), config, createLogger(config));
    try {
      const url = await listen(app, config);
      const stop = async () => {
        await closeApp(app, config);
        await database?.drop();
      };
      return { url, databaseUrl, config, app, stop };
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    await database?.drop().catch(() => undefined);
    throw error;
  }
}

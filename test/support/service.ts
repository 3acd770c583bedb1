import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { AppConfig, Environment } from '../../src/platform/config/index.js';
import { createTestDatabase, testFolder } from './database.js';
import { inSharedProcess } from './shared-process.js';

/** The API, served on a loopback port. */
export interface TestService {
  /** Without a trailing slash. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly config: AppConfig;
  /** Runs a worker's jobs in the service. */
  startJobs(): Promise<void>;
  /** Closes it and drops its database; fails if a database connection has leaked. */
  stop(): Promise<void>;
}

/** Settings of a service in tests: silent log and no rate limit, unless `overrides` say otherwise. */
export function serviceEnvironment(databaseUrl: string, overrides: Environment): Environment {
  return {
    ROLE: 'api',
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    CACHE_DIR: path.resolve('.cache/test'),
    DATA_DIR: mkdtempSync(path.join(testFolder(), 'service-')),
    DATABASE_URL: databaseUrl,
    ...overrides,
  };
}

/**
 * Starts the service on a fresh database, or on `overrides.DATABASE_URL`, which is then kept. It runs compiled code in
 * a process that suites share; a suite that accesses the application uses `startServiceHere`.
 */
export async function startService(overrides: Environment = {}): Promise<TestService> {
  const database = overrides['DATABASE_URL'] === undefined ? await createTestDatabase() : null;
  const databaseUrl = database?.url ?? overrides['DATABASE_URL'] ?? '';
  try {
    const { id, url, config } = await inSharedProcess<{ id: number; url: string; config: AppConfig }>('start', {
      env: serviceEnvironment(databaseUrl, overrides),
    });
    const stop = async () => {
      await inSharedProcess('stop', { id });
      await database?.drop();
    };
    const startJobs = async () => void (await inSharedProcess('jobs', { id }));
    return { url, databaseUrl, config, startJobs, stop };
  } catch (error) {
    await database?.drop().catch(() => undefined);
    throw error;
  }
}

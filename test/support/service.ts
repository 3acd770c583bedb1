import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { AppConfig, Environment } from '../../src/platform/config/index.js';
import { createTestDatabase, testFolder } from './database.js';
import { inSharedProcess } from './shared-process.js';

/** The API, served on a loopback port. */
export interface TestService {
  /** Without a slash at the end. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly config: AppConfig;
  /** Has the service run the jobs that a worker would run. */
  startJobs(): Promise<void>;
  /** Closes it and drops its database; fails when a database connection was leaked. */
  stop(): Promise<void>;
}

/** Settings of a service in tests: the log is silent and the rate unlimited unless `overrides` say otherwise. */
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
 * Starts the service against a fresh database, or the one that `overrides.DATABASE_URL` names, which is then left alone. It runs in a process that
 * suites share and that serves the compiled code; a suite that must reach into the application uses `startServiceHere`.
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

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppConfig, Environment } from '../../src/platform/config/index.js';
import { createTestDatabase, testFolder } from './database.js';

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
    ROLE: 'api', PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', CACHE_DIR: path.resolve('.cache/test'),
    DATA_DIR: mkdtempSync(path.join(testFolder(), 'service-')), DATABASE_URL: databaseUrl, ...overrides,
  };
}

/**
 * Starts the service against a fresh database, or the one that `overrides.DATABASE_URL` names, which is then left alone. It runs in a process that all
 * suites share and that serves the compiled code; a suite that must reach into the application uses `startServiceHere`, which costs seconds.
 */
export async function startService(overrides: Environment = {}): Promise<TestService> {
  const database = overrides['DATABASE_URL'] === undefined ? await createTestDatabase() : null;
  const databaseUrl = database?.url ?? overrides['DATABASE_URL'] ?? '';
  try {
    await ensureHost();
    const { id, url, config } = await call<{ id: number; url: string; config: AppConfig }>('start', { env: serviceEnvironment(databaseUrl, overrides) });
    const stop = async () => {
      await call('stop', { id });
      await database?.drop();
    };
    const startJobs = async () => void (await call('jobs', { id }));
    return { url, databaseUrl, config, startJobs, stop };
  } catch (error) {
    await database?.drop().catch(() => undefined);
    throw error;
  }
}

/** Loading the application takes seconds on a busy machine. */
const HOST_START_MS = 120_000;
const pidFile = (): string => path.join(testFolder(), 'services.pid');

/** Starts the shared process unless a suite has done so; the end of the run ends it. */
async function ensureHost(): Promise<void> {
  if (existsSync(pidFile())) return;
  let child;
  try {
    writeFileSync(path.join(testFolder(), 'services.lock'), '', { flag: 'wx' });
    const log = openSync(path.join(testFolder(), 'services.log'), 'a');
    child = spawn(process.execPath, [path.resolve('test/support/service-host.mjs'), path.resolve('dist'), testFolder()], {
      env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['ignore', log, log], detached: true,
    });
    child.unref();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const deadline = performance.now() + HOST_START_MS;
  while (!existsSync(pidFile())) {
    if (performance.now() > deadline || (child?.exitCode ?? null) !== null) {
      throw new Error(`the shared service process did not start: ${readFileSync(path.join(testFolder(), 'services.log'), 'utf8')}`);
    }
    await sleep(50);
  }
}

function call<T>(command: 'start' | 'jobs' | 'stop', body: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: path.join(testFolder(), 'services.sock'), path: `/${command}`, method: 'POST', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => { text += chunk; }).on('error', reject).on('end', () => {
        const { result, error } = JSON.parse(text) as { result?: T; error?: string };
        if (error === undefined) resolve(result as T);
        else reject(new Error(error));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

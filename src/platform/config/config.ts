import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { EXIT_CONFIG, StartError } from '../start/index.js';
import {
  type AppConfig,
  defaultContactUrl,
  defaultUserAgent,
  defaultWorkerId,
  type Environment,
  PUBLIC_PORTS,
  type SettingName,
  settings,
} from './settings.js';

/** Nest injection token of the `AppConfig`. */
export const APP_CONFIG = Symbol('APP_CONFIG');

/** Invalid settings; the message has one line for each. */
export class ConfigError extends StartError {
  constructor(readonly problems: readonly string[]) {
    super(`Configuration refused:\n${problems.map((problem) => `  ${problem}`).join('\n')}`, { exitCode: EXIT_CONFIG });
    this.name = 'ConfigError';
  }
}

/**
 * Whether an address is reachable only from this machine. Names other than `localhost` count as reachable from
 * elsewhere.
 */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** A lease must last at least this many commit intervals. */
const COMMITS_PER_LEASE = 4;

/** Settings whose default depends on others or on the process. */
type Computed =
  'CACHE_DIR' | 'ARCHIVE_DIR' | 'WORKER_ID' | 'CRAWL_ALLOWED_PORTS' | 'CRAWL_CONTACT_URL' | 'CRAWL_USER_AGENT';

/**
 * Reads all settings, once.
 *
 * An empty value counts as unset. Names that are not settings are ignored: an environment has many; `unknownSettings`
 * reports those that resemble a setting.
 *
 * @throws ConfigError naming each invalid setting and its allowed values
 */
export function loadConfig(env: Environment): AppConfig {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const { schema, default: fallback, secret } = settings[name];
    const given = env[name]?.trim();
    const text = given === undefined || given === '' ? fallback : given;
    if (text === undefined) continue;
    const read = schema.safeParse(text);
    if (read.success) values[name] = read.data;
    else
      problems.push(
        `${name}: ${secret ? 'the given value' : JSON.stringify(text)} is not allowed; expected ${read.error.issues[0]?.message ?? 'another value'}`,
      );
  }
  if (problems.length > 0) throw new ConfigError(problems);

  const read = values as unknown as Omit<AppConfig, Computed> & Partial<Pick<AppConfig, Computed>>;
  const dataDir = resolve(read.DATA_DIR);
  const contactUrl = read.CRAWL_CONTACT_URL ?? defaultContactUrl(read.HOST, read.PORT);
  const config: AppConfig = {
    ...read,
    DATA_DIR: dataDir,
    CACHE_DIR: resolve(read.CACHE_DIR ?? join(dataDir, 'cache')),
    ARCHIVE_DIR: resolve(read.ARCHIVE_DIR ?? join(dataDir, 'archive')),
    ...storeRegion(read, env),
    WORKER_ID: read.WORKER_ID ?? defaultWorkerId(),
    CRAWL_ALLOWED_PORTS: read.CRAWL_ALLOWED_PORTS ?? (read.CRAWL_ALLOW_PRIVATE_NETWORKS ? [] : [...PUBLIC_PORTS]),
    CRAWL_CONTACT_URL: contactUrl,
    CRAWL_USER_AGENT: read.CRAWL_USER_AGENT ?? defaultUserAgent(contactUrl),
  };
  const conflicts = conflictsIn(config);
  if (conflicts.length > 0) throw new ConfigError(conflicts);
  return config;
}

/** Settings that are valid alone but not together, one message each. */
function conflictsIn(config: AppConfig): string[] {
  const {
    HOST: host,
    ROLE: role,
    CHROMIUM_PATH: chromium,
    COMMIT_INTERVAL_MS: commitMs,
    LEASE_SECONDS: lease,
  } = config;
  const serves = role === 'all' || role === 'api' || config.WORKER_PORT !== 0;
  // A worker that is lost before its first commits leaves no progress: its sessions would be taken over again and
  // again.
  const leastLease = Math.ceil((COMMITS_PER_LEASE * commitMs) / 1_000);
  const mostCommitMs = Math.floor((lease * 1_000) / COMMITS_PER_LEASE);
  const checks: readonly (readonly [isConflict: boolean, message: string])[] = [
    [
      serves && !isLoopback(host) && config.API_KEYS.length === 0,
      `HOST: ${JSON.stringify(host)} can be reached from other machines; expected a loopback address, or API_KEYS to be set as well`,
    ],
    [
      (config.ARCHIVE_STORE_ACCESS_KEY_ID === undefined) !== (config.ARCHIVE_STORE_SECRET_ACCESS_KEY === undefined),
      'ARCHIVE_STORE_ACCESS_KEY_ID: one of key and secret is missing; expected both or neither',
    ],
    [
      config.LABELLER_URL !== undefined && config.LABELLER_MODEL === undefined,
      'LABELLER_MODEL: it is missing; expected the name of a model that LABELLER_URL has',
    ],
    [
      chromium !== undefined && !existsSync(chromium),
      `CHROMIUM_PATH: there is no file ${JSON.stringify(chromium)}; expected the path of a Chromium`,
    ],
    [
      (role === 'fetcher' || role === 'renderer') && config.NATS_URL === undefined,
      `NATS_URL: it is missing; a ${role} expects the addresses of NATS, such as nats://127.0.0.1:4222`,
    ],
    [
      lease < leastLease,
      `LEASE_SECONDS: ${lease} is too short for a COMMIT_INTERVAL_MS of ${commitMs}; expected at least ` +
        `${leastLease}, or a COMMIT_INTERVAL_MS of at most ${mostCommitMs}`,
    ],
  ];
  return checks.flatMap(([isConflict, message]) => (isConflict ? [message] : []));
}

/** The AWS SDK would find AWS_REGION by itself; other stores ignore the region, so they get a default. */
function storeRegion(
  { ARCHIVE_STORE_REGION, ARCHIVE_STORE_ENDPOINT }: Partial<AppConfig>,
  env: Environment,
): Pick<AppConfig, 'ARCHIVE_STORE_REGION'> {
  const region =
    ARCHIVE_STORE_REGION ?? env['AWS_REGION'] ?? (ARCHIVE_STORE_ENDPOINT === undefined ? undefined : 'us-east-1');
  return region === undefined ? {} : { ARCHIVE_STORE_REGION: region };
}

/** Sets a setting of this process: the command line takes precedence over the environment and the `.env` file. */
export function setForProcess(name: SettingName, value: string): void {
  process.env[name] = value;
}

/** The environment of this process, completed from an `.env` file in the working directory. */
export function processEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** The setting POLICY_MODULES alone: it is needed before the others, and by threads. */
export const policyModules = (env: Environment): readonly string[] =>
  settings.POLICY_MODULES.schema.parse(env['POLICY_MODULES'] ?? '');

import type { Registry } from 'prom-client';
import type { AppConfig } from '../../../platform/config/index.js';
import { StartError } from '../../../platform/start/index.js';
import { sweepHomes } from './chromium/browser-home.js';
import { locateChromium } from './chromium/locate-chromium.js';
import { playwrightProgram } from './chromium/playwright-program.js';
import { FetchMetrics } from './fetch-metrics.js';
import type { FetchingOptions } from './options.js';
import { machine } from './pressure.js';
import { PressureReport } from './pressure-report.js';

type FetchingSettings = Pick<
  AppConfig,
  | 'CRAWL_PROXY_URL'
  | 'CRAWL_ALLOW_PRIVATE_NETWORKS'
  | 'CRAWL_ALLOWED_PORTS'
  | 'CRAWL_MAX_CONNECTIONS'
  | 'CHROMIUM_PATH'
  | 'CACHE_DIR'
  | 'CHROMIUM_MEMORY_MB'
  | 'CHROMIUM_SANDBOX'
>;

interface Log {
  warn(fields: object, message: string): void;
  log(message: string): void;
}

/** A process's fetching according to its settings, without stores beyond the process. */
export interface ConfiguredFetching {
  readonly options: FetchingOptions;
  readonly measured: FetchMetrics;
  /** Ends the report of the machine's load. */
  end(): void;
}

export function configuredFetching(
  config: FetchingSettings,
  log: Log,
  registry: Registry,
  measured = new FetchMetrics(registry),
): ConfiguredFetching {
  const report = new PressureReport(machine, log, registry);
  const options: FetchingOptions = {
    ...(config.CRAWL_PROXY_URL === undefined ? {} : { proxyUrl: config.CRAWL_PROXY_URL }),
    allowPrivateNetworks: config.CRAWL_ALLOW_PRIVATE_NETWORKS,
    allowedPorts: config.CRAWL_ALLOWED_PORTS,
    maxConnections: config.CRAWL_MAX_CONNECTIONS,
    chromium: {
      ...(config.CHROMIUM_PATH === undefined ? {} : { executablePath: config.CHROMIUM_PATH }),
      ...(config.CHROMIUM_MEMORY_MB === undefined ? {} : { maxBytes: config.CHROMIUM_MEMORY_MB * 1_024 * 1_024 }),
      cacheDir: config.CACHE_DIR,
      sandbox: config.CHROMIUM_SANDBOX,
      onStart: (facts) => report.browserStarted(facts),
    },
    watch: measured,
    warn: (fields, message) => log.warn(fields, message),
  };
  return { options, measured, end: () => report.end() };
}

/** Removes leftovers of browsers that were killed together with their process. */
export const sweepBrowsers = (): Promise<void> => sweepHomes();

/** @throws StartError if there is no Chromium, for a process that only renders */
export async function needBrowser({ CHROMIUM_PATH, CACHE_DIR }: FetchingSettings): Promise<void> {
  try {
    await locateChromium(CHROMIUM_PATH, await playwrightProgram(), CACHE_DIR);
  } catch (error) {
    throw new StartError(
      `no Chromium to render with (${(error as Error).message}): install one, or set CHROMIUM_PATH`,
      {
        cause: error,
      },
    );
  }
}

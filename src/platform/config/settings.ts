import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { z } from 'zod';
import { accessSettings } from './settings/access.js';
import { crawlingSettings, normalised } from './settings/crawling.js';
import { fleetSettings } from './settings/fleet.js';
import { helpersSettings } from './settings/helpers.js';
import { keepingSettings } from './settings/keeping.js';
import { processSettings } from './settings/process.js';
import { storageSettings } from './settings/storage.js';
import { VERSION } from './version.js';

export { PUBLIC_PORTS } from './settings/crawling.js';

/** Every setting of the service, by subject. The names are those of the environment variables. */
export const settings = {
  ...processSettings,
  ...storageSettings,
  ...keepingSettings,
  ...accessSettings,
  ...crawlingSettings,
  ...fleetSettings,
  ...helpersSettings,
};

export type SettingName = keyof typeof settings;
type Read = { readonly [N in SettingName]: z.output<(typeof settings)[N]['schema']> };
/** Settings without a default: absent unless given. */
type Optional =
  | 'DATABASE_URL'
  | 'DATABASE_OWNER_URL'
  | 'CRAWL_PROXY_URL'
  | 'CHROMIUM_PATH'
  | 'CHROMIUM_MEMORY_MB'
  | 'RECORDED_WEBS_DIR'
  | 'ARCHIVE_STORE'
  | 'PAGE_STORE'
  | 'ARCHIVE_STORE_ENDPOINT'
  | 'ARCHIVE_STORE_REGION'
  | 'ARCHIVE_STORE_ACCESS_KEY_ID'
  | 'ARCHIVE_STORE_SECRET_ACCESS_KEY'
  | 'NATS_URL'
  | 'NATS_CREDENTIALS'
  | 'NATS_CA'
  | 'LABELLER_URL'
  | 'LABELLER_MODEL'
  | 'LABELLER_KEY';

/** The validated settings. */
export type AppConfig = Omit<Read, Optional> & Partial<Pick<Read, Optional>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** Name and version in the default user agent; robots.txt files can address this name. */
const PRODUCT = `GleanerBot/${VERSION}`;

export const defaultUserAgent = (contactUrl: string): string => `${PRODUCT} (+${contactUrl})`;

/** The API's page `/bot`, if its address follows from the settings: other machines know this one by its host name. */
export function defaultContactUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? hostname() : host.includes(':') ? `[${host}]` : host;
  // If HOST is not a valid name, listening fails.
  return normalised(`http://${name}${port === 0 ? '' : `:${port}`}/bot`);
}

export function defaultWorkerId(): string {
  return `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
}

import { flag, integer, list, oneOf, setting, text, url } from '../setting-kinds.js';

const CONTACT = 'a URL such as https://example.org/bot or mailto:crawler@example.org, at most 200 characters';
/** It has to fit into a User-Agent of 300 characters. */
const MAX_CONTACT_CHARS = 200;
const USER_AGENT = 'printable ASCII, at most 300 characters';
/** The ports of the web. If private networks may be crawled, a site under development may listen on any port. */
export const PUBLIC_PORTS: readonly number[] = [80, 443, 8080, 8443];
const PORTS = 'port numbers from 1 to 65535, separated by commas, or any';
/** A URL in its standard form; other text unchanged. */
export const normalised = (value: string): string => (URL.canParse(value) ? new URL(value).href : value);

/** Fetching and rendering. */
export const crawlingSettings = {
  CRAWL_PROXY_URL: setting(
    url(['http:', 'https:'], 'a URL such as http://127.0.0.1:8080'),
    undefined,
    'HTTP proxy for all crawling',
  ),
  CRAWL_ALLOW_PRIVATE_NETWORKS: setting(
    flag(),
    'false',
    'Also crawl loopback and private addresses, at any port unless CRAWL_ALLOWED_PORTS is set. If false, the crawler cannot be led into your network',
  ),
  CRAWL_ALLOWED_PORTS: setting(
    list()
      .transform((ports) => (ports.length === 1 && ports[0] === 'any' ? [] : ports))
      .refine((ports) => ports.every((port) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535), {
        error: PORTS,
      })
      .transform((ports) => ports.map(Number)),
    undefined,
    `Ports that may be crawled; \`any\`: all. Default: ${PUBLIC_PORTS.join(',')}, or all if CRAWL_ALLOW_PRIVATE_NETWORKS is true`,
  ),
  CRAWL_CONTACT_URL: setting(
    url(['http:', 'https:', 'mailto:'], CONTACT)
      .transform(normalised)
      .refine((value) => value.length <= MAX_CONTACT_CHARS, { error: CONTACT }),
    undefined,
    'Page that explains the crawler to site owners. The user agent names it. Default: the page `/bot` of this service',
  ),
  CRAWL_USER_AGENT: setting(
    text(USER_AGENT).regex(/^[\x20-\x7e]{1,300}$/, { error: USER_AGENT }),
    undefined,
    'User agent of sessions that do not set one. Its first word is the name looked up in robots.txt. Default: GleanerBot with its version and CRAWL_CONTACT_URL',
  ),
  CRAWL_MAX_SESSIONS: setting(
    integer(1, 64),
    '2',
    'Maximum number of sessions that one worker crawls at the same time',
  ),
  CRAWL_MAX_CONNECTIONS: setting(
    integer(1, 4_096),
    '64',
    'Maximum number of fetches in flight in one worker, over all its sessions',
  ),
  POLICY_MODULES: setting(
    list(),
    '',
    'Files with crawl policies of your own, separated by commas: JavaScript modules whose default export is a policy (docs/writing-a-policy.md). They run with all rights of the process',
  ),
  CHROMIUM_PATH: setting(
    text('a file'),
    undefined,
    "Chromium to render with; default: Playwright's own, then the system's, then the bundled one",
  ),
  CHROMIUM_MEMORY_MB: setting(
    integer(512, 65_536),
    undefined,
    'Memory of all processes of Chromium, MB. When they take more, Chromium is killed with the page that is the cause; one renderer process may take half. Default: 2048, or half of the memory of the machine or container if that is less',
  ),
  CHROMIUM_SANDBOX: setting(
    oneOf(['auto', 'on', 'off']),
    'auto',
    "Chromium's sandbox; `auto`: on if the system allows it",
  ),
} as const;

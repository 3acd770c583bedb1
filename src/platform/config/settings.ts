import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { z } from 'zod';
import { flag, integer, isOrigin, list, oneOf, ORIGINS, secrets, share, text, url } from './setting-kinds.js';

const CONTACT = 'a URL such as https://example.org/bot or mailto:crawler@example.org, at most 200 characters';
/** It has to fit into a User-Agent of 300 characters. */
const MAX_CONTACT_CHARS = 200;
const USER_AGENT = 'printable ASCII, at most 300 characters';
const normalised = (value: string) => (URL.canParse(value) ? new URL(value).href : value);
/** Ports of the web. Where private networks are crawled, which takes a setting, a site under development may listen anywhere. */
export const PUBLIC_PORTS: readonly number[] = [80, 443, 8080, 8443];
const PORTS = 'port numbers from 1 to 65535, separated by commas, or any';
/** Shorter keys can be guessed; 16 characters of base64 carry 96 bits. */
const LEAST_KEY_LENGTH = 16;
const KEYS = `keys of at least ${LEAST_KEY_LENGTH} characters without spaces, separated by commas`;

const DELAYS = 'up to 20 whole numbers of seconds, each from 0 to 604800, separated by commas';
const STORE = 's3://BUCKET or s3://BUCKET/PREFIX';
/** A setting: how its text is read, its default as text (undefined: none), and what it does. `.env.example` documents the same list. */
interface Setting<S extends z.ZodType> {
  readonly schema: S;
  readonly default?: string;
  readonly about: string;
  /** Its value is never logged or repeated in an error. */
  readonly secret?: boolean;
}
const setting = <S extends z.ZodType>(
  schema: S,
  fallback: string | undefined,
  about: string,
  secret = false,
): Setting<S> => ({ schema, default: fallback, about, secret });

/** Every setting of the service. The names are those of the environment variables. */
export const settings = {
  ROLE: setting(
    oneOf(['all', 'api', 'worker']),
    'all',
    'What this process does. `api`: serves; `worker`: crawls; `all`: serves and runs one worker process',
  ),
  HOST: setting(
    text('an address or host name'),
    '127.0.0.1',
    'Address to listen on. Any address except loopback requires API_KEYS',
  ),
  PORT: setting(integer(0, 65_535), '3000', 'Port of the API; 0: any free port'),
  WORKER_PORT: setting(integer(0, 65_535), '0', "Port of the worker's health and metrics pages; 0: no such pages"),
  WORKER_ID: setting(
    text('a name'),
    undefined,
    'Name of this worker in leases; default: host, process and four random bytes',
  ),
  DATA_DIR: setting(text('a folder'), './data', 'Folder of the embedded database and of caches'),
  CACHE_DIR: setting(
    text('a folder'),
    undefined,
    'Folder of prepared word vectors and of the unpacked Chromium; default: `cache` in DATA_DIR',
  ),
  ARCHIVE_DIR: setting(
    text('a folder'),
    undefined,
    'Folder of the WARC files of sessions that keep an archive; API and workers must share it; default: `archive` in DATA_DIR',
  ),
  RECORDED_WEBS_DIR: setting(
    text('a folder'),
    undefined,
    'Folder of recorded webs (WARC files with lists of labels) on which spiders can be trained; API and workers must share it. Unset: none',
  ),
  ARCHIVE_FILE_BYTES: setting(
    integer(1_000_000, 100_000_000_000),
    '1000000000',
    'Size at which a WARC file ends and the next one begins',
  ),
  ARCHIVE_STORE: setting(
    text(STORE).regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9!_.*'()/-]{0,500})?$/, { error: STORE }),
    undefined,
    'S3-compatible store to which finished WARC files and stored exports are moved; API and workers must name the same one. Unset: they stay in ARCHIVE_DIR',
  ),
  ARCHIVE_STORE_ENDPOINT: setting(
    url(['http:', 'https:'], 'a URL such as http://127.0.0.1:9000'),
    undefined,
    'Address of the store if it is not that of Amazon',
  ),
  ARCHIVE_STORE_REGION: setting(
    text('a region such as eu-west-1'),
    undefined,
    'Region of the store; default: AWS_REGION, or us-east-1 if ARCHIVE_STORE_ENDPOINT is set',
  ),
  ARCHIVE_STORE_ACCESS_KEY_ID: setting(
    text('the id of a key'),
    undefined,
    'Key of the store; default: AWS_ACCESS_KEY_ID, or any other source that the AWS SDK knows',
  ),
  ARCHIVE_STORE_SECRET_ACCESS_KEY: setting(
    text('a secret'),
    undefined,
    'Secret of this key; default: AWS_SECRET_ACCESS_KEY, or any other source that the AWS SDK knows',
    true,
  ),
  ARCHIVE_STORE_KEEP_LOCAL: setting(
    flag(),
    'false',
    'Keep WARC files in ARCHIVE_DIR after they are in the store and were verified there',
  ),
  EXPORT_DAYS: setting(integer(1, 3_650), '7', 'How long stored exports are kept after they were made, in days'),
  EXPORT_MAX_BYTES: setting(
    integer(1_000_000, 1_000_000_000_000),
    '20000000000',
    'Size at which the making of a stored export is given up',
  ),
  EXPORTS_PER_PROJECT: setting(
    integer(1, 10_000),
    '50',
    'Stored exports that a project may have at once, those in the making included',
  ),
  DATABASE_URL: setting(
    url(['postgres:', 'postgresql:'], 'a URL such as postgresql://user:password@host:5432/database'),
    undefined,
    'PostgreSQL to use instead of the embedded one',
    true,
  ),
  DATABASE_OWNER_URL: setting(
    url(['postgres:', 'postgresql:'], 'a URL such as postgresql://owner:password@host:5432/database'),
    undefined,
    'The same database as DATABASE_URL, as the user who owns the tables: migrations run as this user, and all else as that of DATABASE_URL. Unset: both are one',
    true,
  ),
  DATABASE_POOL_SIZE: setting(
    integer(2, 100),
    '10',
    'Maximum number of database connections per process. A worker has the same number again only for crawling',
  ),
  DATABASE_PATIENCE_SECONDS: setting(
    integer(1, 86_400),
    '600',
    'How long a start, a session or a job waits for a database that cannot be reached, is starting or is full. Then the start fails, and the session or job goes back to the queue',
  ),
  AUDIT_DAYS: setting(integer(1, 36_500), '400', 'How long entries of the audit log are kept, in days'),
  SCHEDULE_MIN_INTERVAL_SECONDS: setting(
    integer(60, 86_400),
    '60',
    'Shortest time between two due times of a schedule. Expressions that are due more often are refused',
  ),
  SCHEDULE_GRACE_SECONDS: setting(
    integer(1, 86_400),
    '300',
    'A due time of a schedule at which no worker was there counts as missed when it is older. Before that it is only late',
  ),
  MONITORS_PER_PROJECT: setting(integer(1, 10_000), '100', 'Monitors that a project may have at once'),
  MONITOR_SESSION_DAYS: setting(
    integer(1, 36_500),
    '90',
    'How long sessions that monitors started are kept after their end when nothing refers to them, in days. Those of the newest runs of a monitor stay',
  ),
  VISIT_DAYS: setting(
    integer(1, 36_500),
    '400',
    'How long the history of visits of sessions that track changes is kept, in days. The visit that the next one is compared with stays',
  ),
  WEBHOOK_DAYS: setting(integer(1, 3_650), '30', 'How long messages of webhooks are kept, in days'),
  WEBHOOK_RETRY_SECONDS: setting(
    list()
      .refine(
        (delays) => delays.length <= 20 && delays.every((delay) => /^\d{1,6}$/.test(delay) && Number(delay) <= 604_800),
        { error: DELAYS },
      )
      .transform((delays) => delays.map(Number)),
    '5,300,1800,7200,18000,36000,50400,72000,86400',
    'Waits before the retries of a message of a webhook, in seconds, separated by commas. The default is the schedule of the Standard Webhooks specification: ten attempts in three days',
  ),
  API_QUERY_SECONDS: setting(integer(1, 3_600), '20', 'Maximum time of one API query in the database'),
  API_READ_CONNECTIONS: setting(
    integer(1, 100),
    '4',
    'Additional connections of the API for reading and searching results. This is also the number of heavy queries that run at the same time',
  ),
  API_KEYS: setting(
    list().refine((keys) => keys.every((key) => key.length >= LEAST_KEY_LENGTH && !/\s/.test(key)), { error: KEYS }),
    '',
    'Keys for calls with `Authorization: Bearer KEY`; empty: no key is needed',
    true,
  ),
  LOG_LEVEL: setting(
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'Lowest level that is logged',
  ),
  LOG_FORMAT: setting(
    oneOf(['json', 'pretty']),
    'json',
    '`json`: one object per line; `pretty`: for reading in a terminal',
  ),
  BODY_LIMIT_BYTES: setting(
    integer(1_024, 1_073_741_824),
    '16777216',
    'Maximum size of a request body with JSON lines. Other JSON bodies may have 8 MB if they contain documents, otherwise 1 MB',
  ),
  CORS_ORIGINS: setting(
    list()
      .refine((origins) => origins.every(isOrigin), { error: ORIGINS })
      .transform((origins) => origins.map((value) => new URL(value).origin)),
    '',
    'Origins of web pages that may call this API from a browser; empty: only its own',
  ),
  REQUEST_TIMEOUT_SECONDS: setting(integer(1, 3_600), '60', 'Maximum time for a client to send one request'),
  HTTP_MAX_CONNECTIONS: setting(
    integer(10, 100_000),
    '2000',
    'Maximum number of open HTTP connections. For each further one, the connection that has been idle longest is closed',
  ),
  STREAMS_MAX: setting(
    integer(1, 100_000),
    '1000',
    'Maximum number of open streams of sessions. Each over REST takes an HTTP connection for as long as it lasts',
  ),
  HTTP_HEADERS_SECONDS: setting(
    integer(1, 600),
    '15',
    'Maximum time for a connection to send the headers of a request',
  ),
  SIGN_IN_HOURS: setting(
    integer(1, 8_760),
    '168',
    'How long a browser stays signed in to the console after its key was given, in hours',
  ),
  KEY_RECHECK_SECONDS: setting(
    integer(1, 3_600),
    '60',
    'How often the key of an open stream or WebSocket is checked: a key that was revoked hears nothing more after this time',
  ),
  RATE_LIMIT_PER_MINUTE: setting(
    integer(0, 1_000_000),
    '3000',
    'Maximum number of calls per minute from one key, or from one address if no keys are set, at all processes together; 0: unlimited',
  ),
  GRAPHQL_MAX_DEPTH: setting(integer(1, 100), '16', 'Maximum depth of a GraphQL query; introspection needs 15'),
  GRAPHQL_MAX_COMPLEXITY: setting(
    integer(1, 10_000_000),
    '10000',
    'Maximum cost of a GraphQL query: one point per field, multiplied by the page size of lists',
  ),
  GRAPHQL_MAX_TOKENS: setting(
    integer(100, 1_000_000),
    '5000',
    'Maximum length of a GraphQL document, in names, signs and values. Put long inputs into variables',
  ),
  SOCKETS_MAX: setting(
    integer(1, 100_000),
    '1000',
    'Maximum number of open WebSockets. They are counted separately from HTTP connections',
  ),
  SOCKETS_PER_CLIENT: setting(
    integer(1, 100_000),
    '200',
    'Maximum number of WebSockets of one key, or of one address without a key',
  ),
  SOCKET_INIT_SECONDS: setting(integer(1, 60), '5', 'Maximum time for a WebSocket to send `connection_init`'),
  SOCKET_OPERATIONS_MAX: setting(
    integer(1, 100_000),
    '1000',
    'Maximum number of subscriptions and running queries on all WebSockets',
  ),
  SOCKET_OPERATIONS_PER_CLIENT: setting(
    integer(1, 100_000),
    '200',
    'Maximum number of these for one key, or for one address without a key',
  ),
  SOCKET_OPERATIONS_PER_SOCKET: setting(integer(1, 10_000), '50', 'Maximum number of these on one WebSocket'),
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
    'Page that tells site owners who crawls them. The user agent names it. Default: the page `/bot` of this service',
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
  CLASSIFIER_SECRETS: setting(
    secrets(),
    '{}',
    'Secrets that models of kind http may name, as JSON: {"name": {"origin", "value", "header"}}. Each is sent only to its origin. Default of header: authorization',
    true,
  ),
  CLASSIFIER_ORIGINS: setting(
    list()
      .refine((origins) => origins.every(isOrigin), { error: ORIGINS })
      .transform((origins) => origins.map((value) => new URL(value).origin)),
    '',
    'Origins of classifiers that may be called at any address, for example on this machine. Others are subject to CRAWL_ALLOW_PRIVATE_NETWORKS and CRAWL_ALLOWED_PORTS',
  ),
  SEARXNG_URL: setting(
    url(['http:', 'https:'], 'a URL such as http://127.0.0.1:8888'),
    undefined,
    'A SearXNG instance of your own, which suggestions of seeds and policies that search may ask; it may be at any address. Unset: seeds are suggested from stored pages alone, and sessions cannot choose the search engine searxng',
  ),
  LABELLER_URL: setting(
    url(['http:', 'https:'], 'a URL such as http://127.0.0.1:11434/v1'),
    undefined,
    'Endpoint that speaks the OpenAI API (Ollama, vLLM or a paid one) and labels pages; /chat/completions is asked below it. It may be at any address, and texts of pages are sent to it. Unset: there is no labeller',
  ),
  LABELLER_MODEL: setting(
    text('the name of a language model').max(200),
    undefined,
    'Language model that LABELLER_URL is asked for. Its labels carry this name',
  ),
  LABELLER_KEY: setting(
    text('a key').regex(/^[\x21-\x7e]{1,4000}$/, { error: 'a key' }),
    undefined,
    'Key for LABELLER_URL, sent as a bearer token',
    true,
  ),
  LABELLER_CALLS: setting(
    integer(1, 10_000_000),
    '1000',
    'Maximum number of calls to LABELLER_URL for each project on one day (UTC), retries included',
  ),
  LABELLER_MIN_KAPPA: setting(
    share(),
    '0.5',
    "What the lower end of the 95% interval of Cohen's kappa between the labeller and the user must reach before models may learn from the labeller's labels",
  ),
  CHROMIUM_PATH: setting(
    text('a file'),
    undefined,
    "Chromium to render with; default: Playwright's own, then the system's, then the bundled one",
  ),
  CHROMIUM_SANDBOX: setting(
    oneOf(['auto', 'on', 'off']),
    'auto',
    "Chromium's sandbox; `auto`: on if the system allows it",
  ),
  LEASE_SECONDS: setting(
    integer(2, 3_600),
    '15',
    'How long a worker keeps a session or job without a sign of life. Then another worker takes it over. At least four times COMMIT_INTERVAL_MS',
  ),
  CHECKPOINT_INTERVAL_SECONDS: setting(
    integer(1, 3_600),
    '30',
    'Time between two saved states of a session. After a crash the steps since the last one are replayed',
  ),
  COMMIT_INTERVAL_MS: setting(integer(10, 60_000), '500', 'Maximum time that finished fetches wait for their commit'),
  SHUTDOWN_GRACE_SECONDS: setting(
    integer(1, 600),
    '10',
    'Time for requests and fetches in flight to finish at shutdown',
  ),
} as const;

export type SettingName = keyof typeof settings;
type Read = { readonly [N in SettingName]: z.output<(typeof settings)[N]['schema']> };
/** Settings that have no default: absent unless given. */
type Optional =
  | 'DATABASE_URL'
  | 'CRAWL_PROXY_URL'
  | 'CHROMIUM_PATH'
  | 'RECORDED_WEBS_DIR'
  | 'ARCHIVE_STORE'
  | 'ARCHIVE_STORE_ENDPOINT'
  | 'ARCHIVE_STORE_REGION'
  | 'ARCHIVE_STORE_ACCESS_KEY_ID'
  | 'ARCHIVE_STORE_SECRET_ACCESS_KEY'
  | 'LABELLER_URL'
  | 'LABELLER_MODEL'
  | 'LABELLER_KEY';

/** The validated settings. */
export type AppConfig = Omit<Read, Optional> & Partial<Pick<Read, Optional>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** Name and version in the default user agent: what robots.txt files can name. */
const PRODUCT = 'GleanerBot/0.1';

export const defaultUserAgent = (contactUrl: string): string => `${PRODUCT} (+${contactUrl})`;

/** The page `/bot` of the API, as far as its address can be told from the settings: other machines know this one by its name. */
export function defaultContactUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? hostname() : host.includes(':') ? `[${host}]` : host;
  // A HOST that is no name at all fails when it is listened on.
  return normalised(`http://${name}${port === 0 ? '' : `:${port}`}/bot`);
}

export function defaultWorkerId(): string {
  return `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
}

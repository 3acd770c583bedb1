import { integer, oneOf, setting, text } from '../setting-kinds.js';

/** The role of a process, and its log. */
export const processSettings = {
  ROLE: setting(
    oneOf(['all', 'api', 'worker', 'fetcher', 'renderer']),
    'all',
    'Work of this process. `api`: serves; `worker`: crawls; `all`: serves and runs one worker process; `fetcher`: fetches for the workers of a fleet (NATS_URL); `renderer`: renders pages for its fetchers; neither needs a database',
  ),
  HOST: setting(
    text('an address or host name'),
    '127.0.0.1',
    'Address to listen on. Any address except loopback requires API_KEYS',
  ),
  PORT: setting(integer(0, 65_535), '3000', 'Port of the API; 0: any free port'),
  WORKER_PORT: setting(
    integer(0, 65_535),
    '0',
    'Port of the health and metrics pages of a worker, fetcher or renderer; 0: no such pages',
  ),
  WORKER_ID: setting(
    text('a name'),
    undefined,
    'Name of this worker in leases; default: host, process and four random bytes',
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

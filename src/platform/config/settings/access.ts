import { integer, isOrigin, list, ORIGINS, setting } from '../setting-kinds.js';

/** Shorter keys can be guessed; 16 characters of base64 carry 96 bits. */
const LEAST_KEY_LENGTH = 16;
const KEYS = `keys of at least ${LEAST_KEY_LENGTH} characters without spaces, separated by commas`;

/** Access to the API and its limits. */
export const accessSettings = {
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
} as const;

import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient } from 'graphql-ws';
import pg from 'pg';
import WebSocket from 'ws';
import { batches } from './probe-module.js';
import { type ProbeService, startProbeService } from './probe-service.js';

const KEYS = ['first-key-0123456789', 'second-key-0123456789'] as const;
const DISKS = { 'database-disk': 'ok', 'archive-disk': 'ok' };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

const running: ProbeService[] = [];
async function start(env: Record<string, string> = {}): Promise<ProbeService> {
  const service = await startProbeService(env);
  running.push(service);
  return service;
}
async function withClient(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
/** Status of a response whose body is read: an unread body keeps its connection busy until the service closes it. */
async function statusOf(url: string | URL, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}
let open: ProbeService;
let locked: ProbeService;
beforeAll(async () => {
  open = await start();
  locked = await start({ API_KEYS: KEYS.join(',') });
});
afterAll(async () => {
  for (const service of running) await service.stop();
});

test('a service that stops accepts nothing, and answers requests in flight', async () => {
  const service = await startProbeService({ SHUTDOWN_GRACE_SECONDS: '600' });
  const { hostname, port } = new URL(service.url);
  // A spare connection of a browser, and one that stays open after its response: the service waits for neither.
  const spare = net.connect(Number(port), hostname);
  await once(spare, 'connect');
  // Becomes a WebSocket after the others have been closed.
  const late = net.connect(Number(port), hostname);
  late.write(
    `GET /graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
  );
  // Like an idle browser, this client does not end its side when the service has ended its own.
  const asked = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  asked.write(`GET /v1/probe/queries HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
  const runningQueries =
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE '%pg_sleep(1)%' AND state = 'active'";
  const sql = new pg.Client({ connectionString: service.databaseUrl.replace(/[^/]+$/, 'postgres') });
  await sql.connect();
  while ((await sql.query<{ n: number }>(`${runningQueries} AND pid <> pg_backend_pid()`)).rows[0]?.n === 0);
  await sql.end();
  const stopped = service.stop();
  await expect(statusOf(`${service.url}/health/live`)).rejects.toThrow('fetch failed');
  late.write('Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n');
  const upgraded = text(late);
  let answer = '';
  asked.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  await once(asked, 'end');
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*done/);
  expect(await upgraded).toMatch(/^HTTP\/1\.1 101 [^]*The service stops/);
  await stopped;
  asked.destroy();
});

describe('health and metrics', () => {
  test('live and ready', async () => {
    const live = await fetch(`${open.url}/health/live`);
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok', checks: {} }]);
    const ready = await fetch(`${open.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', migrations: 'ok', ...DISKS } },
    ]);
  });

  test('not ready without a migration or a database, but live', async () => {
    const service = await start();
    const name = new URL(service.databaseUrl).pathname.slice(1);
    await withClient(service.databaseUrl, 'DELETE FROM _prisma_migrations');
    const missing = await fetch(`${service.url}/health/ready`);
    expect([missing.status, await missing.json()]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'ok', migrations: expect.stringMatching(/_init/), ...DISKS } },
    ]);
    // Connections are refused and open ones cut, as when the server goes away.
    const admin = service.databaseUrl.replace(name, 'postgres');
    await withClient(admin, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await withClient(admin, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    const gone = await fetch(`${service.url}/health/ready`);
    expect([gone.status, await gone.json()]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'not reachable', ...DISKS } },
    ]);
    expect(await statusOf(`${service.url}/health/live`)).toBe(200);
    // With a code after which clients try again.
    const client = createClient({
      ...{ url: `${service.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0 },
      connectionParams: { project: 'any' },
    });
    const refused = client.iterate({ query: 'subscription { told(channel: "news") }' }).next();
    await expect(refused).rejects.toMatchObject({ code: 1013 });
    await client.dispose();
  });

  test('metrics: durations by route pattern, pool, process', async () => {
    await fetch(`${open.url}/v1/probe/objects/0190f4c8-0000-7000-8000-000000000000`);
    const text = await (await fetch(`${open.url}/metrics`)).text();
    expect(text).toMatch(
      /gleaner_http_request_duration_seconds_count\{[^}]*method="GET",route="\/v1\/probe\/objects\/:id",status="404"[^}]*\} 1/,
    );
    expect(text).toMatch(/gleaner_database_pool_connections\{state="idle",role="api"\} \d/);
    expect(text).toMatch(/process_resident_memory_bytes/);
  });
});

describe('keys', () => {
  test.each(['/v1/probe/items', '/graphql?query={service}', '/metrics', '/nowhere', '/v1/nowhere', '/health'])(
    '%s needs one',
    async (path) => {
      const response = await fetch(`${locked.url}${path}`);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await response.text()).toContain('UNAUTHENTICATED');
    },
  );

  test.each([
    'Bearer wrong-key-0123456789',
    'Bearer first-key-012345678',
    'Basic Zmlyc3Q=',
    'Bearer ',
    KEYS[0],
    `Bearer ${KEYS[0]} ${KEYS[1]}`,
  ])('%s is none', async (value) => {
    expect(await statusOf(`${locked.url}/v1/probe/items`, { headers: { authorization: value } })).toBe(401);
  });

  test.each(KEYS)('%s is one, for REST, GraphQL and metrics', async (key) => {
    const headers = bearer(key);
    expect(await statusOf(`${locked.url}/v1/probe/items`, { headers })).toBe(200);
    expect(await statusOf(`${locked.url}/metrics`, { headers })).toBe(200);
    const answer = await fetch(`${locked.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"query":"{service}"}',
    });
    expect(await answer.json()).toEqual({ data: { service: expect.stringContaining('Gleaner') } });
  });

  test.each(['/health/live', '/health/ready', '/docs', '/openapi.json', '/graphiql'])('%s needs none', async (path) => {
    expect(await statusOf(`${locked.url}${path}`)).toBe(200);
  });
});

describe('pages of other sites, where no keys are set', () => {
  test('a page of another origin may not call', async () => {
    const refused = await fetch(`${open.url}/v1/probe/items`, { headers: { origin: 'https://evil.example' } });
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ field: 'Origin' })]);
    expect(await statusOf(`${open.url}/v1/probe/items`, { headers: { origin: open.url } })).toBe(200);
  });

  test('a foreign host name that resolves to this address is refused', async () => {
    const { port } = new URL(open.url);
    const status = await new Promise<number>((resolve, reject) => {
      import('node:http').then(({ get }) => {
        get({ host: '127.0.0.1', port, path: '/v1/probe/items', headers: { host: 'evil.example' } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        }).on('error', reject);
      }, reject);
    });
    expect(status).toBe(401);
  });
});

describe('rate limit', () => {
  test('by address: 429 with Retry-After as problem details; health checks stay free', async () => {
    const service = await start({ RATE_LIMIT_PER_MINUTE: '5' });
    for (let call = 0; call < 5; call++) expect(await statusOf(`${service.url}/v1/probe/items`)).toBe(200);
    const refused = await fetch(`${service.url}/v1/probe/items`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      retryAfterSeconds: Number(refused.headers.get('retry-after')),
    });
    expect(await statusOf(`${service.url}/v1/nowhere`)).toBe(429);
    expect(await statusOf(`${service.url}/health/live`)).toBe(200);
  });

  test("by key: one caller does not use up another's share, and guessing keys is limited", async () => {
    const service = await start({ RATE_LIMIT_PER_MINUTE: '3', API_KEYS: KEYS.join(',') });
    const call = (key: string) => statusOf(`${service.url}/v1/probe/items`, { headers: bearer(key) });
    expect([await call(KEYS[0]), await call(KEYS[0]), await call(KEYS[0]), await call(KEYS[0])]).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await call(KEYS[1])).toBe(200);
    const guesses = [1, 2, 3, 4].map((n) => call(`guess-${n}-0123456789`));
    expect((await Promise.all(guesses)).filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('pages for people', () => {
  const external = /(?:src|href)=["'](?:https?:)?\/\/(?!www\.w3\.org)/i;

  test('GraphiQL loads nothing from other origins', async () => {
    const response = await fetch(`${open.url}/graphiql`);
    const html = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(html).not.toMatch(external);
    const assets = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
    expect(assets).toHaveLength(3);
    for (const asset of assets) expect([asset, await statusOf(new URL(asset, open.url))]).toEqual([asset, 200]);
  });

  test('the docs page and all it loads come from here', async () => {
    const html = await (await fetch(`${open.url}/docs`)).text();
    expect(html).not.toMatch(external);
    const assets = [...html.matchAll(/(?:src|href)=["']([^"']+\.(?:js|css|png))["']/g)].map((match) => match[1] ?? '');
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets)
      expect([asset, await statusOf(new URL(asset, `${open.url}/docs`))]).toEqual([asset, 200]);
  });

  test('the OpenAPI document describes the refusals', async () => {
    const document = await (await fetch(`${open.url}/openapi.json`)).json();
    expect(document.openapi).toMatch(/^3\./);
    expect(Object.keys(document.paths['/v1/probe'].post.responses)).toEqual(expect.arrayContaining(['400', '409']));
    expect(document.components.schemas.ProblemDetails.properties).toHaveProperty('code');
  });
});

describe('GraphQL', () => {
  test('introspection fits the depth limit', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const response = await fetch(`${open.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: getIntrospectionQuery() }),
    });
    expect((await response.json()).data.__schema.queryType.name).toBe('Query');
  });

  test('rows asked for one by one are loaded in one batch', async () => {
    batches.length = 0;
    const response = await fetch(`${open.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          '{ a: items(first: 3) { nodes { square } edges { node { square } } } b: items(first: 2) { nodes { square } } }',
      }),
    });
    expect((await response.json()).data.a.nodes).toEqual([{ square: 0 }, { square: 1 }, { square: 4 }]);
    expect(batches).toEqual([[0, 1, 2]]);
  });

  async function firstTold(
    service: ProbeService,
    connectionParams?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<unknown> {
    class Socket extends WebSocket {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols, { headers });
      }
    }
    const client = createClient({
      url: `${service.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: Socket,
      connectionParams,
      retryAttempts: 0,
    });
    const sql = new pg.Client({ connectionString: service.databaseUrl });
    await sql.connect();
    // The last one may still be in flight when the connection closes.
    const sender = setInterval(() => void sql.query("SELECT pg_notify('news', 'hello')").catch(() => undefined), 30);
    try {
      const results = client.iterate({ query: 'subscription { told(channel: "news") }' });
      const { value } = await results.next();
      await results.return?.();
      return value;
    } finally {
      clearInterval(sender);
      await sql.end();
      await client.dispose();
    }
  }

  test('subscriptions over graphql-transport-ws', async () => {
    expect(await firstTold(open)).toEqual({ data: { told: 'hello' } });
  });

  test.each([
    ['NOT_FOUND', 'NOT_FOUND'],
    ['bug', 'INTERNAL'],
  ])('a subscription refused with %s says %s, and nothing secret', async (refusal, code) => {
    const client = createClient({
      url: `${open.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    const results = client.iterate({
      query: 'subscription ($channel: String!) { told(channel: $channel) }',
      variables: { channel: `refuse ${refusal}` },
    });
    const { value } = (await results.next()) as { value: { errors: unknown } };
    await client.dispose();
    const { errors } = value;
    expect(errors).toEqual([expect.objectContaining({ extensions: expect.objectContaining({ code }) })]);
    expect(JSON.stringify(errors)).not.toMatch(/secret|hunter2/);
  });

  test('subscriptions need the key, in the header or in connection_init', async () => {
    expect(await firstTold(locked, undefined, bearer(KEYS[0]))).toEqual({ data: { told: 'hello' } });
    expect(await firstTold(locked, { authorization: `Bearer ${KEYS[1]}` })).toEqual({ data: { told: 'hello' } });
    await expect(firstTold(locked, { authorization: 'Bearer wrong-key-0123456789' })).rejects.toBeDefined();
    await expect(firstTold(locked, undefined, bearer('wrong-key-0123456789'))).rejects.toBeDefined();
    const silent = await firstTold(locked).catch((error: unknown) => ({ refused: error }));
    expect(JSON.stringify(silent)).not.toContain('hello');
  });
});

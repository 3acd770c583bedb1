import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLAIN_FETCH, type FetchOutcome, type FetchSettings, type Fetcher } from '../../src/engine/ports.js';
import { FETCHER_FACTORY, FetchingModule, type FetcherFactory } from '../../src/modules/fetch/fetching/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startFixtureSite, type FixtureSite } from '../support/fixture-site.js';
import { answering, serveNamedHosts } from '../support/named-hosts.js';

/** Timers may fire this early, ms. */
const TIMER_ROUNDING_MS = 5;
const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: true,
  render: 'never',
  hostDelayMs: 150,
  timeoutMs: 3_000,
  maxBytes: 1_000_000,
  maxRedirects: 4,
};

let site: FixtureSite;
let database: TestDatabase;
/** Ends a test's applications, also after a failure. */
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  site = await startFixtureSite();
  database = await createTestDatabase();
});
afterAll(async () => {
  await site.close();
  await database.drop();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function boot(
  env: Record<string, string>,
): Promise<{ factory: FetcherFactory; warned: string[]; close: () => Promise<void> }> {
  const config = loadConfig({ DATA_DIR: join(tmpdir(), 'gleaner-fetching-module'), ...env });
  @Module({ imports: [PlatformModule.forRoot(config, database.url), FetchingModule] })
  class RootModule {}
  const warned: string[] = [];
  const quiet = (): void => undefined;
  const logger = { log: quiet, error: quiet, warn: (...said: unknown[]) => void warned.push(said.join(' ')) };
  const app = await Test.createTestingModule({ imports: [RootModule] })
    .setLogger(logger)
    .compile();
  await app.init();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= app.close());
  closing.push(close);
  return { factory: app.get<FetcherFactory>(FETCHER_FACTORY), warned, close };
}
const get = (fetcher: Fetcher, path: string): Promise<FetchOutcome> =>
  fetcher.fetch({ url: site.url(path), settings }, new AbortController().signal);

it('gives fetchers that share turns and robots.txt, and close apart', async () => {
  const { factory, close } = await boot({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true', CRAWL_ALLOWED_PORTS: 'any' });
  const [one, two] = [factory(), factory()];
  const started = performance.now();
  const outcomes = await Promise.all([get(one, '/page/1'), get(two, '/page/2')]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['page', 'page']);
  const [robots, , second] = site.requests;
  expect([robots?.path, site.requests.length]).toEqual(['/robots.txt', 3]);
  // The delay is between sent requests; their transit times differ. The second cannot be sent before the delay has
  // passed.
  expect((second?.at ?? 0) - started).toBeGreaterThanOrEqual(settings.hostDelayMs - TIMER_ROUNDING_MS);

  const pending = get(one, '/silent');
  await one.close();
  expect(await pending).toMatchObject({ kind: 'aborted' });
  expect(await get(one, '/page/1')).toMatchObject({ kind: 'aborted' });
  expect(await get(two, '/page/1')).toMatchObject({ kind: 'page' });
  await close();
  expect(await get(two, '/page/1')).toMatchObject({ kind: 'aborted' });
});

it('guards addresses unless configured otherwise', async () => {
  const { factory, close } = await boot({});
  expect(await get(factory(), '/page/1')).toMatchObject({ kind: 'blocked-address' });
  await close();
});

it('warns once where nobody can open the page that the user agent names', async () => {
  const warnings = async (env: Record<string, string>): Promise<number> => {
    const { factory, warned, close } = await boot(env);
    factory();
    factory();
    await close();
    return warned.filter((message) => message.includes('CRAWL_CONTACT_URL')).length;
  };
  expect(await warnings({})).toBe(1);
  expect(await warnings({ CRAWL_CONTACT_URL: 'https://crawler.example/bot' })).toBe(0);
  expect(await warnings({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' })).toBe(0);
  expect(await warnings({ CRAWL_PROXY_URL: 'http://127.0.0.1:9' })).toBe(0);
  expect(await warnings({ CRAWL_PROXY_URL: 'http://proxy.example:3128' })).toBe(1);
});

it('keeps its knowledge of hosts when the application closes', async () => {
  const env = { CRAWL_ALLOW_PRIVATE_NETWORKS: 'true', CRAWL_ALLOWED_PORTS: 'any' };
  const hosts = await serveNamedHosts({ '127.0.0.1': answering(429, { 'retry-after': '600' }) });
  const request = { url: hosts.url('127.0.0.1'), settings: { ...settings, obeyRobots: false }, patienceMs: 0 };
  const first = await boot(env);
  expect(await first.factory().fetch(request, new AbortController().signal)).toMatchObject({
    kind: 'throttled',
    httpStatus: 429,
  });
  await first.close();
  const second = await boot(env);
  expect(await second.factory().fetch(request, new AbortController().signal)).toMatchObject({ kind: 'deferred' });
  await second.close();
  await hosts.close();
  expect([...first.warned, ...second.warned].filter((message) => message.includes('host states cannot'))).toEqual([]);
});

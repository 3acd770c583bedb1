import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

const DEADLINE_MS = 300_000;

interface Status {
  id: string;
  state: string;
  stateReason: string | null;
  error: string | null;
  fetched: number;
  failed: number;
  skipped: number;
  availableActions: string[];
}
interface Seed {
  url: string;
  reached: boolean;
  outcome: string | null;
  message: string | null;
  allowedBy: string | null;
}
interface Event {
  no: number;
  kind: string;
  details: { by: string; worker?: string; from?: string; to: string; reason?: string };
}

describe('a crawl whose seeds cannot be reached', () => {
  let service: TestService;
  let site: Server;
  let port: number;
  /** One topic for all sessions: separate ones would each train a model. */
  let topicId: string;
  let worker: Awaited<ReturnType<typeof startSharedWorker>> | null = null;

  beforeAll(async () => {
    site = createServer(({ url }, response) => {
      const known = url === '/' || url === '/second';
      const status = known || url === '/picture' ? 200 : url === '/closed' ? 403 : 404;
      response
        .writeHead(status, { 'content-type': url === '/picture' ? 'image/png' : 'text/html' })
        .end(
          known
            ? `<title>Cheese</title><p>Cheese and cheddar ${url}<a href="/second">more</a><a href="/gone">gone</a><a href="/picture">picture</a><a href="/closed">closed</a>`
            : '',
        );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    port = (site.address() as AddressInfo).port;
    service = await startService();
    ({ id: topicId } = await call<{ id: string }>('POST', '/topics', {
      name: 'cheese',
      keywords: ['cheese', 'cheddar'],
      seeds: [`http://127.0.0.1:${port}/`],
    }));
  }, DEADLINE_MS);
  afterEach(() => dismiss(), DEADLINE_MS);
  afterAll(async () => {
    await service.stop();
    await new Promise((resolve) => site.close(resolve));
  }, DEADLINE_MS);

  const { call, until } = restCalls(() => service.url, DEADLINE_MS);
  const work = async (env: Record<string, string>): Promise<void> => {
    worker = await startSharedWorker({ DATABASE_URL: service.databaseUrl, COMMIT_INTERVAL_MS: '50', ...env });
  };
  const dismiss = async (): Promise<void> => {
    await worker?.stop();
    worker = null;
  };
  const ended = (id: string): Promise<Status> =>
    until<Status>(`/sessions/${id}`, ({ state }) => ['completed', 'failed', 'stopped'].includes(state));
  const crawl = async (seeds: string[], more: object = {}): Promise<string> => {
    const { id } = await call<Status>('POST', `/topics/${topicId}/sessions`, {
      seeds,
      budget: { fetches: 20 },
      hostDelayMs: 0,
      retries: 0,
      ...more,
    });
    return id;
  };
  const seedsOf = async (id: string): Promise<Seed[]> =>
    (await call<{ items: Seed[] }>('GET', `/sessions/${id}/seed-outcomes`)).items;
  const eventsOf = async (id: string): Promise<Event[]> =>
    (await call<{ items: Event[] }>('GET', `/sessions/${id}/events?first=200`)).items;
  const dead = 'http://127.0.0.1:1/';
  const unresolvable = 'http://no-such-host.invalid/';

  it(
    'is none if its pages come from the collection of the topic',
    async () => {
      await work({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
      const home = `http://127.0.0.1:${port}/`;
      expect(await ended(await crawl([home]))).toMatchObject({ state: 'completed', fetched: 2, failed: 3 });
      await until<{ pages: number; behind: number }>(
        `/topics/${topicId}/collection`,
        ({ pages, behind }) => pages === 2 && behind === 0,
      );
      const again = await crawl([home], { known: 'reuse' });
      expect(await ended(again)).toMatchObject({
        ...{ state: 'completed', stateReason: 'frontier-empty', error: null },
        // A refused page may be open by now.
        ...{ fetched: 0, failed: 1, skipped: 2 },
      });
      const taking = await crawl([home], { known: 'reuse', contentTypes: ['html', 'text', 'pdf'] });
      expect(await ended(taking)).toMatchObject({ failed: 2, skipped: 1 });
      expect(await seedsOf(again)).toMatchObject([{ url: home, reached: true, outcome: 'reused' }]);
    },
    DEADLINE_MS,
  );

  it(
    'ends, and names the proxy, before a proxy that is away has used up all links',
    async () => {
      await work({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
      const seeds = Array.from({ length: 80 }, (_, i) => `http://127.0.0.1:${port}/${i}`);
      const id = await crawl(seeds, { access: { proxies: ['http://me:sesame@127.0.0.1:1'] } });
      const failed = await ended(id);
      expect(failed).toMatchObject({ state: 'failed', stateReason: 'proxy-refused', fetched: 0 });
      expect(failed.error).toContain('proxy 127.0.0.1:1: ');
      expect(JSON.stringify(failed)).not.toContain('sesame');
      const tried = (await seedsOf(id)).filter(({ outcome }) => outcome !== null);
      expect(tried.every(({ outcome }) => outcome === 'proxy')).toBe(true);
      expect(tried.length).toBeLessThan(80);
      expect(failed.availableActions).toContain('resume');
    },
    DEADLINE_MS,
  );

  it(
    "fails with the reason and each seed's cause, and crawls once the setting that is named allows it",
    async () => {
      const home = `http://127.0.0.1:${port}/`;
      await work({});
      const id = await crawl([home, `http://localhost:${port}/`, unresolvable, 'http://example.com:6379/']);
      const failed = await ended(id);
      expect(failed).toMatchObject({
        state: 'failed',
        stateReason: 'seeds-unreachable',
        fetched: 0,
        availableActions: ['resume', 'switchModel', 'delete'],
      });
      expect(failed.error).toContain('CRAWL_ALLOW_PRIVATE_NETWORKS=true');
      expect(await seedsOf(id)).toMatchObject([
        {
          url: home,
          reached: false,
          outcome: 'blocked-address',
          message: '127.0.0.1 is not a public address',
          allowedBy: expect.stringContaining('CRAWL_ALLOW_PRIVATE_NETWORKS=true'),
        },
        {
          reached: false,
          outcome: 'blocked-address',
          message: 'localhost is a private name',
          allowedBy: expect.stringContaining('CRAWL_ALLOW_PRIVATE_NETWORKS=true'),
        },
        { url: unresolvable, reached: false, outcome: 'dns', allowedBy: null },
        {
          reached: false,
          outcome: 'blocked-address',
          message: 'port 6379 is not allowed',
          allowedBy: expect.stringMatching(/CRAWL_ALLOWED_PORTS with 6379.*CRAWL_ALLOW_PRIVATE_NETWORKS/),
        },
      ]);
      await dismiss();

      await work({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
      await call('POST', `/sessions/${id}/resume`);
      expect(await ended(id)).toMatchObject({
        state: 'completed',
        stateReason: 'frontier-empty',
        error: null,
        fetched: 4,
      });
      const [first, , third] = await seedsOf(id);
      expect([first.reached, first.outcome, third.reached, third.outcome]).toEqual([true, 'page', false, 'dns']);
      const events = await eventsOf(id);
      expect(events.map(({ kind }) => kind)).toEqual([
        'queued',
        'started',
        'running',
        'failed',
        'resumed',
        'started',
        'running',
        'completed',
      ]);
      expect(events[3].details).toMatchObject({
        by: 'worker',
        from: 'running',
        to: 'failed',
        reason: 'seeds-unreachable',
        worker: expect.any(String),
      });
      expect(events[4].details).toMatchObject({ by: 'user', from: 'failed', to: 'queued' });
    },
    DEADLINE_MS,
  );

  it.each<[string, string[], object]>([
    ['are down', [dead], {}],
    ['are down and the budget is used up by that', [dead], { budget: { fetches: 1 } }],
    ['cannot be resolved', [unresolvable], {}],
    ['are out of its scope', [dead], { scope: { allowHosts: ['example.org'] } }],
  ])(
    'fails where its seeds %s',
    async (_, seeds, more) => {
      await work({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
      const id = await crawl(seeds, more);
      expect(await ended(id)).toMatchObject({
        state: 'failed',
        stateReason: 'seeds-unreachable',
        error: expect.stringContaining(seeds[0]),
      });
    },
    DEADLINE_MS,
  );

  it(
    'fails where all answer without a page, and holds the ports that are set for private hosts too',
    async () => {
      await work({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true', CRAWL_ALLOWED_PORTS: '80' });
      expect(await ended(await crawl([`http://127.0.0.1:${port}/`]))).toMatchObject({
        stateReason: 'seeds-unreachable',
        error: expect.stringContaining(`port ${port} is not allowed`),
      });
      await dismiss();
      await work({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
      expect(await ended(await crawl([`http://127.0.0.1:${port}/missing`]))).toMatchObject({
        state: 'failed',
        stateReason: 'seeds-unreachable',
        failed: 1,
      });
    },
    DEADLINE_MS,
  );

  it(
    'stops and is extended, says both in its events, and reads them page by page',
    async () => {
      await work({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
      const id = await crawl([`http://127.0.0.1:${port}/`], { budget: { minutes: 1 } });
      await ended(id);
      await dismiss();
      const other = await crawl([`http://127.0.0.1:${port}/`], { budget: { relevantPages: 5 } });
      expect(await call<Status>('POST', `/sessions/${other}/stop`)).toMatchObject({
        state: 'stopped',
        stateReason: 'stopped',
        availableActions: ['extend', 'switchModel', 'delete'],
      });
      await call('POST', `/sessions/${other}/extend`, { fetches: 1 });
      await work({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
      expect(await ended(other)).toMatchObject({ state: 'completed', fetched: 2 });
      const kinds = (await eventsOf(other)).map(({ kind, details: { by } }) => `${kind} by ${by}`);
      expect(kinds).toEqual([
        'queued by user',
        'stopped by user',
        'extended by user',
        'started by worker',
        'running by worker',
        'completed by worker',
      ]);
      const first = await call<{ items: Event[]; pageInfo: { endCursor: string; hasNextPage: boolean } }>(
        'GET',
        `/sessions/${other}/events?first=2`,
      );
      expect(first.pageInfo.hasNextPage).toBe(true);
      const rest = await call<{ items: Event[] }>(
        'GET',
        `/sessions/${other}/events?first=10&after=${first.pageInfo.endCursor}`,
      );
      expect([...first.items, ...rest.items].map(({ kind }) => kind)).toEqual(
        (await eventsOf(other)).map(({ kind }) => kind),
      );
    },
    DEADLINE_MS,
  );
});

import { createRandomWeb, serveRandomWeb, type RandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { finding, startSearxng, type TestSearxng } from '../support/searxng-server.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';
import { sql, type ListBody } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

const DEADLINE_MS = 180_000;
const LONELY = 'http://site1.cheeseweb1.com/p0';
const inner = createRandomWeb({ sites: 12, pagesPerSite: 20, linksPerPage: 10 });
/** The generated web, in which the pages of one site have no links. */
const web: RandomWeb = {
  ...inner,
  page: (url) => {
    const page = inner.page(url);
    const isLonely = page.kind === 'html' && url.includes('//site1.');
    return isLonely ? { ...page, html: page.html.replace(/<ul>.*<\/ul>/s, '') } : page;
  },
};

interface Session {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly found: number;
  readonly fetched: number;
  readonly failed: number;
  readonly relevant: number;
  readonly policyStats: Readonly<Record<string, number>>;
  readonly startFrom: string | null;
}
interface Page {
  readonly step: number;
  readonly url: string;
  readonly domainName: string;
  readonly outcome: string;
  readonly sourceStep: number | null;
  readonly depth: number;
  readonly relevant: boolean;
  readonly free: boolean;
  readonly linkCount: number;
  readonly message: string | null;
}
interface Why {
  readonly terms: Readonly<Record<string, string>>;
  readonly link: { readonly sourceUrl: string; readonly place: string } | null;
  readonly path: readonly { readonly url: string }[];
}

let service: TestService;
let server: Awaited<ReturnType<typeof serveRandomWeb>>;
let searxng: TestSearxng;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;
let topicId: string;

const { call, until } = restCalls(() => service.url, DEADLINE_MS);
const ended = (id: string): Promise<Session> =>
  until<Session>(`/sessions/${id}`, ({ state }) => ['completed', 'failed', 'stopped'].includes(state));
const crawl = async (input: object): Promise<Session> => {
  const { id } = await call<Session>('POST', `/topics/${topicId}/sessions`, {
    budget: { fetches: 40 },
    hostDelayMs: 0,
    robots: false,
    concurrency: 4,
    ...input,
  });
  return ended(id);
};
const pagesOf = async ({ id }: Session, query = ''): Promise<readonly Page[]> =>
  (await call<ListBody<Page>>('GET', `/sessions/${id}/pages?first=200${query}`)).items;
const seedfinder = (config: object = {}): object => ({
  policy: 'seedfinder',
  policyConfig: { crawlPages: 5, hitsPerPage: 8, ...config },
});

beforeAll(async () => {
  server = await serveRandomWeb(web);
  searxng = await startSearxng(finding([]));
  service = await startService({ SEARXNG_URL: searxng.url });
  worker = await startSharedWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    SEARXNG_URL: searxng.url,
    COMMIT_INTERVAL_MS: '50',
  });
  const topic = await call<{ id: string }>('POST', '/topics', {
    name: 'cheese',
    keywords: ['cheese', 'cheddar', 'brie'],
    seeds: [LONELY],
  });
  topicId = topic.id;
}, DEADLINE_MS);

afterAll(async () => {
  await worker.stop();
  await service.stop();
  await searxng.close();
  await server.close();
}, DEADLINE_MS);

describe('a session under seedfinder', () => {
  it(
    'finds nothing on a new service, and asks again when pages are stored',
    async () => {
      const { id } = await crawl({ ...seedfinder(), seeds: inner.seeds, budget: { fetches: 4 } });
      const [first] = await pagesOf({ id } as Session, '&outcome=search');
      expect(first).toMatchObject({ linkCount: 0 });
      await call('POST', `/sessions/${id}/extend`, { fetches: 30 });
      expect(await ended(id)).toMatchObject({ state: 'completed', error: null });
      const [, ...later] = await pagesOf({ id } as Session, '&outcome=search');
      expect(later.some(({ linkCount }) => linkCount > 0)).toBe(true);
    },
    DEADLINE_MS,
  );

  it(
    'finds sites among the stored pages that no seed links to, and says by which query',
    async () => {
      const stored = await crawl({ policy: 'breadth-first', seeds: inner.seeds, budget: { fetches: 100 } });
      expect(stored).toMatchObject({ state: 'completed', error: null });

      const session = await crawl(seedfinder());
      expect(session).toMatchObject({ state: 'completed', error: null });
      expect(session.fetched + session.failed).toBe(40);
      expect(session.policyStats['queries']).toBeGreaterThan(0);
      const searches = await pagesOf(session, '&outcome=search');
      expect(searches.length).toBe(session.policyStats['searches']);
      expect(searches[0]).toMatchObject({
        sourceStep: null,
        depth: 0,
        relevant: false,
        free: true,
        domainName: 'search.invalid',
      });
      expect(searches.some(({ linkCount }) => linkCount > 0)).toBe(true);

      const pages = await pagesOf(session, '&outcome=page');
      expect(new Set(pages.map(({ domainName }) => domainName)).size).toBeGreaterThan(3);
      const steps = new Map(searches.map((search) => [search.step, search]));
      const hits = pages.filter(({ sourceStep }) => sourceStep !== null && steps.has(sourceStep));
      expect(hits.length).toBeGreaterThan(5);
      const [{ step, sourceStep }] = hits;
      const url = steps.get(sourceStep ?? -1)?.url ?? '';
      const why = await call<Why>('GET', `/sessions/${session.id}/pages/${step}/why`);
      expect(why).toMatchObject({ terms: { from: 'hit', page: '1' }, link: { sourceUrl: url, place: 'search' } });
      expect(new URL(url).searchParams.get('q')).toBe(why.terms['query']);

      // Searches count neither as failures, pages nor domains, and every counted URL exists.
      expect(
        (await call<ListBody<Page>>('GET', `/sessions/${session.id}/failures`)).items.filter(({ outcome }) =>
          outcome.startsWith('search'),
        ),
      ).toEqual([]);
      const domains = await call<ListBody<{ name: string }>>('GET', `/sessions/${session.id}/domains?first=200`);
      expect(domains.items.map(({ name }) => name)).not.toContain('search.invalid');
      const [urls] = await sql<{ urls: number }>(
        service.databaseUrl,
        'SELECT count(*)::int AS urls FROM urls WHERE session_id = $1',
        [session.id],
      );
      expect(session.found).toBe(urls.urls);
      expect([...server.requests.keys()].filter((asked) => asked.includes('search.invalid'))).toEqual([]);
      const report = await call<{ outcomes: Record<string, number> }>('GET', `/sessions/${session.id}/report`);
      expect(report).toMatchObject({ outcomes: expect.anything() });
      expect((await fetch(`${service.url}/v1/sessions/${session.id}/pages/export?format=jsonl`)).status).toBe(200);

      // Its learned state consists of terms. Another session has them before its first query.
      const one = { ...seedfinder(), budget: { fetches: 1 } };
      const [untaught, heir] = [await crawl(one), await crawl({ ...one, startFrom: session.id })];
      expect(untaught).toMatchObject({ startFrom: null, policyStats: { vocabulary: 3 } });
      expect(heir).toMatchObject({ state: 'completed', error: null, startFrom: session.id });
      expect(heir.policyStats['vocabulary']).toBeGreaterThan(5);
      const taught = await crawl({ ...seedfinder(), startFrom: session.id, randomSeed: 3 });
      expect(taught).toMatchObject({ state: 'completed', error: null, startFrom: session.id });
      expect(taught.policyStats['queries']).toBeGreaterThan(0);
    },
    DEADLINE_MS,
  );

  it(
    'asks the SearXNG of the operator',
    async () => {
      searxng.answer(
        finding(
          [5, 6, 7].map((page) => ({ url: `http://site9.cheeseweb9.com/p${page}`, title: 'Cheese', content: 'brie' })),
        ),
      );
      const session = await crawl(seedfinder({ engine: 'searxng' }));
      expect(session).toMatchObject({ state: 'completed', error: null });
      const pages = await pagesOf(session, '&outcome=page');
      expect(pages.map(({ url }) => url)).toContain('http://site9.cheeseweb9.com/p5');
      expect(searxng.requests[0]).toMatch(/^\/searx\/search\?q=.*&format=json&pageno=1$/);
    },
    DEADLINE_MS,
  );

  it(
    'goes on when the engine fails, and says what happened',
    async () => {
      searxng.answer((_, response) => void response.writeHead(500).end());
      const session = await crawl(seedfinder({ engine: 'searxng' }));
      expect(session).toMatchObject({ state: 'completed', fetched: 1 });
      const failed = await pagesOf(session, '&outcome=search-failed');
      expect(failed.map(({ message }) => message)).toEqual(Array(5).fill('SearXNG: HTTP 500'));
    },
    DEADLINE_MS,
  );
});

describe('a service without SearXNG', () => {
  let plain: TestService;
  beforeAll(async () => {
    plain = await startService({ DATABASE_URL: service.databaseUrl });
  });
  afterAll(() => plain.stop());

  const input = { policy: 'seedfinder', policyConfig: { engine: 'searxng' }, budget: { fetches: 5 } };
  const refusal = { code: 'VALIDATION_FAILED', field: 'policyConfig.engine', allowed: 'stored' };

  it('refuses a session that asks for it, and names the setting', async () => {
    const rest = await new ApiClient(plain.url).rest('POST', `/topics/${topicId}/sessions`, input);
    expect(rest.body).toMatchObject({ status: 400, ...refusal, detail: expect.stringContaining('SEARXNG_URL') });
    const error = await new ApiClient(plain.url).graphqlError(
      'mutation ($topicId: ID!, $input: CreateSessionInput!) { createSession(topicId: $topicId, input: $input) { id } }',
      { topicId, input },
    );
    expect(error.extensions).toMatchObject(refusal);
  });

  it('still offers the policy, with its engines', async () => {
    const policy = await call<{ configSchema: object }>('GET', '/policies/seedfinder');
    expect(policy).toMatchObject({
      configSchema: { properties: { engine: { enum: ['stored', 'searxng'], default: 'stored' } } },
    });
  });
});

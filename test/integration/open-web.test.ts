import { serveOpenWeb, type OpenWeb } from '../support/open-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

const DEADLINE_MS = 120_000;
const SITE = 'http://www.cheese-news.com';
const SETTINGS = {
  policy: 'breadth-first',
  budget: { fetches: 200 },
  hostDelayMs: 0,
  concurrency: 4,
  randomSeed: 3,
  sitemaps: true,
  trackChanges: true,
  languages: ['en'],
  retries: 2,
  hostFailureLimit: 3,
  traps: { maxPerPattern: 20 },
};

interface Page {
  step: number;
  url: string;
  outcome: string;
  relevant: boolean;
  duplicateOf: number | null;
  noindex: boolean;
  change: string | null;
  language: string | null;
  attempt: number;
  httpStatus: number | null;
  excerpt: string | null;
  linkCount: number;
}
interface Counts {
  name: string;
  count: number;
}

/**
 * A worker, the API and a web with the features of the open web: all promises of the sessions' settings, end to end.
 */
describe('sessions on a web like the open web', () => {
  let service: TestService;
  let web: OpenWeb;
  let worker: Awaited<ReturnType<typeof startSharedWorker>>;
  let topicId: string;
  let first: string;
  let second: string;

  const { call, until } = restCalls(() => service.url, DEADLINE_MS);
  async function crawl(): Promise<string> {
    const { id } = await call<{ id: string }>('POST', `/topics/${topicId}/sessions`, SETTINGS);
    const { state, error } = await until<{ state: string; error: string | null }>(`/sessions/${id}`, (session) =>
      ['completed', 'failed'].includes(session.state),
    );
    expect([state, error]).toEqual(['completed', null]);
    return id;
  }
  const pagesOf = async (id: string): Promise<Page[]> =>
    (await call<{ items: Page[] }>('GET', `/sessions/${id}/pages?first=200`)).items;
  const pageAt = async (id: string, path: string): Promise<Page> => {
    const found = (await pagesOf(id))
      .filter(({ url }) => url === (path.startsWith('/') ? `${SITE}${path}` : path))
      .at(-1);
    if (!found) throw new Error(`${path} was not fetched`);
    return found;
  };

  beforeAll(async () => {
    web = await serveOpenWeb();
    service = await startService();
    worker = await startSharedWorker({
      DATABASE_URL: service.databaseUrl,
      CRAWL_PROXY_URL: `http://127.0.0.1:${web.port}`,
      COMMIT_INTERVAL_MS: '50',
    });
    ({ id: topicId } = await call<{ id: string }>('POST', '/topics', {
      name: 'cheese',
      keywords: ['cheese', 'cheddar', 'rennet'],
      seeds: web.seeds,
    }));
    first = await crawl();
    web.nextDay();
    second = await crawl();
  }, 2 * DEADLINE_MS);
  afterAll(async () => {
    await worker.stop();
    await service.stop();
    await web.close();
  }, DEADLINE_MS);

  it('finds what only sitemaps and feeds name', async () => {
    for (const no of [9, 10, 11, 12]) expect(await pageAt(first, `/article/${no}`)).toMatchObject({ outcome: 'page' });
    expect(
      (await pagesOf(first))
        .filter(({ outcome }) => outcome === 'sitemap')
        .map(({ url }) => url)
        .sort(),
    ).toEqual(expect.arrayContaining([`${SITE}/feed.xml`, `${SITE}/sitemap-1.xml.gz`, `${SITE}/sitemap-index.xml`]));
  });

  it('reads plain text, and follows the URLs in it', async () => {
    expect(await pageAt(first, '/plain.txt')).toMatchObject({ outcome: 'page', relevant: true, linkCount: 1 });
    expect(await pageAt(first, '/article/8')).toMatchObject({ outcome: 'page' });
  });

  it('heeds robots.txt, noindex and nofollow', async () => {
    expect(await pageAt(first, '/private/diary')).toMatchObject({ outcome: 'robots-denied' });
    expect(await pageAt(first, '/hidden')).toMatchObject({
      outcome: 'page',
      noindex: true,
      relevant: false,
      excerpt: '',
    });
    expect(await pageAt(first, '/article/6')).toMatchObject({ outcome: 'page' });
    await expect(pageAt(first, '/article/7')).rejects.toThrow('was not fetched');
    expect(web.requests.some(({ url }) => url.includes('/private'))).toBe(false);
  });

  it('knows the copies on a mirror for duplicates, which earn nothing', async () => {
    const copies = (await pagesOf(first)).filter(({ url }) => url.startsWith('http://mirror.curd-copies.org/article/'));
    expect(copies).toHaveLength(3);
    for (const copy of copies) {
      const original = (await pagesOf(first)).find(({ step }) => step === copy.duplicateOf);
      // The one completed first is the original.
      const other = original ?? (await pageAt(first, new URL(copy.url).pathname));
      expect(new URL(other.url).pathname).toBe(new URL(copy.url).pathname);
      expect([copy, other].filter(({ relevant }) => relevant)).toHaveLength(1);
    }
  });

  it('takes no page of another language for relevant', async () => {
    expect(await pageAt(first, '/kaese')).toMatchObject({ outcome: 'page', language: 'de', relevant: false });
    expect(await pageAt(first, '/article/1')).toMatchObject({ language: 'en' });
  });

  it('leaves a calendar without end', async () => {
    const months = (await pagesOf(first)).filter(({ url }) => url.includes('/calendar/'));
    expect(months.length).toBeGreaterThan(0);
    expect(months.length).toBeLessThanOrEqual(40);
    const { leftOut } = await call<{ leftOut: Counts[] }>('GET', `/sessions/${first}/report`);
    expect(leftOut.filter(({ name }) => name.startsWith('trap: '))).not.toEqual([]);
  });

  it('comes back to a busy host when it said, and gives up a dead one', async () => {
    const shop = (await pagesOf(first)).filter(({ url }) => url === 'http://busy.rennet-shop.net/');
    expect(shop.map(({ outcome, httpStatus }) => [outcome, httpStatus])).toEqual([
      ['http-error', 503],
      ['page', 200],
    ]);
    expect(shop[1]?.attempt).toBe(1);
    const dead = (await pagesOf(first)).filter(({ url }) => url === 'http://down.whey-works.com/');
    expect(dead.length).toBeGreaterThanOrEqual(1);
    expect(dead.length).toBeLessThanOrEqual(3);
    expect(dead.every(({ outcome }) => outcome !== 'page')).toBe(true);
  });

  it('requests only changed pages the second time, and reports the changes', async () => {
    expect((await pageAt(first, '/article/8')).change).toBe('new');
    expect(await pageAt(second, '/article/8')).toMatchObject({
      outcome: 'page',
      httpStatus: 304,
      change: 'unchanged',
      relevant: true,
    });
    expect(await pageAt(second, '/article/4')).toMatchObject({ outcome: 'page', httpStatus: 200, change: 'changed' });
    expect(await pageAt(second, '/article/5')).toMatchObject({ outcome: 'http-error', httpStatus: 410 });
    expect((await pageAt(second, '/article/8')).excerpt).toBe((await pageAt(first, '/article/8')).excerpt);
    expect(web.requests.filter(({ conditional }) => conditional).length).toBeGreaterThanOrEqual(10);
    const history = await call<{ items: { change: string; sessionId: string }[] }>(
      'GET',
      `/topics/${topicId}/changes?url=${SITE}/article/4`,
    );
    expect(history.items.map(({ change, sessionId }) => [change, sessionId])).toEqual([
      ['changed', second],
      ['new', first],
    ]);
    const gone = await call<{ items: { url: string }[] }>('GET', `/topics/${topicId}/changes?change=gone`);
    expect(gone.items.map(({ url }) => url)).toEqual([`${SITE}/article/5`]);
  });

  it('says in its report what failed, by kind', async () => {
    const { outcomes, retries, recovered } = await call<{ outcomes: Counts[]; retries: number; recovered: number }>(
      'GET',
      `/sessions/${first}/report`,
    );
    const { items } = await call<{ items: Page[] }>('GET', `/sessions/${first}/pages?first=200`);
    for (const { name, count } of outcomes) expect(count).toBe(items.filter(({ outcome }) => outcome === name).length);
    expect(retries).toBeGreaterThanOrEqual(1);
    expect(recovered).toBeGreaterThanOrEqual(1);
  });
});

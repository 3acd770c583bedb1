import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_PROJECT_ID } from '../../src/platform/scope/index.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';
import { testThoroughly } from '../support/thoroughness.js';

const DEADLINE_MS = 120_000;
const SITE = 'http://www.cheese-app.com';
const TEXT = 'Cheese and cheddar ripen in the cellar, and rennet turns the milk into curd for the press. ';

/** A page whose text and links come only from a script, one that needs none, and one about something else. */
const PAGES: Readonly<Record<string, string>> = {
  '/': `<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script>
    document.title = 'Cheese app';
    document.getElementById('root').innerHTML = '<p>${TEXT.repeat(8)}</p><a href="/plain">plain cheese</a> <a href="/other">engines</a>';
  </script></body></html>`,
  '/plain': `<!doctype html><html><head><title>Plain cheese</title></head><body><p>${TEXT.repeat(9)}</p><a href="/">home</a></body></html>`,
  '/other': `<!doctype html><html><head><title>Engines</title></head><body><p>${'The engine of the railway stands in the harbour beside a timber carpet. '.repeat(9)}</p></body></html>`,
};

/** A page of an endless chain, in which a script creates the link to the next. */
const linkOfChain = (place: number): string =>
  `<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script>
    document.getElementById('root').innerHTML = '<p>${`${TEXT}It is cheese number ${place}. `.repeat(8)}</p><a href="/chain/${place + 1}">cheese</a>';
  </script></body></html>`;

interface Page {
  step: number;
  url: string;
  relevant: boolean;
  rendered: boolean;
  renderReason: string | null;
}

describe('a session that renders', () => {
  let service: TestService;
  let worker: WorkerProcess;
  let topicId: string;
  const { call, until } = restCalls(() => service.url, DEADLINE_MS);
  const tokens: unknown[] = [];
  const web = createServer((request, response) => {
    tokens.push(request.headers['x-token']);
    const { pathname } = new URL(request.url ?? '', SITE);
    const [, place] = /^\/chain\/(\d+)$/.exec(pathname) ?? [];
    const page = place === undefined ? PAGES[pathname] : linkOfChain(Number(place));
    response
      .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page ?? 'not found');
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    service = await startService();
    worker = startWorker({
      DATABASE_URL: service.databaseUrl,
      CRAWL_PROXY_URL: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
      COMMIT_INTERVAL_MS: '50',
    });
    ({ id: topicId } = await call<{ id: string }>('POST', '/topics', {
      name: 'cheese',
      keywords: ['cheese', 'cheddar', 'rennet'],
      seeds: [`${SITE}/`],
    }));
  }, DEADLINE_MS);
  afterAll(async () => {
    expect(await worker.stop()).toBe(0);
    await service.stop();
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
  }, DEADLINE_MS);

  it('sends what it was given for a host, and for no other session', async () => {
    const hosts = [{ host: 'www.cheese-app.com', headers: [{ name: 'X-Token', value: 'sesame' }] }];
    tokens.splice(0);
    await crawl({ render: 'never', budget: { fetches: 1 }, access: { hosts } });
    expect(tokens).toEqual(['sesame']);
    await crawl({ render: 'never', budget: { fetches: 1 } });
    expect(tokens).toEqual(['sesame', undefined]);
  });

  async function crawl(settings: object): Promise<{ id: string; pages: Page[] }> {
    const { id } = await call<{ id: string }>('POST', `/topics/${topicId}/sessions`, {
      policy: 'breadth-first',
      budget: { fetches: 10 },
      hostDelayMs: 0,
      concurrency: 1,
      robots: false,
      ...settings,
    });
    const { state, error } = await until<{ state: string; error: string | null }>(`/sessions/${id}`, (session) =>
      ['completed', 'failed'].includes(session.state),
    );
    expect([state, error]).toEqual(['completed', null]);
    return { id, pages: (await call<{ items: Page[] }>('GET', `/sessions/${id}/pages?outcome=page`)).items };
  }

  it(
    'sees nothing behind scripts without a browser',
    async () => {
      const { pages } = await crawl({ render: 'never' });
      expect(pages.map(({ url, rendered, renderReason }) => [url, rendered, renderReason])).toEqual([
        [`${SITE}/`, false, 'never: empty body'],
      ]);
    },
    DEADLINE_MS,
  );

  it(
    'renders what needs it, says why, and keeps thumbnails of relevant pages',
    async () => {
      const { id, pages } = await crawl({ render: 'auto', rendering: { screenshots: true } });
      const home = pages.find(({ url }) => url === `${SITE}/`);
      expect(pages.map(({ url }) => url).sort()).toEqual([`${SITE}/`, `${SITE}/other`, `${SITE}/plain`]);
      expect(home).toMatchObject({ rendered: true, relevant: true, renderReason: expect.stringMatching(/^auto: /) });
      expect(pages.find(({ url }) => url === `${SITE}/plain`)).toMatchObject({ rendered: false, relevant: true });
      const response = await fetch(`${service.url}/v1/sessions/${id}/pages/${home?.step ?? ''}/screenshot`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const image = Buffer.from(await response.arrayBuffer());
      expect(image.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      expect(image.length).toBeGreaterThan(500);
      const report = await call<{ rendered: number; renderReasons: { name: string; count: number }[] }>(
        'GET',
        `/sessions/${id}/report`,
      );
      expect(report.rendered).toBe(1);
      expect(report.renderReasons.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    },
    DEADLINE_MS,
  );

  testThoroughly(
    'keeps no thumbnail of a page that is not relevant',
    async () => {
      const { id, pages } = await crawl({ render: 'always', rendering: { screenshots: true } });
      const other = pages.find(({ url }) => url === `${SITE}/other`);
      expect(pages.every(({ rendered, renderReason }) => rendered && renderReason === 'always')).toBe(true);
      expect(other).toMatchObject({ relevant: false });
      expect((await fetch(`${service.url}/v1/sessions/${id}/pages/${other?.step ?? ''}/screenshot`)).status).toBe(404);
    },
    DEADLINE_MS,
  );

  testThoroughly(
    'is paused by the renders of its project, with the name of the quota, and goes on when there are more',
    async () => {
      interface Session {
        readonly state: string;
        readonly stateReason: string | null;
        readonly quotaReached: string | null;
        readonly fetched: number;
      }
      const project = `/projects/${DEFAULT_PROJECT_ID}`;
      const allow = (rendersPerDay: number | null) => call('PATCH', project, { quotas: { rendersPerDay } });
      const used = async (): Promise<number> => {
        const { quotas } = await call<{ quotas: { quota: string; used: number }[] }>('GET', `${project}/usage`);
        return quotas.find(({ quota }) => quota === 'renders-per-day')?.used ?? NaN;
      };
      const limit = (await used()) + 2;
      await allow(limit);
      const { id } = await call<{ id: string }>('POST', `/topics/${topicId}/sessions`, {
        seeds: [`${SITE}/chain/0`],
        policy: 'breadth-first',
        budget: { fetches: 500 },
        ...{ hostDelayMs: 0, concurrency: 1, robots: false, render: 'auto', duplicates: { reward: true } },
      });
      const paused = await until<Session>(`/sessions/${id}`, ({ state }) => state === 'paused');
      expect(paused).toMatchObject({ stateReason: 'quota', quotaReached: 'renders-per-day' });
      expect(await used()).toBeGreaterThanOrEqual(limit);
      const { rendered } = await call<{ rendered: number }>('GET', `/sessions/${id}/report`);
      expect(rendered).toBeGreaterThanOrEqual(2);

      await allow(null);
      await until<Session>(`/sessions/${id}`, ({ fetched }) => fetched > paused.fetched);
      await call('POST', `/sessions/${id}/stop`);
      const stopped = await until<Session>(`/sessions/${id}`, ({ state }) => state === 'stopped');
      expect(stopped).toMatchObject({ stateReason: 'stopped', quotaReached: null });
    },
    DEADLINE_MS,
  );
});

import { gzipSync } from 'node:zlib';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';
import { insertSessionRows } from '../support/session-rows.js';
import { dropCheckpoints, fetchedUrls, sql } from '../e2e/sessions-client.js';
import { ApiClient } from '../e2e/topics-client.js';

const web = createRandomWeb({ sites: 12, pagesPerSite: 12, linksPerPage: 6 });
const DEADLINE_MS = 180_000;
const CONFIG = { compared: 10 };
const SETTINGS = { hostDelayMs: 0, robots: false, concurrency: 1, hostConcurrency: 1, retries: 0 };

interface SpiderBody {
  readonly id: string;
  readonly state: string;
  readonly report: {
    readonly pages: number;
    readonly links: number;
    readonly sources: readonly object[];
    readonly weights: readonly { readonly feature: string; readonly shipped: number; readonly learnt: number }[];
  } | null;
}
interface Session {
  readonly id: string;
  readonly state: string;
}
interface Why {
  readonly terms: Readonly<Record<string, unknown>> | null;
  readonly link: object | null;
}

let service: TestService;
let api: ApiClient;
let server: Awaited<ReturnType<typeof serveRandomWeb>>;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;
let topicId: string;
/** Two sessions that chose by the features of link values. */
let origins: readonly Session[];

const { call, until } = restCalls(() => service.url, DEADLINE_MS);
const crawled = async (input: object): Promise<Session> => {
  const body = { ...SETTINGS, randomSeed: 5, budget: { fetches: 12 }, ...input };
  const { id } = await call<Session>('POST', `/topics/${topicId}/sessions`, body);
  return until<Session>(`/sessions/${id}`, ({ state }) => state === 'completed' || state === 'failed');
};
const train = async (input: object): Promise<SpiderBody> => {
  const sessions = origins.map(({ id }) => id);
  const body = { name: 'values', kind: 'link-values', sessions, ...input };
  const { id } = await call<SpiderBody>('POST', '/spiders', body);
  return until<SpiderBody>(`/spiders/${id}`, ({ state }) => state !== 'training');
};
const refusal = async (path: string, body: object): Promise<object> => (await api.rest('POST', path, body)).body;
/** P(relevant) of the first followed link. */
const firstChance = async (id: string): Promise<unknown> => {
  const { items } = await call<{ items: { step: number }[] }>('GET', `/sessions/${id}/pages?first=20`);
  for (const { step } of items) {
    const why = await call<Why>('GET', `/sessions/${id}/pages/${step}/why`);
    if (why.link !== null) return why.terms?.['chance'];
  }
  throw new Error('no link was followed');
};
const orderOf = (id: string): Promise<string[]> => fetchedUrls(service.databaseUrl, id);

beforeAll(async () => {
  server = await serveRandomWeb(web, () => 0);
  service = await startService();
  api = new ApiClient(service.url);
  worker = await startSharedWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
  });
  ({ id: topicId } = await call<{ id: string }>('POST', '/topics', {
    name: 'cheese',
    keywords: ['cheese', 'cheddar', 'rennet'],
    seeds: web.seeds,
  }));
  origins = await Promise.all(
    [5, 6].map((randomSeed) =>
      crawled({ policy: 'prospector', policyConfig: CONFIG, randomSeed, budget: { fetches: 60 } }),
    ),
  );
  for (const { state } of origins) expect(state).toBe('completed');
}, DEADLINE_MS);
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await server.close();
}, DEADLINE_MS);

describe('what the policy of a session has learnt', () => {
  interface LearnedState {
    readonly completed: number;
    readonly ranksBy: string;
    readonly weights: readonly { readonly title: string; readonly weights: readonly { readonly name: string }[] }[];
  }
  const FIELDS = `completed takenAt ranksBy tree { title } tables { title } foragers { id }
    weights { title note inAll weights { name group weight start } } history { inAll events { step node text } }`;
  const told = async (id: string): Promise<LearnedState | null> =>
    (
      await api.graphql<{ session: { learnedState: LearnedState | null } }>(
        `query ($id: ID!) { session(id: $id) { learnedState { ${FIELDS} } } }`,
        { id },
      )
    ).session.learnedState;

  it('is shown for a finished session, alike in REST and GraphQL', async () => {
    const [{ id }] = origins;
    const { status, body } = await api.rest<LearnedState>('GET', `/sessions/${id}/learned-state`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ completed: 60, tree: null, tables: [], foragers: [] });
    expect(body.ranksBy).toMatch(/^The chance that the page is relevant/);
    expect(body.weights.map(({ title }) => title)).toEqual(['Features', 'Words']);
    expect(body.weights[1].weights.length).toBeGreaterThan(0);
    expect(await told(id)).toEqual(body);
  });

  it('is nothing before the first page', async () => {
    const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 3 });
    expect((await api.rest('GET', `/sessions/${sessionId}/learned-state`)).status).toBe(204);
    expect(await told(sessionId)).toBeNull();
    expect((await api.rest('GET', `/sessions/${topicId}/learned-state`)).status).toBe(404);
  });

  it('recorded by another release in another form is hidden until it is recorded again', async () => {
    const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 3 });
    await sql(service.databaseUrl, `INSERT INTO policy_minds (session_id, completed, data) VALUES ($1, 3, $2)`, [
      sessionId,
      gzipSync('{"tree":7}'),
    ]);
    expect(await told(sessionId)).toBeNull();
  });
});

describe('link values', () => {
  it('are learnt from the followed links of several sessions, and are what a session begins with', async () => {
    const spider = await train({});
    expect(spider).toMatchObject({ state: 'ready', error: null, kind: 'link-values', bins: null, clusters: null });
    const { report } = spider;
    expect(report?.sources).toHaveLength(2);
    // All but the seeds were chosen by features.
    expect(report?.links).toBe((report?.pages ?? 0) - 2 * web.seeds.length);
    expect(report).toMatchObject({ bins: [], classes: [], words: 0 });
    const changed = report?.weights.filter(({ shipped, learnt }) => shipped !== learnt) ?? [];
    expect(changed.length).toBeGreaterThan(3);
    const told = await api.graphql<{ spider: { report: object } }>(
      'query ($id: ID!) { spider(id: $id) { kind report { weights { feature shipped learnt } } } }',
      { id: spider.id },
    );
    expect(told.spider).toMatchObject({ kind: 'LINK_VALUES', report: { weights: report?.weights } });

    const session = (policyConfig: object): Promise<Session> =>
      crawled({ policy: 'prospector', policyConfig: { ...CONFIG, ...policyConfig } });
    const [{ id }, other] = await Promise.all([session({ spider: spider.id }), session({})]);
    expect(await firstChance(id)).not.toBe(await firstChance(other.id));
    const before = await orderOf(id);
    expect((await api.rest('DELETE', `/spiders/${spider.id}`)).status).toBe(204);
    // A replay that began without the spider would choose other links, and fail.
    await dropCheckpoints(service.databaseUrl, id);
    await call('POST', `/sessions/${id}/extend`, { fetches: 4 });
    const again = await until<Session>(`/sessions/${id}`, ({ state }) => state === 'completed' || state === 'failed');
    expect(again).toMatchObject({ state: 'completed', error: null });
    expect((await orderOf(id)).slice(0, before.length)).toEqual(before);
  });

  it('are refused where there is nothing to learn from, and where they do not fit', async () => {
    const given = (input: object): Promise<object> =>
      refusal('/spiders', { name: 'x', kind: 'link-values', sessions: [origins[0].id], ...input });
    const taught = await crawled({ policy: 'breadth-first' });
    expect(await given({ sessions: [taught.id] })).toMatchObject({
      status: 400,
      field: 'sessions[0]',
      detail: expect.stringContaining('crawled by breadth-first'),
    });
    expect(await given({ webs: [{ web: 'anything' }] })).toMatchObject({ status: 400, field: 'webs[0]' });
    expect(await given({ bins: 3 })).toMatchObject({ status: 400, field: 'bins' });
    await sql(service.databaseUrl, `UPDATE pages SET why = why - 'features' WHERE session_id = $1`, [origins[1].id]);
    expect(await train({ sessions: [origins[1].id] })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('too few to learn from'),
    });
    const links = await train({ name: 'words', kind: 'links', bins: 3 });
    expect(
      await refusal(`/topics/${topicId}/sessions`, {
        policy: 'prospector',
        policyConfig: { spider: links.id },
        budget: { fetches: 5 },
      }),
    ).toMatchObject({
      status: 400,
      field: 'policyConfig.spider',
      detail: expect.stringContaining('policy prospector takes link-values'),
    });
  });
});

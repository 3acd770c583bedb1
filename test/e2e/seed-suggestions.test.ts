import { setTimeout as sleep } from 'node:timers/promises';
import { createRandomWeb, type RandomWeb, serveRandomWeb } from '../support/random-web.js';
import { finding, searching, sending, startSearxng, type TestSearxng } from '../support/searxng-server.js';
import { startService, type TestService } from '../support/service.js';
import { createWebSearch } from '../support/web-search.js';
import { startSharedWorker } from '../support/worker-process.js';
import { JOB_FIELDS, jobInGraphql } from './job-fields.js';
import { type ListBody } from './sessions-client.js';
import { ApiClient, type JobBody } from './topics-client.js';
import { testThoroughly } from '../support/thoroughness.js';

const DEADLINE_MS = 180_000;
/** Every third site is about cheese; its pages link to one another. */
const web: RandomWeb = createRandomWeb({ sites: 12, pagesPerSite: 12, linksPerPage: 24 });
const isRelevant = (url: string): boolean => {
  const page = web.page(url);
  return page.kind === 'html' && page.relevant;
};

interface Candidate {
  readonly id: string;
  readonly url: string;
  readonly state: string;
  readonly score: number;
  readonly relevance: number;
  readonly read: boolean;
  readonly reason: string;
  readonly findings: readonly { readonly source: string; readonly by: string }[];
}
interface Result {
  readonly queries: readonly string[];
  readonly sources: readonly { source: string; asked: number; failed: number; found: number; message: string | null }[];
  readonly proposed: number;
  readonly relevant: number;
  readonly leftOut: number;
  readonly accepted: readonly string[];
  readonly fetchedPages: { readonly read: number; readonly failed: number };
}

let service: TestService;
let api: ApiClient;
let server: Awaited<ReturnType<typeof serveRandomWeb>>;
let searxng: TestSearxng;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;

beforeAll(async () => {
  server = await serveRandomWeb(web);
  searxng = await startSearxng(searching(createWebSearch(web, { sites: 12, pages: 12 }), 20));
  service = await startService({ SEARXNG_URL: searxng.url });
  api = new ApiClient(service.url);
  worker = await startSharedWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    SEARXNG_URL: searxng.url,
    COMMIT_INTERVAL_MS: '50',
  });
}, DEADLINE_MS);
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await searxng.close();
  await server.close();
}, DEADLINE_MS);

let topics = 0;
async function createTopic(keywords: readonly string[]): Promise<string> {
  const { body } = await api.rest('POST', '/topics', { name: `topic ${topics++}`, keywords });
  return String(body['id']);
}
async function suggest(topicId: string, input: object = {}): Promise<JobBody & { readonly result: Result }> {
  const { status, body } = await api.rest<JobBody>('POST', `/topics/${topicId}/seeds/suggest`, input);
  expect([status, body.kind, body.subjectId]).toEqual([202, 'suggest-seeds', topicId]);
  return (await api.settled(body.id)) as unknown as JobBody & { readonly result: Result };
}
const candidatesOf = async (topicId: string, query = ''): Promise<readonly Candidate[]> =>
  (await api.rest<ListBody<Candidate>>('GET', `/topics/${topicId}/seed-candidates?first=200${query}`)).body.items;
const seedsOf = async (topicId: string): Promise<readonly string[]> =>
  (await api.rest<{ seeds: string[] }>('GET', `/topics/${topicId}`)).body.seeds;

testThoroughly(
  'a topic with three words and nothing else becomes a crawl that finds pages',
  async () => {
    const topicId = await createTopic(['cheese', 'cheddar', 'brie']);
    const input = { policy: 'best-first', budget: { fetches: 60 }, hostDelayMs: 0, robots: false, concurrency: 4 };
    const refused = await api.rest<{ detail: string }>('POST', `/topics/${topicId}/sessions`, input);
    expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'seeds' });
    expect(refused.body.detail).toContain('seeds/suggest');

    const job = await suggest(topicId, { most: 12, perDomain: 2 });
    expect(job).toMatchObject({ state: 'completed', error: null });
    expect(job.result.queries).toHaveLength(7);
    expect(job.result.sources[0]).toMatchObject({ source: 'searxng', asked: 14, failed: 0, message: null });
    const { job: told } = await api.graphql(`query ($id: ID!) { job(id: $id) { ${JOB_FIELDS} } }`, { id: job.id });
    expect(told).toEqual(jobInGraphql(job, 'SeedSuggestionResult'));

    const candidates = await candidatesOf(topicId);
    expect(candidates).toHaveLength(job.result.proposed);
    expect(candidates.length).toBeGreaterThanOrEqual(6);
    expect(candidates.map(({ score }) => score)).toEqual(
      [...candidates.map(({ score }) => score)].sort((a, b) => b - a),
    );
    const hosts = candidates.map(({ url }) => new URL(url).host);
    expect(Math.max(...hosts.map((host) => hosts.filter((other) => other === host).length))).toBeLessThanOrEqual(2);
    expect(candidates.slice(0, 4).every(({ url, read }) => read && isRelevant(url))).toBe(true);
    expect(candidates[0]).toMatchObject({ state: 'pending' });
    expect(candidates[0].findings[0]).toEqual({ source: 'searxng', by: 'cheese cheddar brie' });
    expect(candidates[0].reason).toMatch(/search engine found it .* judged relevant/);
    expect(await seedsOf(topicId)).toEqual([]);

    const accept = [candidates[0].id, candidates[1].url, candidates[2].id];
    const reject = [candidates[3].id];
    const decide = (body: object) => api.rest('POST', `/topics/${topicId}/seed-candidates/decisions`, body);
    expect((await decide({ accept, reject })).body).toEqual({ seedCount: 3, accepted: 3, rejected: 1, unchanged: 0 });
    expect((await decide({ accept })).body).toEqual({ seedCount: 3, accepted: 0, rejected: 0, unchanged: 3 });
    expect(await seedsOf(topicId)).toEqual(candidates.slice(0, 3).map(({ url }) => url));
    expect((await decide({ accept: ['http://nobody.example/'] })).body).toMatchObject({ field: 'accept[0]' });
    expect((await decide({ accept, reject: accept })).body).toMatchObject({ field: 'reject[0]' });
    expect((await decide({})).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'accept' });

    const { body: session } = await api.rest<{ id: string }>('POST', `/topics/${topicId}/sessions`, input);
    let found = { state: '', relevant: 0, fetched: 0 };
    while (!['completed', 'failed'].includes(found.state)) {
      await sleep(50);
      found = (await api.rest<typeof found>('GET', `/sessions/${session.id}`)).body;
    }
    expect(found).toMatchObject({ state: 'completed' });
    expect(found.relevant).toBeGreaterThan(15);

    // The second search also uses stored pages. Decided candidates are not proposed again.
    searxng.answer(sending('', 500));
    const second = await suggest(topicId, { most: 30, perDomain: 5 });
    expect(second).toMatchObject({ state: 'completed' });
    // An engine that is away is not asked on and on.
    expect(second.result.sources[0]).toMatchObject({ asked: 3, failed: 3, message: 'SearXNG: HTTP 500' });
    const pending = await candidatesOf(topicId, '&state=pending');
    const decided = candidates.slice(0, 4).map(({ url }) => url);
    expect(pending.filter(({ url }) => decided.includes(url))).toEqual([]);
    for (const source of ['stored', 'shared-link', 'hub'])
      expect([source, (await candidatesOf(topicId, `&source=${source}`)).length > 0]).toEqual([source, true]);
    expect((await candidatesOf(topicId, '&state=rejected')).map(({ url }) => url)).toEqual([candidates[3].url]);

    // A rejected candidate that had been accepted is no longer a seed.
    expect((await decide({ reject: [candidates[0].id] })).body).toMatchObject({ seedCount: 2, rejected: 1 });
  },
  DEADLINE_MS,
);

test(
  'the best relevant candidates become seeds at once when asked to, in GraphQL too',
  async () => {
    searxng.answer(searching(createWebSearch(web, { sites: 12, pages: 12 }), 20));
    const topicId = await createTopic(['cheddar', 'gouda', 'rennet']);
    const mutation =
      'mutation ($id: ID!) { suggestSeeds(topicId: $id, input: { accept: 3, most: 8, read: false }) { id } }';
    const { suggestSeeds } = await api.graphql<{ suggestSeeds: { id: string } }>(mutation, { id: topicId });
    const { accepted, fetchedPages } = (await api.settled(suggestSeeds.id)).result as unknown as Result;
    expect([accepted.length, fetchedPages.read]).toEqual([3, 0]);
    const query = `query ($id: ID!) { topic(id: $id) { seeds seedCandidates(first: 50, state: accepted) { nodes { id url source: findings { source } } } } }`;
    const { topic } = await api.graphql<{
      topic: { seeds: string[]; seedCandidates: { nodes: { id: string; url: string }[] } };
    }>(query, { id: topicId });
    expect(topic.seeds).toEqual(accepted);
    expect(new Set(topic.seedCandidates.nodes.map(({ url }) => url))).toEqual(new Set(accepted));
    const node = 'query ($id: ID!) { node(id: $id) { ... on SeedCandidate { url } } }';
    expect(await api.graphql(node, { id: topic.seedCandidates.nodes[0].id })).toEqual({
      node: { url: topic.seedCandidates.nodes[0].url },
    });
    const decide =
      'mutation ($id: ID!, $url: String!) { decideSeedCandidates(topicId: $id, input: { reject: [$url] }) { seedCount rejected } }';
    expect(await api.graphql(decide, { id: topicId, url: accepted[0] })).toEqual({
      decideSeedCandidates: { seedCount: 2, rejected: 1 },
    });
  },
  DEADLINE_MS,
);

test(
  'the collection of the topic is drawn on: kept domains are proposed, rejected ones are not, nor are they left waiting',
  async () => {
    searxng.answer(searching(createWebSearch(web, { sites: 12, pages: 12 }), 20));
    const topicId = await createTopic(['cheese', 'cheddar', 'brie']);
    await suggest(topicId, { most: 12, perDomain: 2, read: false, accept: 2 });
    const input = { policy: 'breadth-first', budget: { fetches: 40 }, hostDelayMs: 0, robots: false, concurrency: 4 };
    const { body: session } = await api.rest<{ id: string }>('POST', `/topics/${topicId}/sessions`, input);
    for (let state = ''; state !== 'completed'; await sleep(50))
      state = (await api.rest<{ state: string }>('GET', `/sessions/${session.id}`)).body.state;
    for (let behind = 1; behind > 0; await sleep(50))
      behind = (await api.rest<{ behind: number }>('GET', `/topics/${topicId}/collection`)).body.behind;

    const domains = (
      await api.rest<ListBody<{ name: string }>>('GET', `/topics/${topicId}/domains?relevant=true`)
    ).body.items.map(({ name }) => name);
    const ofDomain = (name: string) => (url: string) => `.${new URL(url).hostname}`.endsWith(`.${name}`);
    const pendingUrls = async (): Promise<readonly string[]> =>
      (await candidatesOf(topicId, '&state=pending')).map(({ url }) => url);
    const waiting = await pendingUrls();
    const rejected = domains.find((name) => waiting.some(ofDomain(name))) ?? '';
    const kept = domains.find((name) => name !== rejected) ?? '';
    const verdicts = [
      { name: rejected, verdict: 'reject' },
      { name: kept, verdict: 'keep' },
    ];
    expect((await api.rest('POST', `/topics/${topicId}/verdicts`, { domains: verdicts })).status).toBe(200);

    searxng.answer(finding([]));
    await suggest(topicId, { most: 50, perDomain: 5 });
    const proposed = await candidatesOf(topicId, '&state=pending');
    expect(proposed.map(({ url }) => url).filter(ofDomain(rejected))).toEqual([]);
    expect(proposed.filter(({ url }) => ofDomain(kept)(url))).not.toEqual([]);
  },
  DEADLINE_MS,
);

test(
  'what cannot be searched for is refused or told',
  async () => {
    const none = await createTopic([]);
    expect((await api.rest('POST', `/topics/${none}/seeds/suggest`, {})).body).toMatchObject({
      code: 'INVALID_STATE',
      field: 'keywords',
    });
    const topicId = await createTopic(['zither']);
    const bad = (input: object) => api.rest('POST', `/topics/${topicId}/seeds/suggest`, input);
    expect((await bad({ most: 0 })).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'most' });
    expect((await bad({ read: 1 })).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'read' });
    searxng.answer(finding([]));
    expect(await suggest(topicId)).toMatchObject({ state: 'completed', result: { proposed: 0, accepted: [] } });
    searxng.answer(sending('', 403));
    expect(await suggest(topicId)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/SearXNG: HTTP 403/) as string,
    });
  },
  DEADLINE_MS,
);

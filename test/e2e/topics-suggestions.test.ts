import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService, type TestService } from '../support/service.js';
import { JOB_FIELDS, jobInGraphql } from './job-fields.js';
import { ApiClient, type JobBody } from './topics-client.js';
import { testThoroughly } from '../support/thoroughness.js';

interface Result {
  candidates: { text: string; kind: string; method: string; accepted: boolean }[];
  searched: { relevant: number; others: number; background: number };
  keywordSetVersion: number | null;
  seeds: { read: number; failed: number; leftOut: number; failures: { url: string; error: string }[] };
}

const TEXTS = [
  'A goalkeeper, a striker and the penalty kick decided the soccer match. The striker of the league shot past the goalkeeper. A penalty kick again.',
  'Soccer: the league has a striker who never misses a penalty kick, and a goalkeeper who knows. The match ended in penalty kicks.',
  'The soccer league, its matches, each goalkeeper and striker, and every penalty kick of the season.',
];

let site: Server;
let base: string;
let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  site = createServer((request, response) => {
    const text = TEXTS[Number(/^\/page(\d)$/.exec(request.url ?? '')?.[1] ?? -1)];
    if (text === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<html><head><title>Games</title></head><body><main><p>${text}</p></main></body></html>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  service = await startService({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true', CRAWL_ALLOWED_PORTS: String(port) });
  api = new ApiClient(service.url);
  await service.startJobs();
});
afterAll(async () => {
  await service.stop();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});

async function createTopic(paths: readonly string[]): Promise<string> {
  const { body } = await api.rest('POST', '/topics', {
    name: randomUUID(),
    seeds: paths.map((path) => `${base}${path}`),
  });
  return String(body.id);
}
async function suggest(id: string, input: object = {}): Promise<JobBody> {
  const { status, headers, body } = await api.rest<JobBody>('POST', `/topics/${id}/keyword-suggestions`, input);
  expect([status, body.kind, body.subjectId, headers.get('location')]).toEqual([
    202,
    'suggest-keywords',
    id,
    `/v1/jobs/${body.id}`,
  ]);
  return api.settled(body.id);
}
const textsOf = (list: readonly { text: string }[]): string[] => list.map(({ text }) => text);

describe('keywords from seeds alone', () => {
  test('are candidates, accepted like any other', async () => {
    const id = await createTopic(['/page0', '/page1', '/page2', '/missing']);
    const job = await suggest(id);
    const result = job.result as unknown as Result;
    expect(result).toMatchObject({ searched: { relevant: 3, others: 0, background: 1_000 }, keywordSetVersion: null });
    expect(result.seeds).toMatchObject({ read: 3, failed: 1, leftOut: 0, failures: [{ url: `${base}/missing` }] });
    expect(textsOf(result.candidates)).toEqual(
      expect.arrayContaining(['soccer', 'striker', 'goalkeeper', 'penalty kick']),
    );
    const { job: told } = await api.graphql(`query ($id: ID!) { job(id: $id) { ${JOB_FIELDS} } }`, { id: job.id });
    expect(told).toEqual(jobInGraphql(job, 'KeywordSuggestionResult'));
    const { body: page } = await api.rest<{ items: { text: string; method: string; state: string }[] }>(
      'GET',
      `/topics/${id}/keyword-candidates?method=seed&first=200`,
    );
    expect(new Set(textsOf(page.items))).toEqual(new Set(textsOf(result.candidates)));
    expect((await api.rest('GET', `/topics/${id}/keywords`)).status).toBe(404);

    const decisions = {
      accept: ['soccer', 'penalty kick'],
      reject: ['season'].filter((text) => textsOf(page.items).includes(text)),
    };
    expect((await api.rest('POST', `/topics/${id}/keyword-candidates/decisions`, decisions)).body).toMatchObject({
      keywordSetVersion: 1,
      accepted: 2,
    });
    const { body: set } = await api.rest<{ keywords: { text: string }[] }>('GET', `/topics/${id}/keywords`);
    expect(textsOf(set.keywords)).toEqual(['soccer', 'penalty kick']);

    // With keywords, suggestions start from these and do not repeat them.
    const again = (await suggest(id, { maxKeywords: 2, maxPhrases: 0 })).result as unknown as Result;
    expect(again.candidates.length).toBeLessThanOrEqual(2);
    expect(textsOf(again.candidates)).not.toEqual(expect.arrayContaining(['soccer']));
  });

  testThoroughly('become keywords at once when asked to, once per key', async () => {
    const id = await createTopic(['/page0', '/page1']);
    const key = randomUUID();
    const mutation =
      'mutation ($id: ID!, $key: String) { suggestKeywords(topicId: $id, input: { apply: true, maxKeywords: 5 }, idempotencyKey: $key) { id } }';
    const jobs = await Promise.all(
      [0, 1].map(() => api.graphql<{ suggestKeywords: { id: string } }>(mutation, { id, key })),
    );
    expect(jobs[0]).toEqual(jobs[1]);
    const result = (await api.settled(jobs[0].suggestKeywords.id)).result as unknown as Result;
    expect(result.keywordSetVersion).toBe(1);
    const { body: set } = await api.rest<{ keywords: { text: string }[] }>('GET', `/topics/${id}/keywords`);
    expect(textsOf(set.keywords)).toEqual(textsOf(result.candidates));
    expect(result.candidates.every(({ accepted, method }) => accepted && method === 'seed')).toBe(true);
  });

  test('need a seed that can be read', async () => {
    const none = await createTopic([]);
    expect((await api.rest('POST', `/topics/${none}/keyword-suggestions`, {})).body).toMatchObject({
      code: 'INVALID_STATE',
      field: 'seeds',
    });
    const job = await suggest(await createTopic(['/missing']));
    expect(job).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('none of 1 seeds could be read') as string,
    });
    const id = await createTopic(['/page0']);
    const bad = (input: object) => api.rest('POST', `/topics/${id}/keyword-suggestions`, input);
    expect((await bad({ maxKeywords: 0 })).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'maxKeywords' });
    expect((await bad({ apply: 1 })).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'apply' });
    expect((await bad({ pages: 1 })).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'pages' });
  });
});

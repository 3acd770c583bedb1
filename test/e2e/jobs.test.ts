import { randomUUID } from 'node:crypto';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';
import { JOB_FIELDS, jobInGraphql } from './job-fields.js';
import { ApiClient, type JobBody } from './topics-client.js';

interface Job extends JobBody {
  cancelRequestedAt: string | null;
  finishedAt: string | null;
}
interface Page {
  items: Job[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

// No worker runs: queued jobs stay queued.
let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
});
afterAll(() => service.stop());

const createTopic = async (): Promise<string> =>
  String((await api.rest('POST', '/topics', { name: randomUUID(), keywords: ['cheese'] })).body.id);
const train = async (topicId: string): Promise<{ id: string; jobId: string }> =>
  (await api.rest<{ id: string; jobId: string }>('POST', `/topics/${topicId}/models`, { kind: 'keyword-vectors' }))
    .body;

describe('cancelling a queued job', () => {
  test('ends it and its model at once, over both APIs', async () => {
    const { id, jobId } = await train(await createTopic());
    const { status, body } = await api.rest<Job>('POST', `/jobs/${jobId}/cancel`);
    expect([status, body]).toEqual([
      202,
      expect.objectContaining({
        id: jobId,
        state: 'cancelled',
        error: 'cancelled by a user',
        finishedAt: expect.any(String),
      }),
    ]);
    expect((await api.rest('GET', `/models/${id}`)).body).toMatchObject({
      state: 'failed',
      error: 'cancelled by a user',
    });
    const { cancelJob } = await api.graphql<{ cancelJob: Job }>(
      `mutation ($id: ID!) { cancelJob(id: $id) { ${JOB_FIELDS} } }`,
      { id: jobId },
    );
    expect(cancelJob).toEqual(jobInGraphql(body));
  });

  test('is refused for missing, ended and required jobs', async () => {
    expect((await api.rest('POST', `/jobs/${randomUUID()}/cancel`)).body).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect((await api.rest('POST', '/jobs/1/cancel')).body).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'id',
    });
    const { jobId } = await train(await createTopic());
    await sql(service.databaseUrl, `UPDATE jobs SET status = 'COMPLETED', finished_at = now() WHERE id = $1`, [jobId]);
    expect((await api.rest('POST', `/jobs/${jobId}/cancel`)).body).toMatchObject({
      status: 409,
      code: 'INVALID_STATE',
      detail: expect.stringContaining('completed'),
    });
    const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 5, seed: 1 });
    await api.rest('DELETE', `/sessions/${sessionId}`);
    const [purge] = await sql<{ id: string }>(service.databaseUrl, 'SELECT id FROM jobs WHERE subject_id = $1', [
      sessionId,
    ]);
    const error = await api.graphqlError('mutation ($id: ID!) { cancelJob(id: $id) { id } }', { id: purge.id });
    expect(error).toMatchObject({
      message: expect.stringContaining('must be removed completely'),
      extensions: { code: 'INVALID_STATE' },
    });
    expect((await api.rest('GET', `/jobs/${purge.id}`)).body).toMatchObject({ state: 'queued' });
  });
});

test('the jobs of a topic are listed newest first, in pages, the same over both APIs', async () => {
  const topicId = await createTopic();
  await train(await createTopic());
  const trainings = [await train(topicId), await train(topicId), await train(topicId)];
  await api.rest('POST', `/topics/${topicId}/examples`, { text: 'a text about cheese', relevant: true });
  const expansion = (await api.rest<{ id: string }>('POST', `/topics/${topicId}/keyword-expansions`, {})).body;
  const expected = [expansion.id, ...trainings.map(({ jobId }) => jobId).reverse()];

  const { body: all } = await api.rest<Page>('GET', `/topics/${topicId}/jobs`);
  expect(all.items.map(({ id }) => id)).toEqual(expected);
  expect(all.items.map(({ subjectId }) => subjectId)).toEqual([topicId, ...trainings.map(({ id }) => id).reverse()]);
  const { body: first } = await api.rest<Page>('GET', `/topics/${topicId}/jobs?first=3`);
  expect(first.pageInfo.hasNextPage).toBe(true);
  const { body: rest } = await api.rest<Page>(
    'GET',
    `/topics/${topicId}/jobs?first=3&after=${String(first.pageInfo.endCursor)}`,
  );
  expect([...first.items, ...rest.items]).toEqual(all.items);
  const { topic } = await api.graphql<{ topic: { jobs: { nodes: Job[] } } }>(
    `query ($id: ID!) { topic(id: $id) { jobs(first: 10) { nodes { ${JOB_FIELDS} } } } }`,
    { id: topicId },
  );
  expect(topic.jobs.nodes).toEqual(all.items.map((job) => jobInGraphql(job)));

  expect((await api.rest('GET', `/topics/${randomUUID()}/jobs`)).body).toMatchObject({ code: 'NOT_FOUND' });
  expect((await api.rest('GET', `/topics/${topicId}/jobs?after=x`)).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    field: 'after',
  });
});

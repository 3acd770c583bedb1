import { randomUUID } from 'node:crypto';
import { CrawlSessionsRepository } from '../../src/modules/crawl/crawling/session/crawl-sessions.repository.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { looks } from '../support/looks.js';
import { startService, type TestService } from '../support/service.js';
import { type Model, modelCalls } from './models-client.js';
import type { SessionBody } from './sessions-client.js';
import { ApiClient, type JobBody } from './topics-client.js';
import { useDefaultProject } from '../support/default-project.js';
import { testThoroughly } from '../support/thoroughness.js';

useDefaultProject();

/** Time to train a model on a busy machine. */
const PATIENCE_MS = 180_000;

let service: TestService;
let api: ApiClient;
let prisma: PrismaService;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  prisma = new PrismaService(service.databaseUrl, service.config);
});
afterAll(async () => {
  await prisma.onApplicationShutdown();
  await service.stop();
});

const { createTopic, addTexts } = modelCalls(() => api);
const INPUT = { policy: 'random', budget: { fetches: 5 }, seeds: ['http://seed.example/'] };
const start = async (topicId: string, input: object = {}): Promise<SessionBody> => {
  const { status, body } = await api.rest<SessionBody>('POST', `/topics/${topicId}/sessions`, { ...INPUT, ...input });
  expect([status, body]).toEqual([202, expect.anything()]);
  return body;
};
const session = async (id: string): Promise<SessionBody> =>
  (await api.rest<SessionBody>('GET', `/sessions/${id}`)).body;
const model = async (id: unknown): Promise<Model> => (await api.rest<Model>('GET', `/models/${String(id)}`)).body;
const modelsOf = (topicId: string) => prisma.model.findMany({ where: { topicId }, orderBy: { version: 'asc' } });
const jobsOf = async (topicId: string) =>
  (await api.rest<{ items: JobBody[] }>('GET', `/topics/${topicId}/jobs`)).body.items;
const until = async <T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> => {
  const { pause } = looks();
  for (;;) {
    const value = await read();
    if (isReached(value)) return value;
    await pause();
  }
};
const ready = (id: unknown) =>
  until(
    () => model(id),
    ({ state }) => state === 'ready' || state === 'failed',
  );
/** Sessions that a worker would claim. */
const claimed = async (): Promise<string[]> => {
  const ids: string[] = [];
  for (;;) {
    const next = await new CrawlSessionsRepository(prisma).claim('a worker', 60_000);
    if (!next) return ids;
    ids.push(next.lease.sessionId);
  }
};

describe('while no worker runs', () => {
  it('twenty first sessions of a topic at once are queued, and share one model and one job', async () => {
    const topicId = await createTopic();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => start(topicId)));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(20);
    expect(new Set(sessions.map(({ modelId }) => modelId)).size).toBe(1);
    expect(sessions[0]).toMatchObject({
      state: 'queued',
      waitingFor: 'model',
      availableActions: expect.arrayContaining(['pause', 'stop', 'delete']),
    });
    expect(await modelsOf(topicId)).toMatchObject([
      { state: 'TRAINING', version: 1, kind: 'keyword-vectors', keywordSetVersion: 1 },
    ]);
    expect(await jobsOf(topicId)).toMatchObject([{ kind: 'make-model', state: 'queued' }]);
    // No worker takes them up before their model is there.
    expect(await claimed()).toEqual([]);
    const { session: same } = await api.graphql<{ session: SessionBody }>(
      'query ($id: ID!) { session(id: $id) { waitingFor model { state } } }',
      { id: sessions[0].id },
    );
    expect(same).toEqual({ waitingFor: 'MODEL', model: { state: 'TRAINING' } });
  });

  it('first sessions of many topics at once have a model each', async () => {
    const topics = await Promise.all(Array.from({ length: 3 }, () => createTopic()));
    const sessions = await Promise.all(topics.flatMap((id) => [start(id), start(id)]));
    expect(new Set(sessions.map(({ modelId }) => modelId)).size).toBe(3);
  });

  it('a session of a topic whose only model is in training waits for that one', async () => {
    const topicId = await createTopic();
    const { body } = await api.rest<Model>('POST', `/topics/${topicId}/models`, {
      kind: 'keyword-vectors',
      config: { measure: 'band' },
    });
    expect(await start(topicId)).toMatchObject({ modelId: body.id, waitingFor: 'model' });
  });

  it("refuses at once what cannot be made, and models that are not READY or not the topic's", async () => {
    const topicId = await createTopic([]);
    const refusal = async (input: object) =>
      (await api.rest('POST', `/topics/${topicId}/sessions`, { ...INPUT, ...input })).body;
    expect(await refusal({})).toMatchObject({ status: 409, code: 'INVALID_STATE', field: 'keywords' });
    expect(await refusal({ seeds: null })).toMatchObject({ status: 400, field: 'seeds' });
    expect(await refusal({ modelId: randomUUID() })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal({ modelId: (await start(await createTopic())).modelId })).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'modelId',
    });
    const row = await prisma.model.create({
      data: { topicId, version: 1, kind: 'linear-svm', state: 'TRAINING', config: {} },
    });
    expect(await refusal({ modelId: row.id })).toMatchObject({ code: 'INVALID_STATE', field: 'modelId' });
  });

  it('a cancelled making of the model ends the sessions that wait, and resume has another one made', async () => {
    const topicId = await createTopic();
    const [one, paused] = [await start(topicId), await start(topicId)];
    await api.rest('POST', `/sessions/${paused.id}/pause`);
    const [job] = await jobsOf(topicId);
    await api.rest('POST', `/jobs/${job.id}/cancel`);
    expect(await session(one.id)).toMatchObject({
      state: 'failed',
      stateReason: 'model-failed',
      error: expect.stringContaining('cancelled by a user'),
      waitingFor: null,
    });
    expect(await session(paused.id)).toMatchObject({ state: 'paused' });
    const resumed = await Promise.all(
      [one, paused].map(async ({ id }) => (await api.rest<SessionBody>('POST', `/sessions/${id}/resume`)).body),
    );
    expect(resumed).toMatchObject([
      { state: 'queued', error: null, waitingFor: 'model' },
      { state: 'queued', waitingFor: 'model' },
    ]);
    expect(resumed[0].modelId).not.toBe(one.modelId);
    expect(resumed[1].modelId).toBe(resumed[0].modelId);
    expect((await modelsOf(topicId)).map(({ state }) => state)).toEqual(['FAILED', 'TRAINING']);
  });
});

describe('with a worker', () => {
  // Sessions queued by the tests above would come first.
  beforeAll(async () => {
    await prisma.job.deleteMany();
    await service.startJobs();
  });

  it(
    'a session begins when its model is there, and the next one has it at once',
    async () => {
      const topicId = await createTopic();
      const first = await start(topicId);
      expect(await ready(first.modelId)).toMatchObject({
        state: 'ready',
        kind: 'keyword-vectors',
        keywordSetVersion: 1,
        jobId: expect.any(String),
      });
      expect(await session(first.id)).toMatchObject({ state: 'queued', waitingFor: null });
      expect(await claimed()).toContain(first.id);
      expect(await start(topicId)).toMatchObject({ modelId: first.modelId, waitingFor: null });
    },
    PATIENCE_MS,
  );

  it(
    'the model is made again when the keywords change, or enough pages are labelled to learn from',
    async () => {
      const topicId = await createTopic();
      const first = await start(topicId);
      await ready(first.modelId);
      await api.rest('PUT', `/topics/${topicId}/keywords`, { keywords: ['engine', 'brake'] });
      const second = await start(topicId);
      await ready(second.modelId);
      const scores = await Promise.all(
        [first, second].map(
          async ({ modelId }) =>
            (
              await api.rest<{ probability: number }>('POST', `/models/${String(modelId)}/judge`, {
                text: 'The brake and the engine of a car',
              })
            ).body,
        ),
      );
      expect(scores).toEqual(scores.map(() => expect.objectContaining({ probability: expect.any(Number) })));
      expect(scores[1].probability).toBeGreaterThan(scores[0].probability);
      await addTexts(topicId, 10, 10);
      expect((await start(topicId)).modelId).toBe(second.modelId);
      await addTexts(topicId, 25, 25);
      const third = await start(topicId);
      expect(third.modelId).not.toBe(second.modelId);
      expect(await ready(third.modelId)).toMatchObject({ state: 'ready', metrics: { positives: 25 } });
    },
    PATIENCE_MS,
  );

  it(
    'is the newest READY one, or the given one, whatever the keywords are by now',
    async () => {
      const topicId = await createTopic();
      await addTexts(topicId, 5, 5);
      const { train } = modelCalls(() => api);
      const { model: older } = await train(topicId, { kind: 'naive-bayes' });
      const { model: newer } = await train(topicId, { kind: 'naive-bayes' });
      await api.rest('PUT', `/topics/${topicId}/keywords`, { keywords: ['changed'] });
      expect((await start(topicId)).modelId).toBe(newer.id);
      expect((await start(topicId, { modelId: older.id })).modelId).toBe(older.id);
    },
    PATIENCE_MS,
  );

  testThoroughly(
    'a topic with examples alone has a model made from them',
    async () => {
      const topicId = await createTopic([]);
      await addTexts(topicId, 8, 8);
      const sessions = await Promise.all([start(topicId), start(topicId)]);
      expect(sessions[1].modelId).toBe(sessions[0].modelId);
      expect(await ready(sessions[0].modelId)).toMatchObject({
        state: 'ready',
        kind: 'ensemble',
        keywordSetVersion: null,
      });
    },
    PATIENCE_MS,
  );

  it(
    'a model that cannot be made fails the session with the cause',
    async () => {
      const topicId = await createTopic([]);
      await api.lines(
        `/topics/${topicId}/examples/bulk`,
        [0, 1].map((i) => `${JSON.stringify({ url: `http://127.0.0.1/${i}`, relevant: true })}\n`),
      );
      const { id } = await start(topicId);
      const failed = await until(
        () => session(id),
        ({ state }) => state !== 'queued',
      );
      expect(failed).toMatchObject({
        state: 'failed',
        stateReason: 'model-failed',
        error: expect.stringMatching(/its model could not be made: .*could not be fetched/),
      });
      expect(failed.finishedAt).not.toBeNull();
    },
    PATIENCE_MS,
  );
});

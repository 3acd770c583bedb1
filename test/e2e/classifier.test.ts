import { classifying, failing, saying, startClassifier, type TestClassifier } from '../support/classifier-server.js';
import { startService, type TestService } from '../support/service.js';
import { FIELDS, modelCalls, sentence, CHEESE, OTHER, type Model } from './models-client.js';
import { ApiClient } from './topics-client.js';
import { testThoroughly } from '../support/thoroughness.js';

const SECRET = 'Bearer hush-hush-hush';

interface Judgement {
  probability: number | null;
  relevant: boolean | null;
  threshold: number;
}
interface Problem {
  detail: string;
  field?: string;
  code: string;
}

describe('a model whose pages a classifier at a URL judges', () => {
  let service: TestService;
  let api: ApiClient;
  let classifier: TestClassifier;

  beforeAll(async () => {
    classifier = await startClassifier();
    service = await startService({
      CLASSIFIER_ORIGINS: classifier.origin,
      CLASSIFIER_SECRETS: JSON.stringify({ mine: { origin: classifier.origin, value: SECRET } }),
    });
    api = new ApiClient(service.url);
    await service.startJobs();
  });
  afterAll(async () => {
    await service.stop();
    await classifier.close();
  });
  beforeEach(() => classifier.answer(classifying()));

  const { createTopic, addTexts, train } = modelCalls(() => api);
  const http = (more: object = {}): object => ({ kind: 'http', config: { url: classifier.url, retries: 0, ...more } });

  test('is a kind like others: listed with the schema of its settings', async () => {
    interface Kind {
      kind: string;
      needsExamples: boolean;
      needsKeywords: boolean;
      configSchema: { properties: Record<string, object> };
    }
    const {
      body: { items },
    } = await api.rest<{ items: Kind[] }>('GET', '/relevance-models');
    const kind = items.find((one) => one.kind === 'http');
    expect(kind).toMatchObject({
      needsExamples: false,
      needsKeywords: false,
      configSchema: { required: ['url'], additionalProperties: false },
    });
    for (const property of Object.values(kind?.configSchema.properties ?? {}))
      expect(property).toMatchObject({ description: expect.stringMatching(/.{10}/) });
  });

  test.each([
    [{}, 'config.url'],
    [{ url: 'ftp://c.example/' }, 'config.url'],
    [{ url: 'https://me:hush@c.example/' }, 'config.url'],
    [{ url: 'https://c.example/', batchSize: 1_000 }, 'config.batchSize'],
    [{ url: 'https://c.example/', authorization: SECRET }, 'config.authorization'],
    [{ url: 'https://c.example/', authorization: { secret: '' } }, 'config.authorization.secret'],
    [{ url: 'https://c.example/', headers: {} }, 'config.headers'],
  ])('settings %j are refused, naming %s', async (config, field) => {
    const { status, body } = await api.rest<Problem>('POST', `/topics/${await createTopic()}/models`, {
      kind: 'http',
      config,
    });
    expect([status, body.field]).toEqual([400, field]);
  });

  test("is measured on the topic's examples, and scores by asking once", async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 25, 25);
    const from = classifier.requests.length;
    const { model, job } = await train(topicId, http({ authorization: { secret: 'mine' }, threshold: 0.6 }));
    expect(job).toMatchObject({ state: 'completed', result: { state: 'ready' } });
    expect(model).toMatchObject({
      kind: 'http',
      state: 'ready',
      threshold: 0.6,
      error: null,
      config: { authorization: { secret: 'mine' }, batchSize: 16 },
    });
    expect(model.metrics).toMatchObject({
      positives: 25,
      negatives: 25,
      precision: 1,
      f1: expect.any(Number),
      textAveragePrecision: null,
    });
    expect(model.report?.calibrationCurve).toHaveLength(10);
    expect(
      classifier.requests
        .slice(from)
        .map(({ documents }) => documents.length)
        .sort((a, b) => b - a),
    ).toEqual([16, 16, 16, 2]);
    for (const { headers } of classifier.requests.slice(from)) expect(headers.authorization).toBe(SECRET);
    // Neither API shows a secret.
    const overGraphql = await api.graphql(`query ($id: ID!) { model(id: $id) { ${FIELDS} } }`, { id: model.id });
    const listed = await api.rest('GET', `/topics/${topicId}/models`);
    expect(JSON.stringify([model, job, overGraphql, listed.body])).not.toContain('hush');

    const judge = async (text: string): Promise<Judgement> =>
      (await api.rest<Judgement>('POST', `/models/${model.id}/judge`, { text })).body;
    const before = classifier.requests.length;
    expect(await judge(sentence(['cheese'], 1))).toMatchObject({ probability: 0.9, relevant: true, threshold: 0.6 });
    expect(await judge(sentence(OTHER, 1))).toMatchObject({ probability: 0.1, relevant: false });
    expect(await judge(sentence(['cheese'], 1))).toMatchObject({ probability: 0.9 });
    const { judgeDocument } = await api.graphql<{ judgeDocument: Judgement }>(
      'mutation ($id: ID!, $text: String) { judgeDocument(modelId: $id, document: { text: $text }) { probability } }',
      { id: model.id, text: sentence(['cheese'], 1) },
    );
    expect(judgeDocument.probability).toBe(0.9);
    expect(classifier.requests).toHaveLength(before + 2);
  });

  testThoroughly(
    'is measured against general text where there is no irrelevant example, and not at all without examples',
    async () => {
      const topicId = await createTopic();
      const bare = await train(topicId, http());
      expect(bare.model).toMatchObject({ state: 'ready', metrics: { precision: null, warnings: ['not-measured'] } });
      await addTexts(topicId, 25, 0);
      const { model } = await train(topicId, http());
      expect(model.metrics).toMatchObject({
        positives: 25,
        negatives: 0,
        warnings: expect.arrayContaining(['background-as-negatives']),
        precision: expect.any(Number),
      });
      // No more than requested.
      const from = classifier.requests.length;
      const { model: few } = await train(topicId, http({ measureOn: 20 }));
      expect(few.metrics).toMatchObject({ positives: 10 });
      expect(classifier.requests.slice(from).reduce((sum, { documents }) => sum + documents.length, 0)).toBe(20);
    },
  );

  test.each<[string, Parameters<TestClassifier['answer']>[0], RegExp]>([
    [
      'refuses',
      failing(403, {}, 'who are you?'),
      /^the classifier at http:\/\/127\.0\.0\.1:\d+\/score did not judge: HTTP 403: who are you\?/,
    ],
    ['answers nonsense', saying('{"probabilities": ["high"]}'), /did not judge: its answer cannot be used: /],
  ])('fails to be made when the classifier %s, saying so', async (_, answer, error) => {
    classifier.answer(answer);
    const { model, job } = await train(await createTopic(), http());
    expect(model).toMatchObject({ state: 'failed', error: expect.stringMatching(error) });
    expect(job).toMatchObject({ state: 'failed', error: model.error });
  });

  test('fails to be made when the classifier cannot be reached, or may not be', async () => {
    const closed = await startClassifier();
    await closed.close();
    const { model } = await train(await createTopic(), http({ url: closed.url }));
    expect(model).toMatchObject({ state: 'failed', error: expect.stringMatching(/did not judge: blocked-address/) });
    const unknown = await train(await createTopic(), http({ authorization: { secret: 'other' } }));
    expect(unknown.model).toMatchObject({ state: 'failed', error: expect.stringMatching(/no secret "other"/) });
  });

  testThoroughly('says that it cannot judge while the classifier is down', async () => {
    const { model } = await train(await createTopic(), http());
    expect(model.state).toBe('ready');
    classifier.answer(failing(503));
    const { status, body } = await api.rest<Problem>('POST', `/models/${model.id}/judge`, {
      text: sentence(CHEESE, 7),
    });
    expect(status).toBe(503);
    expect(body.detail).toMatch(/has been down for \d+ s: HTTP 503/);
    const { items } = (await api.rest<{ items: Model[] }>('GET', `/topics/${model.topicId}/models`)).body;
    expect(items.map(({ id }) => id)).toEqual([model.id]);
  });
});

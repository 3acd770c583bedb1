import { randomUUID } from 'node:crypto';
import { startService, type TestService } from '../support/service.js';
import {
  CHEESE,
  type Comparison,
  type Model,
  modelCalls,
  OTHER,
  QUICK,
  REPORT_FIELDS,
  reportInGraphql,
  sentence,
} from './models-client.js';
import { ApiClient } from './topics-client.js';
import { testThoroughly } from '../support/thoroughness.js';

let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  await service.startJobs();
});
afterAll(() => service.stop());
const { createTopic, addTexts, train } = modelCalls(() => api);

describe('a model', () => {
  testThoroughly('is of the kind that suits the examples there are, unless one is named', async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 1, 5);
    expect((await train(topicId, {})).model).toMatchObject({ state: 'ready', kind: 'keyword-vectors' });
    await addTexts(topicId, 8, 8);
    const { model } = await train(topicId, { config: { goal: { measure: 'recall', atLeast: 0.8 } } });
    expect(model).toMatchObject({
      state: 'ready',
      kind: 'ensemble',
      report: { goal: { measure: 'recall', atLeast: 0.8 } },
      config: {
        voting: 'log-odds',
        members: [
          { kind: 'linear-svm', reads: 'page' },
          { kind: 'naive-bayes', reads: 'page' },
          { kind: 'logistic', reads: 'page' },
          { kind: 'linear-svm', reads: 'beginning' },
          { kind: 'linear-svm', reads: 'name' },
          { kind: 'naive-bayes', learnsFrom: 'examples' },
        ].map((member) => expect.objectContaining({ ...member, weight: 1 })),
      },
    });
    const { trainModel } = await api.graphql<{ trainModel: Model }>(
      'mutation ($id: ID!) { trainModel(topicId: $id, input: {}) { id kind job { id } } }',
      { id: topicId },
    );
    expect(trainModel.kind).toBe('ensemble');
    expect((await api.rest('POST', `/topics/${await createTopic([])}/models`, {})).body).toMatchObject({
      code: 'INVALID_STATE',
      field: 'keywords',
    });
  });

  testThoroughly('sets a model beside the one before it, on the examples that are new to that one', async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 12, 12);
    const { model: first } = await train(topicId, { kind: 'naive-bayes' });
    expect(first.report?.before).toBeNull();
    // Formerly irrelevant content is relevant in later pages: the first model cannot know this.
    const lines = Array.from({ length: 20 }, (_, i) => ({
      url: `http://new${i}.example/`,
      text: sentence(i % 2 ? CHEESE : OTHER, i + 20),
      relevant: i % 2 === 0,
    }));
    await api.lines(
      `/topics/${topicId}/examples/bulk`,
      lines.map((example) => `${JSON.stringify(example)}\n`),
    );
    const { model: second } = await train(topicId, { kind: 'linear-svm' });
    const before = second.report?.before;
    expect(before).toMatchObject({
      modelId: first.id,
      version: 1,
      kind: 'naive-bayes',
      all: { documents: 44, relevant: 22, learntBefore: 24 },
      unseen: { documents: 20, relevant: 10 },
    });
    expect(before?.unseen.before?.f1).toBe(0);
    expect(before?.unseen.before?.averagePrecision).toBeLessThan(before?.all.before?.averagePrecision ?? 0);
    expect(before?.all.after?.averagePrecision).toBeCloseTo(Number(second.metrics?.['averagePrecision']), 12);
    expect(before?.all.after?.f1).toBeCloseTo(Number(second.metrics?.['f1']), 12);

    const { body } = await api.rest<Comparison>('GET', `/models/compare?ids=${first.id},${second.id}`);
    const gain = (before?.unseen.after?.f1 ?? 0) - 0;
    expect(body.figures).toContainEqual({ name: 'gain.f1', values: [null, gain], differences: [null, null] });
    const { model } = await api.graphql<{ model: Model }>(
      `query ($id: ID!) { model(id: $id) { report { ${REPORT_FIELDS} } } }`,
      { id: second.id },
    );
    expect(model.report).toEqual(reportInGraphql(second.report));
  });
});

describe('comparing models', () => {
  test('puts versions side by side, the same over both APIs', async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 15, 15);
    const { model: first } = await train(topicId, { kind: 'naive-bayes' });
    const { model: second } = await train(topicId, {
      kind: 'ensemble',
      config: { members: [{ kind: 'naive-bayes' }, { kind: 'logistic' }] },
    });
    const { status, body } = await api.rest<Comparison>('GET', `/models/compare?ids=${first.id},${second.id}`);
    expect(status).toBe(200);
    expect(body.models.map(({ id }) => id)).toEqual([first.id, second.id]);
    const [one, two] = [first, second].map(({ metrics }) => Number(metrics?.['averagePrecision']));
    expect(body.figures).toContainEqual({ name: 'averagePrecision', values: [one, two], differences: [0, two - one] });
    expect(body.settings).toContainEqual({ field: 'kind', values: ['naive-bayes', 'ensemble'] });
    expect(body.settings).toContainEqual({ field: 'members.1.kind', values: [null, 'logistic'] });
    expect(body.settings.map(({ field }) => field)).not.toContain('calibration');
    const { compareModels } = await api.graphql<{ compareModels: Comparison }>(
      'query ($ids: [ID!]!) { compareModels(ids: $ids) { models { id } figures { name values differences } settings { field values { text number flag } } } }',
      { ids: [first.id, second.id] },
    );
    const valueOf = (value: unknown): object | null =>
      value === null
        ? null
        : {
            text: typeof value === 'string' ? value : null,
            number: typeof value === 'number' ? value : null,
            flag: typeof value === 'boolean' ? value : null,
          };
    const settings = body.settings.map(({ field, values }) => ({ field, values: values.map(valueOf) }));
    expect(compareModels).toEqual({ ...body, models: body.models.map(({ id }) => ({ id })), settings });
  });

  test('refuses what cannot be compared, naming the field', async () => {
    const {
      model: { id: modelId },
    } = await train(await createTopic(), QUICK);
    expect((await api.rest('GET', `/models/compare?ids=${modelId}`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'ids',
    });
    expect((await api.rest('GET', '/models/compare')).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'ids' });
    expect((await api.rest('GET', `/models/compare?ids=${modelId},x`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'ids',
    });
    expect((await api.rest('GET', `/models/compare?ids=${modelId},${randomUUID()}`)).body).toMatchObject({
      code: 'NOT_FOUND',
    });
    const error = await api.graphqlError('query ($ids: [ID!]!) { compareModels(ids: $ids) { models { id } } }', {
      ids: [modelId, modelId],
    });
    expect(error.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'ids' });
  });
});

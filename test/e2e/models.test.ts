import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ModelsService } from '../../src/modules/topics/models/index.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import {
  CHEESE,
  FIELDS,
  METRIC_FIELDS,
  type Model,
  modelCalls,
  OTHER,
  QUICK,
  REPORT_FIELDS,
  reportInGraphql,
  sentence,
  spelt,
} from './models-client.js';
import { JOB_FIELDS, jobInGraphql } from './job-fields.js';
import { ApiClient } from './topics-client.js';
import { useDefaultProject } from '../support/default-project.js';
import { testThoroughly } from '../support/thoroughness.js';

useDefaultProject();

interface Judgement {
  probability: number | null;
  relevant: boolean | null;
  threshold: number;
  url: string | null;
  title: string;
  textLength: number;
  failure: { kind: string; message: string } | null;
}

const JUDGEMENT_FIELDS = 'probability relevant threshold url title textLength failure { kind message }';

let service: LocalService;
let api: ApiClient;
let models: ModelsService;
let site: Server;
let siteUrl: string;
beforeAll(async () => {
  site = createServer((request, response) => {
    const page = /^\/cheese\/(\d+)$/.exec(request.url ?? '');
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' });
    response.end(
      page ? `<title>Cheese ${page[1]}</title><main><p>${sentence(CHEESE, Number(page[1]))}.</p></main>` : '',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  siteUrl = `http://127.0.0.1:${port}`;
  service = await startServiceHere({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true', CRAWL_ALLOWED_PORTS: String(port) });
  api = new ApiClient(service.url);
  models = service.app.get(ModelsService);
  await service.startJobs();
});
afterAll(async () => {
  await new Promise((resolve) => site.close(resolve));
  await service.stop();
});

const { createTopic, addTexts, train } = modelCalls(() => api);
const judge = async (id: string, document: object): Promise<Judgement> =>
  (await api.rest<Judgement>('POST', `/models/${id}/judge`, document)).body;

describe('kinds of relevance models', () => {
  test('are listed with JSON schemas, the same over both APIs', async () => {
    const {
      body: { items },
    } = await api.rest<{ items: { kind: string; needsExamples: boolean; configSchema: Record<string, unknown> }[] }>(
      'GET',
      '/relevance-models',
    );
    expect(items.map(({ kind, needsExamples }) => [kind, needsExamples])).toEqual(
      expect.arrayContaining([
        ['keyword-vectors', false],
        ['naive-bayes', true],
        ['linear-svm', true],
        ['logistic', true],
        ['ensemble', true],
        ['rules', false],
      ]),
    );
    for (const { configSchema } of items)
      expect(configSchema).toMatchObject({ type: 'object', additionalProperties: false });
    const { relevanceModels } = await api.graphql(
      '{ relevanceModels { kind version summary source needsExamples needsKeywords configSchema } }',
    );
    expect(relevanceModels).toEqual(items);
  });
});

describe('training', () => {
  test('answers 202, and the job trains a model that separates the topic from the rest', async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 30, 30);
    const { status, headers, body } = await api.rest<Model>('POST', `/topics/${topicId}/models`, {
      kind: 'linear-svm',
      config: { cost: 2 },
    });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/models/${body.id}`);
    expect(body).toMatchObject({
      topicId,
      version: 1,
      kind: 'linear-svm',
      keywordSetVersion: 1,
      config: { cost: 2, titleWeight: 3 },
    });
    const job = await api.settled(String(body.jobId));
    expect(job).toMatchObject({
      kind: 'train-model',
      subjectId: body.id,
      state: 'completed',
      result: { modelId: body.id, state: 'ready', examples: { relevant: 30, irrelevant: 30 } },
    });

    const { body: model } = await api.rest<Model>('GET', `/models/${body.id}`);
    expect(model).toMatchObject({ state: 'ready', error: null, metrics: { positives: 30, negatives: 30 } });
    expect(model.metrics?.['f1']).toBeGreaterThan(0.8);
    const { model: same } = await api.graphql<{ model: Model & { job: object; topic: object } }>(
      `query ($id: ID!) { model(id: $id) { ${FIELDS} job { id state } topic { id } } }`,
      { id: body.id },
    );
    const { jobId, ...rest } = model;
    expect(same).toEqual({
      ...rest,
      state: 'READY',
      report: reportInGraphql(rest.report),
      job: { id: jobId, state: 'COMPLETED' },
      topic: { id: topicId },
    });

    const good = await judge(body.id, { text: sentence(CHEESE, 99) });
    const bad = await judge(body.id, { html: `<title>Cars</title><p>${sentence(OTHER, 98)}</p>` });
    expect(good).toMatchObject({ relevant: true, threshold: model.threshold, failure: null });
    expect(bad).toMatchObject({ relevant: false, title: 'Cars' });
    const loaded = await models.loadModel(body.id);
    expect('score' in loaded && loaded.score({ url: '', title: '', description: '', text: sentence(CHEESE, 99) })).toBe(
      good.probability,
    );
    const { judgeDocument } = await api.graphql<{ judgeDocument: Judgement }>(
      `mutation ($id: ID!, $text: String) { judgeDocument(modelId: $id, document: { text: $text }) { ${JUDGEMENT_FIELDS} } }`,
      { id: body.id, text: sentence(CHEESE, 99) },
    );
    expect(judgeDocument).toEqual(good);
  });

  testThoroughly('is repeatable: the same examples give the same scores', async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 12, 12);
    const [first, second] = [
      await train(topicId, { kind: 'naive-bayes' }),
      await train(topicId, { kind: 'naive-bayes' }),
    ];
    expect([first.model.version, second.model.version]).toEqual([1, 2]);
    expect(second.model.metrics).toEqual(first.model.metrics);
    const document = { text: 'a creamy brie with a thin rind and a fast engine' };
    expect(await judge(second.model.id, document)).toEqual(await judge(first.model.id, document));
    const { body } = await api.rest<{ items: Model[] }>('GET', `/topics/${topicId}/models`);
    expect(body.items).toEqual([second.model, first.model]);
    const { topic } = await api.graphql<{ topic: { models: { nodes: Model[] } } }>(
      `query ($id: ID!) { topic(id: $id) { models(first: 5) { nodes { ${FIELDS} } } } }`,
      { id: topicId },
    );
    // GraphQL spells enum values differently.
    const inGraphql = ({ jobId: _, state, metrics, report, ...rest }: Model): object => ({
      ...rest,
      state: spelt(state),
      metrics: { ...metrics, warnings: (metrics?.['warnings'] as string[]).map(spelt) },
      report: reportInGraphql(report),
    });
    expect(topic.models.nodes).toEqual(body.items.map(inGraphql));
  });

  testThoroughly('reports what the model is made of and how good it is with fewer examples', async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 30, 30);
    const { model, job } = await train(topicId, {
      kind: 'naive-bayes',
      config: { goal: { measure: 'precision', atLeast: 0.9 }, calibration: 'auto', termBounds: 'never' },
    });
    const { report } = model;
    expect(model.metrics).toMatchObject({ fMacro: expect.any(Number), otherTopics: 0 });
    expect(model.metrics).not.toHaveProperty('report');
    expect(job.result).not.toHaveProperty('metrics.report');
    expect(report).toMatchObject({
      goal: { measure: 'precision', atLeast: 0.9 },
      textModel: 'short-texts',
      trainingMs: expect.any(Number),
    });
    expect(report?.calibrationCurve).toHaveLength(10);
    const [relevant, irrelevant] = report?.classes ?? [];
    expect(relevant).toMatchObject({
      name: 'relevant',
      documents: 30,
      domains: 30,
      withoutUrl: 0,
      largest: expect.arrayContaining([{ domain: 'cheese0.example', documents: 1 }]),
    });
    expect(relevant.largest).toHaveLength(20);
    expect(irrelevant).toMatchObject({ name: 'irrelevant', documents: 30 });
    expect(report?.learningCurve?.map(({ examples }) => examples).slice(0, 2)).toEqual([10, 30]);
    expect(report?.tellingWords?.relevant.map(({ word }) => word)).toEqual(
      expect.arrayContaining(['cheddar', 'cheese']),
    );
    // General texts stand against the topic too, so their words are among the other class's.
    expect(report?.tellingWords?.irrelevant).toHaveLength(20);
    for (const { word, weight } of report?.tellingWords?.irrelevant ?? []) {
      expect(CHEESE).not.toContain(word);
      expect(weight).toBeLessThan(0);
    }
  });

  testThoroughly("learns from other topics' examples too when told to", async () => {
    const elsewhere = await createTopic(['motor']);
    await api.lines(
      `/topics/${elsewhere}/examples/bulk`,
      Array.from(
        { length: 8 },
        (_, i) => `${JSON.stringify({ url: `http://motor${i}.example/`, text: sentence(OTHER, i), relevant: true })}\n`,
      ),
    );
    const topicId = await createTopic(['brie', 'cheddar']);
    await addTexts(topicId, 12, 2);
    const withOthers = await train(topicId, { kind: 'naive-bayes', config: { otherTopics: true } });
    // Documents similar to the topic are left out, and topics of other tests give examples too.
    expect(withOthers.model.metrics?.['otherTopics']).toBeGreaterThan(4);
    expect(withOthers.model.metrics).toMatchObject({ positives: 12, negatives: 2 });
  });

  test('models from before there were reports have none', async () => {
    const topicId = await createTopic();
    const metrics = { f1: 0.5, warnings: [] };
    const prisma = service.app.get(PrismaService);
    const { id } = await prisma.model.create({
      data: { topicId, version: 1, kind: 'linear-svm', state: 'READY', config: {}, metrics, threshold: 0.5 },
    });
    const { body } = await api.rest<Model>('GET', `/models/${id}`);
    expect(body).toMatchObject({ metrics: { ...metrics, fMacro: null }, report: null });
    const { model } = await api.graphql<{ model: Model }>(
      `query ($id: ID!) { model(id: $id) { metrics { ${METRIC_FIELDS} } report { ${REPORT_FIELDS} } } }`,
      { id },
    );
    expect(model).toEqual({ metrics: body.metrics, report: null });
  });

  test('makes a model of rules without keywords and examples; a wrong pattern is named', async () => {
    const topicId = await createTopic([]);
    const rule = {
      any: [
        { field: 'url', pattern: '/cheese/' },
        {
          all: [
            { field: 'text', pattern: 'brie|cheddar', atLeast: 2 },
            { field: 'text', pattern: 'engine', not: true },
          ],
        },
      ],
    };
    const { model } = await train(topicId, { kind: 'rules', config: { rule } });
    expect(model).toMatchObject({
      state: 'ready',
      config: { rule },
      metrics: { f1: null, warnings: ['not-measured'] },
    });
    expect(await judge(model.id, { text: 'A brie and a cheddar.' })).toMatchObject({ relevant: true });
    expect(await judge(model.id, { text: 'A brie, a cheddar and an engine.' })).toMatchObject({ relevant: false });
    const broken = {
      rule: {
        any: [
          { field: 'url', pattern: 'a' },
          { field: 'text', pattern: '(' },
        ],
      },
    };
    expect((await api.rest('POST', `/topics/${topicId}/models`, { kind: 'rules', config: broken })).body).toMatchObject(
      { code: 'VALIDATION_FAILED', field: 'config.rule.any[1].pattern' },
    );
  });

  testThoroughly('takes general text for negatives where there are none, and says so', async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 25, 0);
    const { model } = await train(topicId, { kind: 'linear-svm' });
    expect(model).toMatchObject({
      state: 'ready',
      metrics: { positives: 25, negatives: 0, warnings: expect.arrayContaining(['background-as-negatives']) },
    });
    expect(model.metrics?.['background']).toBeGreaterThan(500);
  });

  testThoroughly('needs no examples for keyword-vectors', async () => {
    const { model } = await train(await createTopic(), { kind: 'keyword-vectors' });
    expect(model).toMatchObject({ state: 'ready', metrics: { positives: 0 } });
    const [good, bad] = [
      await judge(model.id, { text: `${sentence(CHEESE, 3)} cheese and dairy` }),
      await judge(model.id, { text: sentence(OTHER, 3) }),
    ];
    expect(good.probability).toBeGreaterThan(Number(bad.probability));
  });

  testThoroughly('fetches examples given by URL, and stores the document or the error', async () => {
    const topicId = await createTopic();
    await addTexts(topicId, 2, 10);
    const path = `/topics/${topicId}/examples`;
    for (const page of ['cheese/1', 'cheese/2', 'gone'])
      await api.rest('POST', path, { url: `${siteUrl}/${page}`, relevant: true });
    const { model, job } = await train(topicId, { kind: 'naive-bayes' });
    expect(job.result).toMatchObject({
      examples: {
        relevant: 4,
        irrelevant: 10,
        fetched: 2,
        failed: 1,
        failures: [{ url: `${siteUrl}/gone`, error: expect.stringContaining('http-error') }],
      },
    });
    expect(model).toMatchObject({ state: 'ready', metrics: { positives: 4 } });
    const { job: told } = await api.graphql(`query ($id: ID!) { job(id: $id) { ${JOB_FIELDS} } }`, { id: job.id });
    expect(told).toEqual(jobInGraphql(job, 'ModelJobResult'));
    const { body } = await api.rest<{
      items: { url: string; title: string; textLength: number | null; fetchError: string | null }[];
    }>('GET', `${path}?first=3`);
    expect(body.items.map(({ title, fetchError }) => [title, fetchError?.split(':')[0] ?? null])).toEqual([
      ['', 'http-error'],
      ['Cheese 2', null],
      ['Cheese 1', null],
    ]);
  });

  test('fails with its reason on model and job when the examples do not suffice', async () => {
    const topicId = await createTopic();
    await api.rest('POST', `/topics/${topicId}/examples`, { url: `${siteUrl}/gone`, relevant: true });
    const { model, job } = await train(topicId, { kind: 'linear-svm' });
    expect(job.state).toBe('failed');
    expect(model).toMatchObject({ state: 'failed', error: job.error, metrics: null, threshold: null });
    expect(model.error).toMatch(/at least 2.*1 could not be fetched/);
    expect((await api.rest('POST', `/models/${model.id}/judge`, { text: 'x' })).body).toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  test('the same Idempotency-Key answers the same model', async () => {
    const topicId = await createTopic();
    const headers = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all(
      [0, 1].map(() => api.rest<Model>('POST', `/topics/${topicId}/models`, QUICK, headers)),
    );
    expect(two.body.id).toBe(one.body.id);
    expect(two.body.jobId).toBe(one.body.jobId);
    await api.settled(String(one.body.jobId));
  });

  test.each([
    [{ kind: 'bilstm-of-dreams' }, 'kind'],
    [{ kind: 'linear-svm', config: { cost: -1 } }, 'config.cost'],
    [{ kind: 'linear-svm', config: { costs: 1 } }, 'config.costs'],
    [{ kind: 'linear-svm', config: [] }, 'config'],
    [{ kind: 'linear-svm', confg: {} }, 'confg'],
    [{ kind: 5 }, 'kind'],
    [{ config: { costs: 1 } }, 'config.costs'],
  ])('refuses %j, naming the field', async (input, field) => {
    const { status, body } = await api.rest('POST', `/topics/${await createTopic()}/models`, input);
    expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_FAILED', field]);
  });

  test('refuses what the topic lacks, over both APIs', async () => {
    const bare = await createTopic([]);
    expect((await api.rest('POST', `/topics/${bare}/models`, { kind: 'keyword-vectors' })).body).toMatchObject({
      code: 'INVALID_STATE',
      field: 'keywords',
    });
    expect((await api.rest('POST', `/topics/${bare}/models`, { kind: 'linear-svm' })).body).toMatchObject({
      code: 'INVALID_STATE',
      field: 'examples',
    });
    const error = await api.graphqlError(
      'mutation ($id: ID!) { trainModel(topicId: $id, input: { kind: "linear-svm", config: { cost: 0 } }) { id } }',
      { id: bare },
    );
    expect(error.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'config.cost' });
    expect((await api.rest('POST', `/topics/${randomUUID()}/models`, { kind: 'keyword-vectors' })).body.code).toBe(
      'NOT_FOUND',
    );
  });
});

describe('scoring', () => {
  test('fetches a page given by URL; that it cannot is an answer', async () => {
    const { model } = await train(await createTopic(), QUICK);
    expect(await judge(model.id, { url: `${siteUrl}/cheese/5` })).toMatchObject({
      url: `${siteUrl}/cheese/5`,
      title: 'Cheese 5',
      failure: null,
      probability: expect.any(Number),
    });
    expect(await judge(model.id, { url: `${siteUrl}/gone` })).toMatchObject({
      probability: null,
      relevant: null,
      failure: { kind: 'http-error' },
    });
    const { judgeDocument } = await api.graphql<{ judgeDocument: { failure: object } }>(
      'mutation ($id: ID!, $url: String!) { judgeDocument(modelId: $id, document: { url: $url }) { failure { kind } } }',
      { id: model.id, url: `${siteUrl}/gone` },
    );
    expect(judgeDocument.failure).toEqual({ kind: 'HTTP_ERROR' });
    expect((await api.rest('POST', `/models/${model.id}/judge`, {})).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'url',
    });
    expect((await api.rest('POST', `/models/${model.id}/judge`, { text: 'x', relevant: true })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'relevant',
    });
  });
});

describe('deleting a model', () => {
  test('is refused while a session uses it', async () => {
    const prisma = service.app.get(PrismaService);
    const topicId = await createTopic();
    const {
      model: { id: modelId },
    } = await train(topicId, QUICK);
    const set = await prisma.keywordSet.findFirstOrThrow({ where: { topicId } });
    await judge(modelId, { text: 'kept in memory from now on' });
    const session = await prisma.session.create({
      data: {
        topicId,
        keywordSetId: set.id,
        modelId,
        policy: 'random',
        policyVersion: 1,
        policyConfig: {},
        config: {},
        randomSeed: 1,
        state: 'COMPLETED',
      },
    });
    expect((await api.rest('DELETE', `/models/${modelId}`)).body).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(
      (await api.graphqlError('mutation ($id: ID!) { deleteModel(id: $id) }', { id: modelId })).extensions.code,
    ).toBe('CONFLICT');
    await prisma.session.delete({ where: { id: session.id } });
    expect((await api.rest('DELETE', `/models/${modelId}`)).status).toBe(204);
    expect((await api.rest('GET', `/models/${modelId}`)).body.code).toBe('NOT_FOUND');
    expect((await api.rest('POST', `/models/${modelId}/judge`, { text: 'x' })).body.code).toBe('NOT_FOUND');
  });
});

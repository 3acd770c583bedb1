import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { sessionConfigSchema } from '../../src/domain/session/index.js';
import { type Job, JobHandlers, JobsService } from '../../src/modules/base/jobs/index.js';
import { SessionsRepository } from '../../src/modules/crawl/sessions/sessions.repository.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import { insertSessionRows, insertTopicRows, type TopicRows } from '../support/session-rows.js';
import { asRest, type ListBody, SESSION_FIELDS, type SessionBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

const CREATE = `mutation ($topicId: ID!, $input: CreateSessionInput!, $key: String) {
  createSession(topicId: $topicId, input: $input, idempotencyKey: $key) { ${SESSION_FIELDS} } }`;
const MINIMAL = { policy: 'breadth-first', budget: { fetches: 100 } };

let service: LocalService;
let api: ApiClient;
let topic: TopicRows;
beforeAll(async () => {
  service = await startServiceHere();
  api = new ApiClient(service.url);
  topic = await newTopic();
});
afterAll(() => service.stop());

async function newTopic(): Promise<TopicRows> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  return insertTopicRows(client).finally(() => client.end());
}
const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
  api.rest<SessionBody>('POST', path, body, headers);
const create = async (input: object = MINIMAL): Promise<SessionBody> =>
  (await post(`/topics/${topic.topicId}/sessions`, input)).body;
const get = async (id: string): Promise<SessionBody> => (await api.rest<SessionBody>('GET', `/sessions/${id}`)).body;
/** Puts a session into a state as a worker would. */
const set = (id: string, columns: string) =>
  sql(service.databaseUrl, `UPDATE sessions SET ${columns} WHERE id = $1`, [id]);
const HELD = "lease_owner = 'worker', lease_epoch = 7, lease_expires_at = now() + interval '1 minute'";
const LOST = "lease_owner = 'worker', lease_epoch = 7, lease_expires_at = now() - interval '1 second'";

describe('creating a session', () => {
  it('answers 202 with the queued session and its place; GraphQL reads the same', async () => {
    const answer = await post(`/topics/${topic.topicId}/sessions`, {
      ...MINIMAL,
      domainCap: '5->2',
      scope: { denyHosts: ['x.example'] },
      randomSeed: 7,
      render: null,
    });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/v1/sessions/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      topicId: topic.topicId,
      modelId: topic.modelId,
      keywordSetVersion: 1,
      policy: 'breadth-first',
      policyVersion: 1,
      randomSeed: 7,
      state: 'queued',
      stateReason: null,
      command: null,
      availableActions: ['pause', 'stop', 'switchModel', 'delete'],
      found: 0,
      harvestRate: null,
      estimatedEndAt: null,
      seeds: ['http://seed-0.example/', 'http://seed-1.example/', 'http://seed-2.example/'],
      config: {
        budget: { fetches: 100 },
        domainCap: { kind: 'adaptive', start: 5, min: 2 },
        scope: { denyHosts: ['x.example'] },
        robots: true,
        render: 'never',
        userAgent: service.config.CRAWL_USER_AGENT,
        concurrency: 8,
      },
    });
    expect(await get(answer.body.id)).toEqual(answer.body);
    const { session } = await api.graphql<{ session: SessionBody }>(
      `query ($id: ID!) { session(id: $id) { ${SESSION_FIELDS} } }`,
      { id: answer.body.id },
    );
    expect(asRest(session)).toEqual(answer.body);
  });

  it('does the same over GraphQL', async () => {
    const input = {
      ...MINIMAL,
      domainCap: 3,
      grouping: 'PATH_PREFIX',
      render: 'ALWAYS',
      seeds: ['HTTP://Other.Example:80/a/../b', 'http://other.example/b'],
      budget: { fetches: 5, minutes: 0.5 },
    };
    const { createSession: told } = await api.graphql<{ createSession: SessionBody }>(CREATE, {
      topicId: topic.topicId,
      input,
    });
    expect(told.config).toMatchObject({
      grouping: 'PATH_PREFIX',
      domainCap: { kind: 'FIXED', max: 3, start: null },
      saturation: null,
    });
    const createSession = asRest(told);
    expect(createSession).toMatchObject({
      seeds: ['http://other.example/b'],
      config: {
        domainCap: { kind: 'fixed', max: 3 },
        grouping: 'path-prefix',
        render: 'always',
        budget: { fetches: 5, minutes: 0.5 },
      },
    });
    expect(await get(createSession.id)).toEqual(createSession);
  });

  it.each([{ fetches: 50 }, { relevantPages: 5 }, { domains: 3 }, { minutes: 0.5 }])(
    'needs no more than one limit: %j',
    async (budget) => {
      const { status, body } = await post(`/topics/${topic.topicId}/sessions`, { budget });
      expect([status, body.policy, body.config]).toEqual([202, 'prospector', expect.objectContaining({ budget })]);
    },
  );

  it('says which limits there are when none is given', async () => {
    for (const input of [{}, { budget: {} }]) {
      expect((await post(`/topics/${topic.topicId}/sessions`, input)).body).toMatchObject({
        status: 400,
        field: 'budget',
        detail: expect.stringContaining('is required; one of fetches, relevantPages, domains, minutes'),
      });
    }
  });

  it('draws a random seed by lot when none is given', async () => {
    const [a, b] = [await create(), await create()];
    expect(a.randomSeed).not.toBe(b.randomSeed);
  });

  it('answers a repeated key with the first session, on either API, and refuses it for another request', async () => {
    const key = randomUUID();
    const path = `/topics/${topic.topicId}/sessions`;
    const answers = await Promise.all([1, 2, 3].map(() => post(path, MINIMAL, { 'idempotency-key': key })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { createSession } = await api.graphql<{ createSession: SessionBody }>(CREATE, {
      topicId: topic.topicId,
      input: MINIMAL,
      key,
    });
    expect(createSession.id).toBe(answers[0].body.id);
    expect((await post(path, { ...MINIMAL, randomSeed: 1 }, { 'idempotency-key': key })).body).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_MISMATCH',
    });
  });

  it.each<[string, object]>([
    ['policy', { ...MINIMAL, policy: 'deepest-first' }],
    ['policyConfig.discuont', { ...MINIMAL, policyConfig: { discuont: 0.9 } }],
    ['budget', { policy: 'random' }],
    ['budget', { policy: 'random', budget: {} }],
    ['budget.fetches', { ...MINIMAL, budget: { minutes: 5 }, domainCap: '5->2' }],
    ['budget.fetches', { policy: 'random', budget: { fetches: 0 } }],
    ['budget.pages', { policy: 'random', budget: { fetches: 1, pages: 1 } }],
    ['domainCap', { ...MINIMAL, domainCap: '2->5' }],
    ['scope.maxDepth', { ...MINIMAL, scope: { maxDepth: -1 } }],
    ['scope.denyPatterns[1]', { ...MINIMAL, scope: { denyPatterns: ['*', ''] } }],
    ['concurrency', { ...MINIMAL, concurrency: 65 }],
    ['hostDelayMs', { ...MINIMAL, hostDelayMs: '1000' }],
    ['eagerness', { ...MINIMAL, eagerness: 1.1 }],
    ['eagerness', { ...MINIMAL, eagerness: 'high' }],
    ['render', { ...MINIMAL, render: 'sometimes' }],
    ['rendering.wait.until', { ...MINIMAL, rendering: { wait: { until: 'load' } } }],
    ['traps.maxPerPattern', { ...MINIMAL, traps: { maxPerPattern: 1 } }],
    ['languages[0]', { ...MINIMAL, languages: ['english'] }],
    ['contentTypes', { ...MINIMAL, contentTypes: [] }],
    ['retries', { ...MINIMAL, retries: 11 }],
    ['saturation.window', { ...MINIMAL, saturation: { window: 1, minHarvestRate: 0.5 } }],
    ['seeds[1]', { ...MINIMAL, seeds: ['http://a.example/', 'mailto:x@a.example'] }],
    ['seeds', { ...MINIMAL, seeds: [] }],
    ['randomSeed', { ...MINIMAL, randomSeed: -1 }],
    ['modelId', { ...MINIMAL, modelId: 'newest' }],
    ['fetches', { ...MINIMAL, fetches: 10 }],
  ])('names %s in %j', async (field, input) => {
    const { status, body } = await post(`/topics/${topic.topicId}/sessions`, input);
    expect(body).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', field });
    expect(status).toBe(400);
  });

  it('names the field over GraphQL too, and what would have been accepted', async () => {
    const error = await api.graphqlError(CREATE, {
      topicId: topic.topicId,
      input: { ...MINIMAL, policyConfig: { x: 1 } },
    });
    expect(error.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'policyConfig.x' });
    const unknown = await api.graphqlError(CREATE, { topicId: topic.topicId, input: { ...MINIMAL, policy: 'x' } });
    expect(unknown.extensions).toMatchObject({ field: 'policy', allowed: expect.stringContaining('breadth-first') });
  });

  it.each<[string, number, () => Promise<{ status: number; body: SessionBody }>]>([
    ['an unknown topic', 404, () => post(`/topics/${randomUUID()}/sessions`, MINIMAL)],
    [
      'an unknown keyword set',
      404,
      () => post(`/topics/${topic.topicId}/sessions`, { ...MINIMAL, keywordSetVersion: 9 }),
    ],
    ['an unknown model', 404, () => post(`/topics/${topic.topicId}/sessions`, { ...MINIMAL, modelId: randomUUID() })],
    [
      "another topic's model",
      400,
      async () => post(`/topics/${topic.topicId}/sessions`, { ...MINIMAL, modelId: (await newTopic()).modelId }),
    ],
  ])('refuses %s with %i', async (_, status, attempt) => {
    expect((await attempt()).status).toBe(status);
  });

  it('takes a topic that is described by its examples alone: no keywords, but a model', async () => {
    const bare = await newTopic();
    await sql(service.databaseUrl, 'DELETE FROM keyword_sets WHERE topic_id = $1', [bare.topicId]);
    const { status, body } = await post(`/topics/${bare.topicId}/sessions`, { ...MINIMAL, modelId: bare.modelId });
    expect(status).toBe(202);
    expect(body).toMatchObject({ modelId: bare.modelId, keywordSetVersion: 1 });
  });

  it('refuses a topic without seeds, keywords or model', async () => {
    const { body } = await api.rest<{ id: string }>('POST', '/topics', { name: 'bare' });
    expect((await post(`/topics/${body.id}/sessions`, MINIMAL)).body).toMatchObject({ status: 400, field: 'seeds' });
    const seeded = { ...MINIMAL, seeds: ['http://a.example/'] };
    expect((await post(`/topics/${body.id}/sessions`, seeded)).body).toMatchObject({
      status: 409,
      code: 'INVALID_STATE',
      field: 'keywords',
    });
  });

  it('reports a dependency that is deleted at the same moment', async () => {
    const doomed = await newTopic();
    const repository = service.app.get(SessionsRepository);
    const session = {
      ...doomed,
      policy: 'random',
      policyVersion: 1,
      policyConfig: {},
      config: sessionConfigSchema.parse({ budget: { fetches: 1 } }),
      ...{ randomSeed: 1, seeds: [], name: null, note: '', startedBy: 'USER' as const, startedById: null },
    };
    await api.rest('DELETE', `/topics/${doomed.topicId}`);
    const prisma = service.app.get(PrismaService);
    await expect(prisma.$transaction((tx) => repository.insert(tx, session))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('describes every setting in both APIs', async () => {
    const schema = z.toJSONSchema(sessionConfigSchema, { io: 'input' });
    const fieldsOf = (node: unknown): string[] => Object.keys((node as { properties: object }).properties);
    const properties = schema.properties as Record<string, unknown>;
    const own = [
      'name',
      'note',
      'policy',
      'policyConfig',
      'modelId',
      'keywordSetVersion',
      'seeds',
      'randomSeed',
      'startFrom',
      'access',
      'templateId',
    ];
    const expected: Record<string, string[]> = {
      CreateSessionInput: [...fieldsOf(schema), ...own],
      BudgetInput: fieldsOf(properties['budget']),
      ExtendSessionInput: [...fieldsOf(properties['budget']), 'modelId'],
      ScopeInput: fieldsOf(properties['scope']),
      SaturationInput: fieldsOf(properties['saturation']),
      RenderingInput: fieldsOf(properties['rendering']),
      DuplicatesInput: fieldsOf(properties['duplicates']),
      TrapsInput: fieldsOf(properties['traps']),
    };
    const openapi = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      components: { schemas: Record<string, unknown> };
    };
    for (const [name, fields] of Object.entries(expected)) {
      const { __type: type } = await api.graphql<{ __type: { inputFields: { name: string }[] } }>(
        `{ __type(name: "${name}") { inputFields { name } } }`,
      );
      expect(type.inputFields.map((field) => field.name).sort()).toEqual([...fields].sort());
      expect(fieldsOf(openapi.components.schemas[name]).sort()).toEqual([...fields].sort());
    }
  });
});

describe('commands', () => {
  it('pause, resume and stop a session that no worker holds at once', async () => {
    const { id } = await create();
    expect((await post(`/sessions/${id}/pause`)).body).toMatchObject({
      state: 'paused',
      availableActions: ['resume', 'stop', 'switchModel', 'delete'],
    });
    expect((await post(`/sessions/${id}/resume`)).body).toMatchObject({ state: 'queued', finishedAt: null });
    const stopped = await post(`/sessions/${id}/stop`);
    expect(stopped.status).toBe(202);
    expect(stopped.body).toMatchObject({
      state: 'stopped',
      stateReason: 'stopped',
      availableActions: ['extend', 'switchModel', 'delete'],
      finishedAt: expect.any(String),
    });
  });

  it('are left to the worker that holds the session, and repeat without harm', async () => {
    const { id } = await create();
    await set(id, `state = 'RUNNING', ${HELD}`);
    expect((await post(`/sessions/${id}/pause`)).body).toMatchObject({
      state: 'running',
      command: 'pause',
      availableActions: ['stop', 'switchModel'],
    });
    expect((await post(`/sessions/${id}/pause`)).status).toBe(202);
    expect((await post(`/sessions/${id}/stop`)).body).toMatchObject({
      state: 'running',
      command: 'stop',
      availableActions: [],
    });
    const [row] = await sql(service.databaseUrl, 'SELECT lease_owner, lease_epoch FROM sessions WHERE id = $1', [id]);
    expect(row).toEqual({ lease_owner: 'worker', lease_epoch: 7 });
  });

  it('take a session away from a worker whose lease has run out', async () => {
    const { id } = await create();
    await set(id, `state = 'RUNNING', ${LOST}`);
    expect((await post(`/sessions/${id}/pause`)).body).toMatchObject({ state: 'paused', command: null });
    const [row] = await sql(service.databaseUrl, 'SELECT lease_owner, lease_epoch FROM sessions WHERE id = $1', [id]);
    expect(row).toEqual({ lease_owner: null, lease_epoch: 8 });
  });

  it('resume a failed session without its old error', async () => {
    const { id } = await create();
    await set(id, "state = 'FAILED', state_reason = 'ERROR', error = 'it broke', finished_at = now()");
    expect(await get(id)).toMatchObject({ error: 'it broke', availableActions: ['resume', 'switchModel', 'delete'] });
    expect((await post(`/sessions/${id}/resume`)).body).toMatchObject({
      state: 'queued',
      stateReason: null,
      error: null,
      finishedAt: null,
    });
  });

  it('name possible actions when refused', async () => {
    const { id } = await create();
    const refused = await post(`/sessions/${id}/resume`);
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'INVALID_STATE',
      allowed: 'pause, stop, switchModel, delete',
      details: { state: 'queued', availableActions: ['pause', 'stop', 'switchModel', 'delete'] },
    });
    const error = await api.graphqlError('mutation ($id: ID!) { resumeSession(id: $id) { id } }', { id });
    expect(error).toMatchObject({ extensions: { code: 'INVALID_STATE', allowed: 'pause, stop, switchModel, delete' } });
  });

  it('decide once when many come together', async () => {
    const { id } = await create();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(`/sessions/${id}/pause`)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['code'] === 'INVALID_STATE')).toHaveLength(5);
  });

  it('need a session', async () => {
    expect((await post(`/sessions/${randomUUID()}/pause`)).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await post('/sessions/one/pause')).body).toMatchObject({ status: 400, field: 'id' });
  });
});

describe('extending', () => {
  const finished = async (
    reason: string,
    columns = 'fetched = 90, failed = 10, relevant = 20, domains = 5, active_ms = 90000',
    input: object = MINIMAL,
  ) => {
    const { id } = await create(input);
    await set(id, `state = 'COMPLETED', state_reason = '${reason}', finished_at = now(), ${columns}`);
    return id;
  };

  it('adds to the budget and queues the session again, over both APIs', async () => {
    const id = await finished('BUDGET');
    const { body, status } = await post(`/sessions/${id}/extend`, { fetches: 50 });
    expect([status, body.state, body.config['budget']]).toEqual([202, 'queued', { fetches: 150 }]);
    const other = await finished('TIME', 'active_ms = 60000', { ...MINIMAL, budget: { fetches: 100, minutes: 1 } });
    const { extendSession } = await api.graphql<{ extendSession: SessionBody }>(
      'mutation ($id: ID!) { extendSession(id: $id, by: { minutes: 0.5 }) { state stateReason config { budget { fetches minutes } } } }',
      { id: other },
    );
    expect(extendSession).toMatchObject({
      state: 'QUEUED',
      stateReason: null,
      config: { budget: { fetches: 100, minutes: 1.5 } },
    });
  });

  it('continues after saturation without the rule that ended it', async () => {
    const id = await finished('SATURATED', 'fetched = 10', {
      ...MINIMAL,
      saturation: { window: 10, minHarvestRate: 0.5 },
    });
    const { body } = await post(`/sessions/${id}/extend`, { fetches: 50 });
    expect(body.config).not.toHaveProperty('saturation');
  });

  it.each<[string, object, string | undefined]>([
    ['nothing', {}, undefined],
    ['a negative number', { fetches: -5 }, 'fetches'],
    ['more than a session may have', { fetches: 10_000_000 }, 'fetches'],
    ['something unknown', { pages: 1 }, 'pages'],
    ['too little of the limit that ended it', { minutes: 5 }, 'fetches'],
  ])('refuses %s', async (_, more, field) => {
    const { body } = await post(`/sessions/${await finished('BUDGET')}/extend`, more);
    expect(body).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', ...(field === undefined ? {} : { field }) });
  });

  it('names the other limit that is used up as well', async () => {
    const id = await finished('BUDGET', 'fetched = 100, relevant = 20', {
      ...MINIMAL,
      budget: { fetches: 100, relevantPages: 20 },
    });
    expect((await post(`/sessions/${id}/extend`, { fetches: 5 })).body).toMatchObject({
      status: 400,
      field: 'relevantPages',
    });
  });

  it.each(['FRONTIER_EMPTY'])('is refused after %s', async (reason) => {
    const { body } = await post(`/sessions/${await finished(reason)}/extend`, { fetches: 5 });
    expect(body).toMatchObject({ code: 'INVALID_STATE', allowed: 'switchModel, delete' });
  });
});

describe('deleting', () => {
  it('removes the session at once and its rows by a job', async () => {
    const config = { search: 'later' } as const;
    const rows = await insertSessionRows(service.databaseUrl, { steps: 50, topic, config });
    const kept = await insertSessionRows(service.databaseUrl, { steps: 10, topic, config });
    expect((await api.rest('DELETE', `/sessions/${rows.sessionId}`)).status).toBe(204);
    expect((await api.rest('GET', `/sessions/${rows.sessionId}`)).status).toBe(404);
    expect((await api.rest('GET', `/sessions/${rows.sessionId}/pages`)).status).toBe(404);
    expect((await api.rest('DELETE', `/sessions/${rows.sessionId}`)).status).toBe(404);
    const [job] = await sql<{ id: string; kind: string }>(
      service.databaseUrl,
      'SELECT id, kind FROM jobs WHERE subject_id = $1',
      [rows.sessionId],
    );
    expect(job.kind).toBe('purge-session');
    const handler = service.app.get(JobHandlers).find('purge-session');
    const work: Job = { ...(await service.app.get(JobsService).get(job.id)), state: 'RUNNING' };
    await handler?.run(work, { signal: new AbortController().signal, progress: () => undefined });
    const tables = 'pages page_links urls domains checkpoints page_lexemes waiting_lexemes search_progress';
    for (const table of tables.split(' ')) {
      const counts = await sql(
        service.databaseUrl,
        `SELECT session_id, count(*)::int FROM ${table} WHERE session_id = ANY($1) GROUP BY 1`,
        [[rows.sessionId, kept.sessionId]],
      );
      expect(counts.map(({ session_id }) => session_id)).toEqual(table === 'checkpoints' ? [] : [kept.sessionId]);
    }
    await expect(
      handler?.run(
        { ...work, subjectId: kept.sessionId },
        { signal: new AbortController().signal, progress: () => undefined },
      ),
    ).rejects.toThrow('still exists');
  });

  it('is refused while a worker may hold the session', async () => {
    const { id } = await create();
    await set(id, `state = 'RUNNING', ${HELD}`);
    expect((await api.rest('DELETE', `/sessions/${id}`)).body).toMatchObject({
      code: 'INVALID_STATE',
      allowed: 'pause, stop, switchModel',
    });
  });
});

describe('listing', () => {
  it('pages through the sessions of a topic, newest first, the same over both APIs, while sessions are added', async () => {
    const mine = await newTopic();
    const made: string[] = [];
    const add = async () => made.unshift((await post(`/topics/${mine.topicId}/sessions`, MINIMAL)).body.id);
    for (let i = 0; i < 5; i++) await add();
    const expected = [...made];
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { body } = await api.rest<ListBody<SessionBody>>(
        'GET',
        `/sessions?topicId=${mine.topicId}&first=2${after}`,
      );
      seen.push(...body.items.map(({ id }) => id));
      await add();
      if (!body.pageInfo.hasNextPage) break;
      after = `&after=${String(body.pageInfo.endCursor)}`;
    }
    expect(seen).toEqual(expected);
    const { body } = await api.rest<ListBody<SessionBody>>('GET', `/topics/${mine.topicId}/sessions?first=3`);
    const { sessions, topic: one } = await api.graphql<
      Record<'sessions' | 'topic', { nodes: SessionBody[]; sessions: { nodes: SessionBody[] } }>
    >(
      `query ($id: ID!) { sessions(topicId: $id, first: 3) { nodes { ${SESSION_FIELDS} } } topic(id: $id) { sessions(first: 3) { nodes { ${SESSION_FIELDS} } } } }`,
      { id: mine.topicId },
    );
    expect(sessions.nodes.map(asRest)).toEqual(body.items);
    expect(one.sessions.nodes.map(asRest)).toEqual(body.items);
  });

  it('filters by state and refuses invalid states and cursors', async () => {
    const mine = await newTopic();
    await post(`/topics/${mine.topicId}/sessions`, MINIMAL);
    const { id } = (await post(`/topics/${mine.topicId}/sessions`, MINIMAL)).body;
    await post(`/sessions/${id}/pause`);
    const { body } = await api.rest<ListBody<SessionBody>>('GET', `/sessions?topicId=${mine.topicId}&state=paused`);
    expect(body.items.map((session) => session.id)).toEqual([id]);
    for (const state of ['ASLEEP', 'PAUSED'])
      expect((await api.rest('GET', `/sessions?state=${state}`)).body).toMatchObject({
        ...{ status: 400, field: 'state' },
        allowed: 'one of queued, starting, running, paused, completed, stopped, failed',
      });
    expect((await api.rest('GET', '/sessions?startedBy=NOBODY')).body).toMatchObject({ field: 'startedBy' });
    expect((await api.rest('GET', '/sessions?after=xyz')).body).toMatchObject({ status: 400, field: 'after' });
    expect((await api.rest('GET', `/sessions?topicId=${randomUUID()}`)).status).toBe(404);
  });
});

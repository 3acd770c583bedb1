import { randomUUID } from 'node:crypto';
import { PrismaService } from '../../src/platform/database/index.js';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import { ApiClient } from './topics-client.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

interface Topic {
  id: string;
  name: string;
  description: string;
  language: string;
  seeds: string[];
  seedCount: number;
  keywordSetVersion: number | null;
  keywordSet: {
    version: number;
    size: number;
    keywords: { text: string; kind: string; origin: string; similarity: number }[];
  } | null;
  exampleCounts: { relevant: number; irrelevant: number };
  createdAt: string;
  updatedAt: string;
}
interface Page<T> {
  items: T[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

const TOPIC_FIELDS = `id name description language seeds seedCount keywordSetVersion createdAt updatedAt exampleCounts { relevant irrelevant }
  keywordSet { id topicId version size createdAt keywords { text kind origin similarity } }`;
const unknownId = randomUUID();

let service: LocalService;
let api: ApiClient;
let prisma: PrismaService;
beforeAll(async () => {
  service = await startServiceHere();
  api = new ApiClient(service.url);
  prisma = service.app.get(PrismaService);
});
afterAll(() => service.stop());

let made = 0;
async function createTopic(input: object = {}): Promise<Topic> {
  const { body, status } = await api.rest<Topic>('POST', '/topics', { name: `topic ${made++}`, ...input });
  expect(status).toBe(201);
  return body;
}
const viaGraphql = async (id: string): Promise<Topic> =>
  (await api.graphql<{ topic: Topic }>(`query ($id: ID!) { topic(id: $id) { ${TOPIC_FIELDS} } }`, { id })).topic;

describe('creating a topic', () => {
  test('over REST: canonical seeds, keywords as version 1, location and tag; GraphQL answers the same', async () => {
    const { status, headers, body } = await api.rest<Topic>('POST', '/topics', {
      name: '  Association   football ',
      description: 'The game',
      language: 'en',
      seeds: ['HTTP://Example.ORG:80/a/../b#top', 'https://other.example', 'http://example.org/b'],
      keywords: ['Soccer', 'World  Cup', 'soccer'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Association football',
      description: 'The game',
      language: 'en',
      seeds: ['http://example.org/b', 'https://other.example/'],
      seedCount: 2,
      keywordSetVersion: 1,
      exampleCounts: { relevant: 0, irrelevant: 0 },
      keywordSet: {
        version: 1,
        size: 2,
        keywords: [
          { text: 'soccer', kind: 'keyword', origin: 'user', similarity: 1 },
          { text: 'world cup', kind: 'phrase', origin: 'user', similarity: 1 },
        ],
      },
    });
    expect(headers.get('location')).toBe(`/v1/topics/${body.id}`);
    const read = await api.rest<Topic>('GET', `/topics/${body.id}`);
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect(await viaGraphql(body.id)).toEqual(body);
  });

  test('over GraphQL: REST answers the same; omitted fields have their defaults', async () => {
    const { createTopic: topic } = await api.graphql<{ createTopic: Topic }>(
      `mutation { createTopic(input: { name: "Cheese", seeds: ["https://cheese.example/"] }) { ${TOPIC_FIELDS} } }`,
    );
    expect(topic).toMatchObject({ description: '', language: 'en', keywordSet: null, keywordSetVersion: null });
    expect((await api.rest<Topic>('GET', `/topics/${topic.id}`)).body).toEqual(topic);
  });

  test.each([
    [{ name: 'x', seeds: ['http://a.example/', 'http://b.example/', 'ftp://c.example/'] }, 'seeds[2]'],
    [{ name: 'x', seeds: 'http://a.example/' }, 'seeds'],
    [{ name: 'x', seeds: Array.from({ length: 1_001 }, (_, i) => `http://a.example/${i}`) }, 'seeds'],
    [{ name: 'x', keywords: ['fine', '...'] }, 'keywords[1]'],
    [{ name: 'x', keywords: Array.from({ length: 2_001 }, (_, i) => `word${i}`) }, 'keywords'],
    [{ name: '   ' }, 'name'],
    [{ name: 'n'.repeat(201) }, 'name'],
    [{}, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x', language: 'english' }, 'language'],
    [{ name: 'x', description: 'd'.repeat(5_001) }, 'description'],
    [{ name: 'x', sedes: [] }, 'sedes'],
  ])('refuses %#, naming the field', async (input, field) => {
    const { status, headers, body } = await api.rest('POST', '/topics', input);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', field });
  });

  test.each([
    ['{ name: "x", seeds: ["http://a.example/", "nowhere"] }', 'seeds[1]'],
    ['{ name: "x", keywords: [" "] }', 'keywords[0]'],
    ['{ name: "", seeds: [] }', 'name'],
    ['{ name: "x", language: "xx" }', 'language'],
  ])('refuses %s over GraphQL with code and field', async (input, field) => {
    const error = await api.graphqlError(`mutation { createTopic(input: ${input}) { id } }`);
    expect(error.extensions.code).toBe('VALIDATION_FAILED');
    expect(error.extensions.field?.replace(/^input\./, '')).toBe(field);
  });

  test('takes characters out that no database or reader can use', async () => {
    const { body } = await api.rest<Topic>('POST', '/topics', {
      name: 'with \u0007 bell',
      description: 'two\nlines\u0007',
      keywords: ['x\u0007y', 'zero\u200bwidth'],
    });
    expect(body).toMatchObject({ name: 'with bell', description: 'two\nlines' });
    expect(body.keywordSet?.keywords.map(({ text }) => text)).toEqual(['x y', 'zerowidth']);
    expect((await api.rest<Page<Topic>>('GET', '/topics?search=with%20bell')).body.items).toHaveLength(1);
    expect((await api.rest('POST', '/topics', { name: 'with \u0000 nul' })).body).toMatchObject({
      status: 400,
      field: 'name',
    });
  });

  test('refuses an unknown field over GraphQL', async () => {
    const error = await api.graphqlError('mutation { createTopic(input: { name: "x", sedes: [] }) { id } }');
    expect(error).toMatchObject({
      message: expect.stringContaining('sedes'),
      extensions: { code: 'VALIDATION_FAILED' },
    });
  });

  test('refuses a name that is taken, over both APIs', async () => {
    const { name } = await createTopic();
    const rest = await api.rest('POST', '/topics', { name: ` ${name} ` });
    expect([rest.status, rest.body]).toEqual([409, expect.objectContaining({ code: 'CONFLICT', field: 'name' })]);
    const error = await api.graphqlError('mutation ($name: String!) { createTopic(input: { name: $name }) { id } }', {
      name,
    });
    expect(error.extensions).toMatchObject({ code: 'CONFLICT', field: 'name' });
  });

  test('the same Idempotency-Key answers the same topic, on either API and under a race', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const input = { name: `once ${randomUUID()}`, keywords: ['a'] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.rest<Topic>('POST', '/topics', input, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { createTopic: again } = await api.graphql<{ createTopic: Topic }>(
      'mutation ($input: CreateTopicInput!, $key: String) { createTopic(input: $input, idempotencyKey: $key) { id } }',
      { input, key: key['idempotency-key'] },
    );
    expect(again.id).toBe(answers[0].body.id);
    const other = await api.rest('POST', '/topics', { ...input, keywords: ['b'] }, key);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });
});

describe('listing topics', () => {
  const names = Array.from({ length: 7 }, (_, i) => `Listed 100% ${i}`);
  beforeAll(async () => {
    for (const name of names) await createTopic({ name });
  });

  test('pages over REST and GraphQL hold the same, newest first, and stay put while topics are added', async () => {
    const seen: string[] = [];
    let after = '';
    for (let hasNext = true; hasNext;) {
      const { body } = await api.rest<Page<Topic>>('GET', `/topics?first=3&search=listed%20100%25${after}`);
      const { topics } = await api.graphql<{
        topics: { nodes: Topic[]; edges: { cursor: string }[]; pageInfo: Page<Topic>['pageInfo'] };
      }>(
        'query ($after: String) { topics(first: 3, search: "LISTED 100%", after: $after) { nodes { id name } edges { cursor } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }',
        { after: after === '' ? null : decodeURIComponent(after.slice('&after='.length)) },
      );
      expect(topics.nodes).toEqual(body.items.map(({ id, name }) => ({ id, name })));
      expect(topics.pageInfo).toEqual(body.pageInfo);
      expect(topics.edges.at(-1)?.cursor).toBe(body.pageInfo.endCursor);
      seen.push(...body.items.map(({ name }) => name));
      hasNext = body.pageInfo.hasNextPage;
      after = `&after=${encodeURIComponent(body.pageInfo.endCursor ?? '')}`;
      await createTopic({ name: `Listed 100% late ${randomUUID()}` });
    }
    expect(seen).toEqual([...names].reverse());
  });

  test('the search takes % and _ as they stand', async () => {
    expect((await api.rest<Page<Topic>>('GET', '/topics?search=Listed%20_00')).body.items).toEqual([]);
    expect((await api.rest<Page<Topic>>('GET', '/topics?search=0%25%206')).body.items.map(({ name }) => name)).toEqual([
      'Listed 100% 6',
    ]);
  });

  test.each(['first=0', 'first=201', 'first=x', 'after=nonsense', 'after=WzFd', 'frist=3'])(
    'refuses ?%s, naming the field',
    async (query) => {
      const { status, body } = await api.rest('GET', `/topics?${query}`);
      expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_FAILED', query.split('=')[0]]);
    },
  );
});

describe('changing a topic', () => {
  test('changes what the patch names and nothing else', async () => {
    const topic = await createTopic({ description: 'before', seeds: ['http://a.example/'], keywords: ['kept'] });
    const { body } = await api.rest<Topic>('PATCH', `/topics/${topic.id}`, { description: 'after' });
    expect(body).toEqual({ ...topic, description: 'after', updatedAt: body.updatedAt });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(topic.updatedAt));
    const { updateTopic } = await api.graphql<{ updateTopic: Topic }>(
      `mutation ($id: ID!) { updateTopic(id: $id, input: { seeds: ["http://b.example/", "http://a.example/"] }) { ${TOPIC_FIELDS} } }`,
      { id: topic.id },
    );
    expect(updateTopic).toMatchObject({ description: 'after', seeds: ['http://b.example/', 'http://a.example/'] });
    expect((await api.rest<Topic>('GET', `/topics/${topic.id}`)).body).toEqual(updateTopic);
  });

  test('refuses a change made against a state that has passed', async () => {
    const { id } = await createTopic();
    const read = await api.rest<Topic>('GET', `/topics/${id}`);
    const tag = read.headers.get('etag') ?? '';
    const first = await api.rest<Topic>('PATCH', `/topics/${id}`, { description: 'mine' }, { 'if-match': tag });
    expect(first.status).toBe(200);
    const second = await api.rest('PATCH', `/topics/${id}`, { description: 'yours' }, { 'if-match': tag });
    expect([second.status, second.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const third = await api.graphqlError(
      'mutation ($id: ID!, $at: DateTime) { updateTopic(id: $id, input: { description: "theirs" }, expectedUpdatedAt: $at) { id } }',
      { id, at: read.body.updatedAt },
    );
    expect(third.extensions.code).toBe('PRECONDITION_FAILED');
    expect((await api.rest<Topic>('GET', `/topics/${id}`)).body.description).toBe('mine');
    const fourth = await api.rest(
      'PATCH',
      `/topics/${id}`,
      { description: 'now' },
      { 'if-match': first.headers.get('etag') ?? '' },
    );
    expect(fourth.status).toBe(200);
    expect((await api.rest('PATCH', `/topics/${id}`, {}, { 'if-match': '"bogus"' })).body.code).toBe(
      'PRECONDITION_FAILED',
    );
  });

  test('of changes at the same time against one state, one wins', async () => {
    const { id } = await createTopic();
    const { headers } = await api.rest('GET', `/topics/${id}`);
    const tag = { 'if-match': headers.get('etag') ?? '' };
    const answers = await Promise.all(
      [0, 1, 2, 3].map((i) => api.rest('PATCH', `/topics/${id}`, { description: `${i}` }, tag)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  test('refuses a taken name and a bad seed', async () => {
    const [one, other] = [await createTopic(), await createTopic()];
    expect((await api.rest('PATCH', `/topics/${one.id}`, { name: other.name })).body).toMatchObject({
      code: 'CONFLICT',
      field: 'name',
    });
    expect((await api.rest('PATCH', `/topics/${one.id}`, { name: one.name })).status).toBe(200);
    expect((await api.rest('PATCH', `/topics/${one.id}`, { seeds: ['x'] })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'seeds[0]',
    });
    expect((await api.rest('PATCH', `/topics/${one.id}`, { keywords: ['x'] })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'keywords',
    });
  });
});

describe('keyword sets', () => {
  const put = (id: string, keywords: string[], headers = {}) =>
    api.rest<Topic['keywordSet']>('PUT', `/topics/${id}/keywords`, { keywords }, headers);

  test('an edit makes the next version, the same set none; versions do not change', async () => {
    const { id } = await createTopic({ keywords: ['one'] });
    expect((await put(id, ['one', 'two words'])).body).toMatchObject({ version: 2, size: 2 });
    expect((await put(id, ['Two Words', 'one'])).body).toMatchObject({ version: 2 });
    expect((await put(id, ['three'])).body).toMatchObject({ version: 3 });
    const { body: list } = await api.rest<Page<{ version: number; size: number }>>(
      'GET',
      `/topics/${id}/keyword-sets?first=2`,
    );
    expect(list.items.map(({ version, size }) => [version, size])).toEqual([
      [3, 1],
      [2, 2],
    ]);
    const rest = await api.rest<Page<{ version: number }>>(
      'GET',
      `/topics/${id}/keyword-sets?first=2&after=${String(list.pageInfo.endCursor)}`,
    );
    expect(rest.body.items.map(({ version }) => version)).toEqual([1]);
    const second = await api.rest<Topic['keywordSet']>('GET', `/topics/${id}/keyword-sets/2`);
    expect(second.body?.keywords.map(({ text }) => text)).toEqual(['one', 'two words']);
    const { keywordSet } = await api.graphql<{ keywordSet: Topic['keywordSet'] }>(
      'query ($id: ID!) { keywordSet(topicId: $id, version: 2) { id topicId version size createdAt keywords { text kind origin similarity } } }',
      { id },
    );
    expect(keywordSet).toEqual(second.body);
    expect((await api.rest<Topic['keywordSet']>('GET', `/topics/${id}/keywords`)).body).toMatchObject({ version: 3 });
    expect((await api.rest<Topic>('GET', `/topics/${id}`)).body.keywordSetVersion).toBe(3);
  });

  test('refuses an edit made against an older version', async () => {
    const { id } = await createTopic({ keywords: ['one'] });
    const { headers } = await put(id, ['two']);
    expect(headers.get('etag')).toMatch(/^"2\./);
    expect((await put(id, ['three'], { 'if-match': '"1"' })).body).toMatchObject({
      status: 412,
      code: 'PRECONDITION_FAILED',
    });
    const error = await api.graphqlError(
      'mutation ($id: ID!) { putKeywords(topicId: $id, input: { keywords: ["x"] }, expectedVersion: 1) { version } }',
      { id },
    );
    expect(error.extensions.code).toBe('PRECONDITION_FAILED');
    const { putKeywords } = await api.graphql<{ putKeywords: { version: number } }>(
      'mutation ($id: ID!) { putKeywords(topicId: $id, input: { keywords: ["x"] }, expectedVersion: 2) { version } }',
      { id },
    );
    expect(putKeywords.version).toBe(3);
  });

  test('edits at the same time make versions without gaps, each whole', async () => {
    const { id } = await createTopic();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => put(id, [`only ${i}`])));
    expect(answers.map(({ body }) => body?.version).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { body } of answers) expect(body?.size).toBe(1);
  });

  test('refuses bad input and missing objects', async () => {
    const { id } = await createTopic({ keywords: ['one'] });
    expect((await put(id, [])).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'keywords' });
    expect((await put(id, ['fine', 'a b c d e f g h i'])).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'keywords[1]',
    });
    expect((await put(unknownId, ['x'])).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await api.rest('GET', `/topics/${id}/keyword-sets/9`)).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await api.rest('GET', `/topics/${id}/keyword-sets/0`)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'version',
    });
  });
});

describe('a missing object', () => {
  test.each([
    ['GET', `/topics/${unknownId}`],
    ['DELETE', `/topics/${unknownId}`],
    ['GET', `/topics/${unknownId}/keyword-sets`],
    ['GET', `/topics/${unknownId}/keywords`],
    ['GET', `/topics/${unknownId}/examples`],
    ['GET', `/topics/${unknownId}/models`],
    ['GET', `/jobs/${unknownId}`],
    ['GET', `/models/${unknownId}`],
  ])('%s %s is NOT_FOUND', async (method, path) => {
    const answer = await api.rest(method, path);
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('a malformed id is refused', async () => {
    expect((await api.rest('GET', '/topics/42')).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'id' });
    expect((await api.graphqlError('{ topic(id: "42") { id } }')).extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'id',
    });
    expect((await api.graphqlError(`{ topic(id: "${unknownId}") { id } }`)).extensions.code).toBe('NOT_FOUND');
  });
});

describe('deleting a topic', () => {
  async function withSession(state: 'RUNNING' | 'COMPLETED'): Promise<{ id: string; sessionId: string }> {
    const topic = await createTopic({ keywords: ['word'], seeds: ['http://a.example/'] });
    await api.rest('POST', `/topics/${topic.id}/examples`, { text: 'a text', relevant: true });
    const set = await prisma.keywordSet.findFirstOrThrow({ where: { topicId: topic.id } });
    const model = await prisma.model.create({
      data: { topicId: topic.id, version: 1, kind: 'keyword-vectors', state: 'READY', config: {} },
    });
    const session = await prisma.session.create({
      data: {
        topicId: topic.id,
        keywordSetId: set.id,
        modelId: model.id,
        policy: 'random',
        policyVersion: 1,
        policyConfig: {},
        config: {},
        randomSeed: 1,
        state,
      },
    });
    return { id: topic.id, sessionId: session.id };
  }

  test('takes everything along and queues the clearing away of its sessions', async () => {
    const { id, sessionId } = await withSession('COMPLETED');
    expect((await api.rest('DELETE', `/topics/${id}`)).status).toBe(204);
    expect((await api.rest('GET', `/topics/${id}`)).status).toBe(404);
    const where = { topicId: id };
    const left = await Promise.all([
      prisma.seed.count({ where }),
      prisma.keywordSet.count({ where }),
      prisma.example.count({ where }),
      prisma.model.count({ where }),
      prisma.session.count({ where }),
    ]);
    expect(left).toEqual([0, 0, 0, 0, 0]);
    expect(await prisma.job.count({ where: { kind: 'purge-session', subjectId: sessionId } })).toBe(1);
    expect((await api.rest('DELETE', `/topics/${id}`)).status).toBe(404);
  });

  test('is refused while a session runs, over both APIs', async () => {
    const { id } = await withSession('RUNNING');
    expect((await api.rest('DELETE', `/topics/${id}`)).body).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect((await api.graphqlError('mutation ($id: ID!) { deleteTopic(id: $id) }', { id })).extensions.code).toBe(
      'CONFLICT',
    );
    await prisma.session.updateMany({ where: { topicId: id }, data: { state: 'PAUSED' } });
    expect(await api.graphql('mutation ($id: ID!) { deleteTopic(id: $id) }', { id })).toEqual({ deleteTopic: id });
  });
});

describe('GraphQL', () => {
  test('asks the database as often for many topics as for few', async () => {
    for (let i = 0; i < 12; i++) {
      const { id } = await createTopic({
        name: `Loader ${i}`,
        seeds: [`http://${i}.example/`],
        keywords: [`word${i}`, 'shared'],
      });
      await api.rest('POST', `/topics/${id}/examples`, { text: `text ${i}`, relevant: i % 2 === 0 });
    }
    const query = `query ($first: Int!) { topics(first: $first, search: "Loader") { nodes { ${TOPIC_FIELDS}
      keywordSets(first: 2) { nodes { version keywords { text } } } examples(first: 2, relevant: true) { nodes { title text } }
      models(first: 2) { nodes { version job { state } } } } } }`;
    const original = prisma.pool.query.bind(prisma.pool) as (...args: unknown[]) => unknown;
    /** Statements of one call. The service works besides, so the smallest of three calls counts. */
    const costOf = async (first: number): Promise<number> => {
      const counts: number[] = [];
      for (let call = 0; call < 3; call++) {
        let count = 0;
        prisma.pool.query = ((...args: unknown[]) => {
          count++;
          return original(...args);
        }) as typeof prisma.pool.query;
        const { topics } = await api.graphql<{ topics: { nodes: Topic[] } }>(query, { first });
        expect(topics.nodes).toHaveLength(first);
        expect(topics.nodes[0].keywordSet?.keywords).toHaveLength(2);
        counts.push(count);
      }
      return Math.min(...counts);
    };
    const costs = [await costOf(2), await costOf(12)];
    prisma.pool.query = original as typeof prisma.pool.query;
    expect(costs[0]).toBeGreaterThan(3);
    expect(costs[1]).toBe(costs[0]);
  });
});

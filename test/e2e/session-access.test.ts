import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import { insertTopicRows, type TopicRows } from '../support/session-rows.js';
import { type ListBody, type SessionBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

const MINIMAL = { policy: 'breadth-first', budget: { fetches: 100 } };

let service: LocalService;
let api: ApiClient;
let topic: TopicRows;
beforeAll(async () => {
  service = await startServiceHere();
  api = new ApiClient(service.url);
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  topic = await insertTopicRows(client).finally(() => client.end());
});
afterAll(() => service.stop());

const create = (input: object) =>
  api.rest<SessionBody>('POST', `/topics/${topic.topicId}/sessions`, { ...MINIMAL, ...input });
const told = async (path: string): Promise<unknown> => (await api.rest('GET', path)).body;

it('stores the access of a session for its fetches, and reveals it to nobody', async () => {
  const access = {
    hosts: [
      { host: 'a.example', headers: [{ name: 'authorization', value: 'Bearer sesame' }], cookies: ['login=sesame'] },
    ],
    proxies: ['socks5://me:sesame@proxy.example:1080'],
  };
  const { status, body } = await create({ cookies: 'session', acceptLanguage: 'de, en;q=0.5', access });
  expect([status, body.config['cookies'], body.config['acceptLanguage']]).toEqual([202, 'session', 'de, en;q=0.5']);
  const answers = [
    body,
    ...(await Promise.all(
      [`/sessions/${body.id}`, `/sessions/${body.id}/events`, `/topics/${topic.topicId}/sessions`].map(told),
    )),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/sesame|"access"/);
  const [row] = await sql<{ access: unknown }>(service.databaseUrl, 'SELECT access FROM sessions WHERE id = $1', [
    body.id,
  ]);
  expect(row?.access).toEqual(access);
});

const hostWith = (name: string, value: string) => ({ hosts: [{ host: 'a.example', headers: [{ name, value }] }] });
it.each([
  ['cookies', { cookies: 'always' }],
  ['acceptLanguage', { acceptLanguage: 'de\r\nx: y' }],
  ['access.hosts[0].host', { access: { hosts: [{ host: 'http://sesame.example/' }] } }],
  ['access.hosts[0].headers[0].name', { access: hostWith('Host', 'sesame.example') }],
  ['access.hosts[0].headers[0].value', { access: hostWith('x-token', 'sesame\r\nb: c') }],
  ['access.hosts[0].cookies[0]', { access: { hosts: [{ host: 'a.example', cookies: ['a=sesame; Path=/'] }] } }],
  ['access.proxies[0]', { access: { proxies: ['gopher://me:sesame@a.example'] } }],
])('names %s, and no secret', async (field, input) => {
  const { status, body } = await create(input);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'VALIDATION_FAILED', field });
  expect(JSON.stringify(body)).not.toContain('sesame');
});

it('is refused by schedules, whose settings are shown', async () => {
  const { status, body } = await api.rest<SessionBody>('POST', '/schedules', {
    name: 'nightly',
    cron: '0 3 * * *',
    action: { session: { topicId: topic.topicId, ...MINIMAL, access: { proxies: ['http://a.example'] } } },
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('access');
});

describe('naming', () => {
  it('gives a session a name and a note at its start and later, over both APIs, whatever it does', async () => {
    const started = (await create({ name: ' first \n try ', note: ' only news ' })).body;
    expect(started).toMatchObject({ name: 'first try', note: 'only news', startedBy: 'user', startedById: null });
    await sql(
      service.databaseUrl,
      `UPDATE sessions SET state = 'RUNNING', lease_owner = 'worker', lease_expires_at = now() + interval '1 minute' WHERE id = $1`,
      [started.id],
    );
    const patch = (body: object, headers?: Record<string, string>) =>
      api.rest<SessionBody>('PATCH', `/sessions/${started.id}`, body, headers);
    expect((await patch({ name: 'second try' })).body).toMatchObject({
      ...{ name: 'second try', note: 'only news', state: 'running', command: null },
    });
    const { updateSession } = await api.graphql<{ updateSession: object }>(
      `mutation ($id: ID!, $note: String!) { updateSession(id: $id, input: { note: $note }) { name note } }`,
      { id: started.id, note: 'two\nlines' },
    );
    expect(updateSession).toEqual({ name: 'second try', note: 'two\nlines' });
    const entries = await sql(
      service.databaseUrl,
      `SELECT call FROM audit_entries WHERE $1 = ANY(ids) AND change = 'update' ORDER BY created_at, id`,
      [started.id],
    );
    expect(entries).toEqual([{ call: 'PATCH /v1/sessions/:id' }, { call: 'mutation updateSession' }]);
    expect((await patch({ name: '', note: '' }, { 'if-match': '"stale"' })).status).toBe(412);
    expect((await patch({ name: ' ', note: '' })).body).toMatchObject({ name: null, note: '' });
  });

  it('searches names, topics and policies for all words of a text', async () => {
    const second = await api.rest<{ id: string }>('POST', '/topics', { name: 'second', keywords: ['second'] });
    const [one, other] = [topic, { topicId: second.body.id }];
    const seeds = { seeds: ['http://a.example/'] };
    const word = `w${randomUUID().slice(0, 8)}`;
    const start = async (topicId: string, body: object) =>
      (await api.rest<SessionBody>('POST', `/topics/${topicId}/sessions`, { ...MINIMAL, ...seeds, ...body })).body.id;
    const named = await start(one.topicId, { name: `100% ${word.toUpperCase()} first`, policy: 'best-first' });
    const plain = await start(one.topicId, { name: `100 ${word}`, policy: 'breadth-first' });
    const unnamed = await start(other.topicId, { policy: 'breadth-first' });
    await sql(service.databaseUrl, 'UPDATE topics SET name = $2 WHERE id = $1', [other.topicId, `about ${word}`]);
    const found = async (search: string, path = '/sessions'): Promise<string[]> => {
      const query = new URLSearchParams({ search });
      return (await api.rest<ListBody<SessionBody>>('GET', `${path}?${query}`)).body.items.map(({ id }) => id);
    };
    expect(await found(word)).toEqual([unnamed, plain, named]);
    expect(await found(` ${word}  100% `)).toEqual([named]);
    expect(await found(`breadth ${word}`)).toEqual([unnamed, plain]);
    expect(await found(word, `/topics/${one.topicId}/sessions`)).toEqual([plain, named]);
    expect(await found(`${word}_`)).toEqual([]);
    const answer = await api.graphql<{
      sessions: { totalCount: number };
      topic: { sessions: { nodes: { id: string }[] } };
    }>(
      `query ($id: ID!, $word: String!) { sessions(search: $word) { totalCount } topic(id: $id) { sessions(search: $word) { nodes { id } } } }`,
      { id: other.topicId, word },
    );
    expect(answer).toEqual({ sessions: { totalCount: 3 }, topic: { sessions: { nodes: [{ id: unnamed }] } } });
    const long = await api.rest('GET', `/sessions?search=${'x'.repeat(201)}`);
    expect(long.body).toMatchObject({ status: 400, field: 'search' });
  });

  it('refuses too long values by their field, and missing sessions', async () => {
    const { id } = (await create({})).body;
    for (const [field, characters] of [
      ['name', 200],
      ['note', 2_000],
    ] as const) {
      const [fits, long] = ['x'.repeat(characters), 'x'.repeat(characters + 1)];
      expect(await api.rest('PATCH', `/sessions/${id}`, { [field]: fits })).toMatchObject({ body: { [field]: fits } });
      const refused = { status: 400, body: { code: 'VALIDATION_FAILED', field } };
      expect(await api.rest('PATCH', `/sessions/${id}`, { [field]: long })).toMatchObject(refused);
      expect(await create({ [field]: long })).toMatchObject(refused);
    }
    expect((await api.rest('PATCH', `/sessions/${randomUUID()}`, { name: 'x' })).status).toBe(404);
  });
});

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';
import { ApiClient, type RestAnswer } from './topics-client.js';

let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
});
afterAll(() => service.stop());

/** Resolves when so many calls wait for a lock on a row. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const [{ n }] = await sql<{ n: number }>(
      service.databaseUrl,
      `
      SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (n >= count) return;
    await sleep(10);
  }
}

/**
 * Makes calls while another client's transaction has changed a row and not committed: calls that checked a condition
 * earlier saw the old state.
 *
 * @param statement the change, or only a lock
 */
async function during<T>(statement: string, id: string, calls: () => Promise<T>[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(statement, [id]);
    const answers = calls();
    await waiting(answers.length);
    await client.query('COMMIT');
    return await Promise.all(answers);
  } finally {
    await client.end();
  }
}

type Body = Record<string, unknown>;
const tagOf = async (path: string) => ({ 'if-match': (await api.rest('GET', path)).headers.get('etag') ?? '' });
const statuses = (answers: readonly RestAnswer<unknown>[]) => answers.map(({ status }) => status).sort();
const newTopic = async (): Promise<string> =>
  String(
    (await api.rest('POST', '/topics', { name: randomUUID(), keywords: ['cheese'], seeds: ['http://a.example/'] }))
      .body['id'],
  );
const newExample = async (): Promise<string> => {
  const topicId = await newTopic();
  return `/topics/${topicId}/examples/${String((await api.rest('POST', `/topics/${topicId}/examples`, { text: 'words', relevant: true })).body['id'])}`;
};
const COMPLETED = { state: 'COMPLETED', state_reason: 'BUDGET', finished_at: new Date() };
const newSession = async (session: Body = COMPLETED) => insertSessionRows(service.databaseUrl, { steps: 5, session });
const PAUSED = { state: 'PAUSED', state_reason: null, finished_at: null };
const idOf = (path: string): string => path.split('/').at(-1) ?? '';

describe('of two changes against one state, one wins', () => {
  it('of a topic', async () => {
    const path = `/topics/${await newTopic()}`;
    const tag = await tagOf(path);
    const answers = await during('SELECT 1 FROM topics WHERE id = $1 FOR UPDATE', idOf(path), () =>
      ['one', 'two'].map((description) => api.rest('PATCH', path, { description }, tag)),
    );
    expect(statuses(answers)).toEqual([200, 412]);
  });

  it('of the keywords of a topic', async () => {
    const topicId = await newTopic();
    const tag = await tagOf(`/topics/${topicId}/keywords`);
    const answers = await during('SELECT 1 FROM topics WHERE id = $1 FOR UPDATE', topicId, () =>
      ['one', 'two'].map((word) => api.rest('PUT', `/topics/${topicId}/keywords`, { keywords: [word] }, tag)),
    );
    expect(statuses(answers)).toEqual([200, 412]);
  });

  it('of an example', async () => {
    const path = await newExample();
    const tag = await tagOf(path);
    const answers = await during('SELECT 1 FROM examples WHERE id = $1 FOR UPDATE', idOf(path), () => [
      api.rest('PATCH', path, { relevant: false }, tag),
      api.rest('PATCH', path, { relevant: false }, tag),
      api.rest('DELETE', path, undefined, tag),
    ]);
    // Calls after the deletion find nothing; calls after a change find another state.
    expect(
      statuses(answers)
        .slice(-2)
        .every((status) => status === 412 || status === 404),
    ).toBe(true);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  it('of a session', async () => {
    const { sessionId } = await newSession();
    const path = `/sessions/${sessionId}`;
    const tag = await tagOf(path);
    const answers = await during('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', sessionId, () =>
      [5, 6].map((fetches) => api.rest('POST', `${path}/extend`, { fetches }, tag)),
    );
    expect(statuses(answers)).toEqual([202, 412]);
  });

  it('also where there are more of them than the service has connections', async () => {
    const path = await newExample();
    const tag = await tagOf(path);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => api.rest('PATCH', path, { relevant: i % 2 === 1 }, tag)),
    );
    // A change to the present value leaves the state unchanged.
    expect(new Set(statuses(answers))).toEqual(new Set([200, 412]));
  });
});

describe('what has changed between the reading and the write is not lost', () => {
  const queuedJob = async () =>
    `/jobs/${
      (
        await sql<{ id: string }>(
          service.databaseUrl,
          `
    INSERT INTO jobs (id, kind, subject_id, payload) VALUES (gen_random_uuid(), 'suggest-keywords', gen_random_uuid(), '{}') RETURNING id`,
        )
      )[0].id
    }`;
  const session = async (state?: Body) => `/sessions/${(await newSession(state)).sessionId}`;
  const model = async () => `/models/${(await newSession()).modelId}`;
  const ERROR = `UPDATE sessions SET error = 'meanwhile' WHERE id = $1`;

  it.each<[string, string, () => Promise<string>, string, string, unknown]>([
    [
      'updateTopic',
      'PATCH',
      async () => `/topics/${await newTopic()}`,
      '',
      `UPDATE topics SET description = 'meanwhile', updated_at = now() WHERE id = $1`,
      { name: randomUUID() },
    ],
    [
      'deleteTopic',
      'DELETE',
      async () => `/topics/${await newTopic()}`,
      '',
      `UPDATE topics SET description = 'meanwhile', updated_at = now() WHERE id = $1`,
      undefined,
    ],
    [
      'updateExample',
      'PATCH',
      newExample,
      '',
      `UPDATE examples SET title = 'meanwhile' WHERE id = $1`,
      { relevant: false },
    ],
    ['deleteExample', 'DELETE', newExample, '', `UPDATE examples SET title = 'meanwhile' WHERE id = $1`, undefined],
    ['deleteModel', 'DELETE', model, '', `UPDATE models SET error = 'meanwhile' WHERE id = $1`, undefined],
    ['cancelJob', 'POST', queuedJob, '/cancel', 'UPDATE jobs SET progress = 0.5 WHERE id = $1', undefined],
    [
      'pauseSession',
      'POST',
      () => session({ state: 'QUEUED', state_reason: null, finished_at: null }),
      '/pause',
      ERROR,
      undefined,
    ],
    ['resumeSession', 'POST', () => session(PAUSED), '/resume', ERROR, undefined],
    ['stopSession', 'POST', () => session(PAUSED), '/stop', ERROR, undefined],
    ['extendSession', 'POST', session, '/extend', ERROR, { fetches: 5 }],
    ['deleteSession', 'DELETE', session, '', ERROR, undefined],
  ])('%s', async (_, method, make, action, change, body) => {
    const path = await make();
    const tag = await tagOf(path);
    const [late] = await during(change, idOf(path), () => [api.rest(method, `${path}${action}`, body, tag)]);
    expect([late.status, late.body]).toMatchObject([412, { code: 'PRECONDITION_FAILED', field: 'If-Match' }]);
    expect(JSON.stringify((await api.rest('GET', path)).body)).toContain(
      method === 'POST' && action === '/cancel' ? '0.5' : 'meanwhile',
    );
  });

  it('switchModel', async () => {
    const { sessionId, modelId } = await newSession(PAUSED);
    const tag = await tagOf(`/sessions/${sessionId}`);
    const [late] = await during(ERROR, sessionId, () => [
      api.rest('POST', `/sessions/${sessionId}/model`, { modelId }, tag),
    ]);
    expect([late.status, late.body]).toMatchObject([412, { code: 'PRECONDITION_FAILED' }]);
  });
});

describe('a condition', () => {
  it('on a call that changes nothing which can be read before is refused, not passed over', async () => {
    const [topicId, { sessionId, modelId }] = [await newTopic(), await newSession()];
    for (const [path, body] of [
      ['/topics', { name: randomUUID() }],
      [`/topics/${topicId}/examples`, { text: 'words', relevant: true }],
      [`/topics/${topicId}/keyword-expansions`, {}],
      [`/models/${modelId}/judge`, { text: 'words' }],
      [`/sessions/${sessionId}/labels`, { labels: [{ step: 0, relevant: true }] }],
    ] as const) {
      expect([path, (await api.rest('POST', path, body, { 'if-match': '*' })).body]).toMatchObject([
        path,
        { code: 'VALIDATION_FAILED', field: 'If-Match', allowed: 'no If-Match' },
      ]);
    }
  });

  it('that cannot be checked keeps the change from being made', async () => {
    const limited = await startService({ RATE_LIMIT_PER_MINUTE: '4' });
    try {
      const own = new ApiClient(limited.url);
      const id = String((await own.rest('POST', '/topics', { name: randomUUID() })).body['id']);
      const answers: number[] = [];
      while (!answers.includes(429))
        answers.push(
          (await own.rest('PATCH', `/topics/${id}`, { description: 'x' }, { 'if-match': '"stale"' })).status,
        );
      expect(new Set(answers)).toEqual(new Set([412, 429]));
      // The console is there to say so.
      const page = await fetch(`${limited.url}/topics/${id}`, { headers: { accept: 'text/html' } });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/assets/')]);
    } finally {
      await limited.stop();
    }
  });

  it('is part of the first request with an idempotency key: its repetition is answered as that was', async () => {
    const { sessionId } = await newSession();
    const headers = { ...(await tagOf(`/sessions/${sessionId}`)), 'idempotency-key': randomUUID() };
    const first = await api.rest('POST', `/sessions/${sessionId}/extend`, { fetches: 5 }, headers);
    expect(first.status).toBe(202);
    const again = await api.rest('POST', `/sessions/${sessionId}/extend`, { fetches: 5 }, headers);
    expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([202, 'true', first.body]);
  });
});

/** Fields that a change of some object can name. */
const CHANGEABLE = [
  ...['name', 'note', 'description', 'language', 'settings', 'quotas'],
  ...['cron', 'timeZone', 'missed', 'overlap', 'url', 'types', 'enabled'],
];

describe('a change that names no field, or gives each the value that it has', () => {
  const made = async (path: string, body: Body) => {
    const answer = await api.rest('POST', path, body);
    expect([answer.status, answer.body]).toMatchObject([201, {}]);
    return `${path}/${String(answer.body['id'])}`;
  };
  const newMonitor = async () => {
    const { sessionId, topicId } = await newSession();
    return made('/monitors', { name: 'x', sessionId, topicId });
  };
  const name = randomUUID();
  it.each<[string, () => Promise<string>]>([
    ['topic', async () => `/topics/${await newTopic()}`],
    ['session', async () => `/sessions/${(await newSession()).sessionId}`],
    ['session template', () => made('/session-templates', { name, settings: {} })],
    [
      'schedule',
      async () =>
        made('/schedules', {
          name,
          cron: '0 8 * * *',
          action: { session: { topicId: await newTopic(), budget: { fetches: 5 } } },
        }),
    ],
    ['monitor', newMonitor],
    ['webhook', () => made('/webhooks', { url: 'https://receiver.invalid/' })],
    ['project', () => made('/projects', { name, quotas: { fetchesPerDay: 7 } })],
  ])('leaves the version of a %s as it is', async (_, make) => {
    const path = await make();
    const before = await api.rest('GET', path);
    const fields = path.startsWith('/topics/') ? [...CHANGEABLE, 'seeds'] : CHANGEABLE;
    const same = Object.fromEntries(Object.entries(before.body).filter(([field]) => fields.includes(field)));
    expect(Object.keys(same)).not.toEqual([]);
    const changes = [await api.rest('PATCH', path, {}), await api.rest('PATCH', path, same)];
    const after = await api.rest('GET', path);
    expect([...changes, after].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([after.headers.get('etag'), after.body]).toEqual([before.headers.get('etag'), before.body]);
  });

  it('is none of a schedule that is paused already, or of a monitor, with the same values', async () => {
    const topicId = await newTopic();
    const schedule = await made('/schedules', {
      name: 'x',
      cron: '0 8 * * *',
      action: { session: { topicId, budget: { fetches: 5 } } },
    });
    const monitor = await newMonitor();
    await api.rest('POST', `${schedule}/pause`);
    const before = [await tagOf(schedule), await tagOf(monitor)];
    await api.rest('POST', `${schedule}/pause`);
    await api.rest('PATCH', schedule, { name: 'x', cron: '0 8 * * *' });
    await api.rest('PATCH', monitor, { name: 'x' });
    expect([await tagOf(schedule), await tagOf(monitor)]).toEqual(before);
  });
});

test('a name of which nothing would be seen is refused, at each kind of object', async () => {
  const { sessionId, topicId } = await newSession();
  const action = { session: { topicId, budget: { fetches: 5 } } };
  for (const name of [' ', '\u200b', '\u202e\u2066'])
    for (const [path, rest] of [
      ['/topics', {}],
      ['/projects', {}],
      ['/projects/00000000-0000-7000-8000-000000000000/keys', { scopes: ['read'] }],
      ['/session-templates', { settings: {} }],
      ['/schedules', { cron: '0 8 * * *', action }],
      ['/monitors', { topicId, sessionId }],
      [`/topics/${topicId}/shares`, {}],
      ['/spiders', { kind: 'links', sessions: [sessionId] }],
    ] as const) {
      const { status, body } = await api.rest('POST', path, { name, ...rest });
      expect([path, name, status, body['field']]).toEqual([path, name, 400, 'name']);
    }
});

test('each change names the fields that it takes, and the reason for others', async () => {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, { patch?: object }> };
  const changes = Object.keys(paths).filter((path) => paths[path].patch !== undefined);
  expect(changes.length).toBeGreaterThan(7);
  for (const change of changes) {
    const path = change.replace('/v1', '').replaceAll(/\{\w+\}/g, () => randomUUID());
    const { body } = await api.rest('PATCH', path, { relevant: true, hostDelayMs: 5 });
    expect([change, body['detail']]).toEqual([
      change,
      expect.stringMatching(/hostDelayMs is not among the fields that can be changed \(\w+(?:, \w+)*\): \w+/),
    ]);
    expect(JSON.stringify(body)).toMatch(/"allowed":"one of \w/);
  }
});

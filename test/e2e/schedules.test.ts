import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ScheduleActions, ScheduleClock, ScheduleRunner } from '../../src/modules/crawl/schedules/index.js';
import { looks } from '../support/looks.js';
import { metric } from '../support/metrics.js';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import { insertSessionRows, type TopicRows } from '../support/session-rows.js';
import { type ListBody, sql } from './sessions-client.js';
import { ApiClient, type RestAnswer } from './topics-client.js';

interface ScheduleBody {
  readonly id: string;
  readonly name: string;
  readonly nextDueAt: string | null;
  readonly pausedAt: string | null;
  readonly pauseReason: string | null;
  readonly failures: number;
  readonly lastError: string | null;
  readonly code?: string;
  readonly field?: string;
  readonly allowed?: string;
  readonly [field: string]: unknown;
}
interface RunBody {
  readonly dueAt: string;
  readonly dueCount: number;
  readonly state: string;
  readonly reason: string | null;
  readonly error: string | null;
  readonly sessionId: string | null;
}

const HOUR_MS = 3_600_000;

let service: LocalService;
let api: ApiClient;
let topic: TopicRows;
let now = Date.parse('2026-05-01T09:30:00Z');

beforeAll(async () => {
  service = await startServiceHere();
  api = new ApiClient(service.url);
  topic = await insertSessionRows(service.databaseUrl, { steps: 5 });
  service.app.get(ScheduleClock).now = () => now;
});
afterAll(() => service.stop());
// Each test starts without schedules of others.
afterEach(() => sql(service.databaseUrl, 'DELETE FROM schedules'));

const at = (time: string): string => `2026-05-01T${time}:00.000Z`;
const goTo = (time: string): void => void (now = Date.parse(at(time)));
beforeEach(() => goTo('09:30'));

let made = 0;
const hourly = (changes: object = {}): Record<string, unknown> => ({
  name: `schedule ${++made}`,
  cron: '0 * * * *',
  action: { session: { topicId: topic.topicId, budget: { fetches: 5 } } },
  ...changes,
});
const post = (input: object, headers = {}): Promise<RestAnswer<ScheduleBody>> =>
  api.rest<ScheduleBody>('POST', '/schedules', input, headers);
const create = async (changes: object = {}): Promise<ScheduleBody> => {
  const { status, body } = await post(hourly(changes));
  expect([status, body]).toEqual([201, body]);
  return body;
};
const get = async (id: string): Promise<ScheduleBody> => (await api.rest<ScheduleBody>('GET', `/schedules/${id}`)).body;
/** Processes everything due. */
async function work(): Promise<void> {
  const runner = service.app.get(ScheduleRunner);
  while (await runner.step());
}
/** As `10:00 STARTED`, oldest first. */
async function runs(id: string): Promise<{ told: string[]; rows: RunBody[] }> {
  const { body } = await api.rest<ListBody<RunBody>>('GET', `/schedules/${id}/runs?first=200`);
  const rows = [...body.items].reverse();
  return {
    rows,
    told: rows.map(
      ({ dueAt, dueCount, state }) => `${dueAt.slice(11, 16)}${dueCount > 1 ? `+${dueCount - 1}` : ''} ${state}`,
    ),
  };
}
const end = (state: string, error: string | null = null): Promise<unknown> =>
  sql(service.databaseUrl, `UPDATE sessions SET state = $1::"SessionState", error = $2 WHERE state = 'QUEUED'`, [
    state,
    error,
  ]);

describe('a schedule', () => {
  it('is made, shown, listed, changed and deleted, in both APIs', async () => {
    const input = hourly({ timeZone: 'Asia/Kolkata', cron: '30 6 * * MON', missed: 'once' });
    const { status, body, headers } = await post(input);
    expect([status, headers.get('location')]).toEqual([201, `/v1/schedules/${body.id}`]);
    expect(body).toMatchObject({
      name: input['name'],
      cron: '30 6 * * MON',
      timeZone: 'Asia/Kolkata',
      missed: 'once',
      overlap: 'skip',
      pausedAt: null,
      nextDueAt: '2026-05-04T01:00:00.000Z',
      failures: 0,
      action: {
        session: {
          topicId: topic.topicId,
          modelId: null,
          policy: null,
          config: { budget: { fetches: 5 }, robots: true },
        },
      },
    });
    const told = await api.graphql<{ schedule: object; schedules: { nodes: object[] } }>(
      `query ($id: ID!) {
        schedule(id: $id) { id missed action { session { topicId config { budget { fetches } } } } nextRuns(count: 2) { dueAt } runs { nodes { id } } }
        schedules { nodes { id } } }`,
      { id: body.id },
    );
    expect(told).toEqual({
      schedule: {
        id: body.id,
        missed: 'ONCE',
        action: { session: { topicId: topic.topicId, config: { budget: { fetches: 5 } } } },
        nextRuns: { dueAt: ['2026-05-04T01:00:00.000Z', '2026-05-11T01:00:00.000Z'] },
        runs: { nodes: [] },
      },
      schedules: { nodes: [{ id: body.id }] },
    });
    const changed = await api.rest<ScheduleBody>('PATCH', `/schedules/${body.id}`, {
      cron: '@daily',
      overlap: 'queue',
    });
    expect(changed.body).toMatchObject({
      cron: '@daily',
      timeZone: 'Asia/Kolkata',
      overlap: 'queue',
      missed: 'once',
      nextDueAt: '2026-05-01T18:30:00.000Z',
    });
    const { updateSchedule } = await api.graphql<{ updateSchedule: object }>(
      `mutation ($id: ID!) { updateSchedule(id: $id, input: { timeZone: "UTC" }) { timeZone cron nextDueAt } }`,
      { id: body.id },
    );
    expect(updateSchedule).toEqual({ timeZone: 'UTC', cron: '@daily', nextDueAt: '2026-05-02T00:00:00.000Z' });
    expect((await api.rest('DELETE', `/schedules/${body.id}`)).status).toBe(204);
    expect((await api.rest('GET', `/schedules/${body.id}`)).status).toBe(404);
  });

  it('is made once per key, and changed only as it was read', async () => {
    const input = hourly();
    const first = await post(input, { 'idempotency-key': 'once' });
    const again = await post(input, { 'idempotency-key': 'once' });
    expect(again.body).toEqual(first.body);
    expect(await post(hourly({ name: input['name'] }))).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', field: 'name' },
    });
    const path = `/schedules/${first.body.id}`;
    const etag = (await api.rest('GET', path)).headers.get('etag') ?? '';
    expect((await api.rest('PATCH', path, { overlap: 'queue' }, { 'if-match': etag })).status).toBe(200);
    expect((await api.rest('PATCH', path, { overlap: 'skip' }, { 'if-match': etag })).status).toBe(412);
  });

  it.each([
    [{ cron: 'now' }, 'cron', /five fields/],
    [{ cron: '0 0 30 2 *' }, 'cron', /days that there are/],
    [{ timeZone: 'Berlin' }, 'timeZone', /IANA/],
    [{ action: {} }, 'action', /session/],
    [{ action: { session: { topicId: 'x', budget: { fetches: 5 } } } }, 'action.session.topicId', /./],
    [{ action: { session: { budget: { fetches: 0 } } } }, 'action.session.budget.fetches', /at least 1/],
    [{ action: { session: { budget: { fetches: 5 }, policy: 'none' } } }, 'action.session.policy', /prospector/],
  ])('is refused with %j, and the wrong field is named', async (changes, field, allowed) => {
    const { action } = changes as { action?: { session?: object } };
    const session = action?.session && { topicId: topic.topicId, ...action.session };
    const { status, body } = await post(hourly({ ...changes, ...(session ? { action: { session } } : {}) }));
    expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_FAILED', field]);
    expect(body.allowed).toMatch(allowed);
  });

  it('names all that is wrong with its sessions by where it stands in the request', async () => {
    const session = { topicId: topic.topicId, budget: { fetches: 0 }, concurrency: 0 };
    const { status, body } = await api.rest<{ detail: string; details: { errors: { field: string }[] } }>(
      ...(['POST', '/schedules', { name: 'wrong', cron: '@daily', action: { session } }] as const),
    );
    expect([status, body.detail]).toEqual([
      400,
      expect.stringMatching(/^action\.session: .*fetches must be at least 1/),
    ]);
    expect(body.details.errors.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['action.session.budget.fetches', 'action.session.concurrency']),
    );
  });

  it('previews the due times of an expression', async () => {
    const path = `/schedules/next-runs?cron=${encodeURIComponent('30 2 * * *')}&timeZone=Europe/Berlin`;
    now = Date.parse('2026-10-24T12:00:00Z');
    expect((await api.rest('GET', `${path}&count=2`)).body).toEqual({
      dueAt: ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    });
    expect((await api.rest<{ dueAt: string[] }>('GET', path)).body.dueAt).toHaveLength(5);
    expect(await api.rest('GET', `${path}&count=51`)).toMatchObject({ status: 400, body: { field: 'count' } });
    expect(await api.graphqlError(`{ previewSchedule(cron: "61 * * * *", timeZone: "UTC") { dueAt } }`)).toMatchObject({
      extensions: { code: 'VALIDATION_FAILED', field: 'cron' },
    });
  });
});

describe('a due time', () => {
  it('starts one session, however many processes look', async () => {
    const { id } = await create();
    await work();
    expect((await runs(id)).told).toEqual([]);
    goTo('10:00');
    await Promise.all([work(), work(), work(), work()]);
    const { told, rows } = await runs(id);
    expect(told).toEqual(['10:00 started']);
    expect(await get(id)).toMatchObject({ nextDueAt: at('11:00'), failures: 0 });
    const sessions = await sql<{ id: string }>(
      service.databaseUrl,
      `SELECT id::text FROM sessions WHERE state = 'QUEUED'`,
    );
    expect(sessions).toEqual([{ id: rows[0].sessionId }]);
    const { body } = await api.rest<ListBody<object>>('GET', `/sessions/${String(rows[0].sessionId)}/events`);
    expect(body.items).toEqual([
      expect.objectContaining({ kind: 'queued', details: { to: 'queued', by: 'schedule' } }),
    ]);
    const { schedule } = await api.graphql<{ schedule: object }>(
      'query ($id: ID!) { schedule(id: $id) { runs(state: STARTED) { totalCount nodes { state session { id topicId } } } } }',
      { id },
    );
    const lists = ['schedule', 'monitor'].map((by) => `/sessions?topicId=${topic.topicId}&startedBy=${by}`);
    const [mine, none] = await Promise.all(lists.map((list) => api.rest<ListBody<object>>('GET', list)));
    expect(mine.body.items).toMatchObject([{ id: rows[0].sessionId, startedBy: 'schedule', startedById: id }]);
    expect(none.body.items).toEqual([]);
    expect(schedule).toEqual({
      runs: {
        totalCount: 1,
        nodes: [{ state: 'STARTED', session: { id: rows[0].sessionId, topicId: topic.topicId } }],
      },
    });
    await end('COMPLETED');
  });

  it('is no entry of the audit log, unlike what people do', async () => {
    const { id } = await create();
    goTo('10:00');
    await work();
    const [{ sessionId }] = (await runs(id)).rows;
    await end('COMPLETED');
    const mine = await api.rest<{ id: string }>('POST', `/topics/${topic.topicId}/sessions`, {
      budget: { fetches: 5 },
    });
    const entries = async (of: string): Promise<unknown[]> =>
      sql(service.databaseUrl, 'SELECT actor, object, change FROM audit_entries WHERE $1 = ANY(ids)', [of]);
    expect(await entries(id)).toEqual([{ actor: 'local', object: 'schedules', change: 'insert' }]);
    expect(await entries(String(sessionId))).toEqual([]);
    expect(await entries(mine.body.id)).toEqual([{ actor: 'local', object: 'sessions', change: 'insert' }]);
    await end('COMPLETED');
  });

  it('that overlaps is left out, or one waits for the end of the run before', async () => {
    const skip = await create();
    const queue = await create({ overlap: 'queue' });
    for (const time of ['10:00', '11:00', '12:00']) {
      goTo(time);
      await work();
    }
    expect((await runs(skip.id)).told).toEqual(['10:00 started', '11:00 skipped-overlap', '12:00 skipped-overlap']);
    expect((await runs(queue.id)).told).toEqual(['10:00 started', '11:00 waiting', '12:00 skipped-overlap']);
    await end('COMPLETED');
    goTo('12:30');
    await work();
    expect((await runs(queue.id)).told).toEqual(['10:00 started', '11:00 started', '12:00 skipped-overlap']);
    await end('STOPPED');
  });

  it('makes a session that waits while a quota of the project is used up', async () => {
    const { id: projectId } = (await api.rest<{ id: string }>('GET', '/project')).body;
    const limit = async (sessionsRunning: number | null): Promise<void> =>
      void (await api.rest('PATCH', `/projects/${projectId}`, { quotas: { sessionsRunning } }));
    await limit(0);
    const { id } = await create();
    for (const time of ['10:00', '11:00']) {
      goTo(time);
      await work();
    }
    const { told, rows } = await runs(id);
    expect(told).toEqual(['10:00 started', '11:00 skipped-overlap']);
    expect((await api.rest('GET', `/sessions/${String(rows[0].sessionId)}`)).body).toMatchObject({
      state: 'queued',
      waitingFor: 'quota',
    });
    await limit(null);
    await end('COMPLETED');
  });

  it('that was missed is treated as the schedule says', async () => {
    const [skip, once, all] = await Promise.all(['skip', 'once', 'all'].map((missed) => create({ missed })));
    goTo('12:30');
    await work();
    expect((await runs(skip.id)).told).toEqual(['10:00+2 skipped-missed']);
    expect((await runs(once.id)).told).toEqual(['10:00+1 skipped-missed', '12:00 started']);
    expect((await runs(all.id)).told).toEqual(['10:00 started', '11:00 waiting', '12:00 waiting']);
    for (let i = 0; i < 3; i++) {
      await end('COMPLETED');
      await work();
    }
    expect((await runs(all.id)).told).toEqual(['10:00 started', '11:00 started', '12:00 started']);
    goTo('13:04');
    await work();
    expect((await runs(skip.id)).told).toEqual(['10:00+2 skipped-missed', '13:00 started']);
    await end('COMPLETED');
  });
});

describe('a schedule that is paused', () => {
  it('starts nothing, drops waiting runs, and continues with the next due time', async () => {
    const { id } = await create({ missed: 'all', overlap: 'queue' });
    for (const time of ['10:00', '11:00']) {
      goTo(time);
      await work();
    }
    const paused = await api.rest<ScheduleBody>('POST', `/schedules/${id}/pause`);
    expect(paused.body).toMatchObject({ pausedAt: at('11:00'), pauseReason: 'user', nextDueAt: null });
    await end('COMPLETED');
    goTo('13:30');
    await work();
    expect((await runs(id)).told).toEqual(['10:00 started', '11:00 skipped-paused']);
    const { resumeSchedule } = await api.graphql<{ resumeSchedule: object }>(
      'mutation ($id: ID!) { resumeSchedule(id: $id) { pausedAt pauseReason nextDueAt } }',
      { id },
    );
    expect(resumeSchedule).toEqual({ pausedAt: null, pauseReason: null, nextDueAt: at('14:00') });
    goTo('14:00');
    await work();
    expect((await runs(id)).told.at(-1)).toBe('14:00 started');
    await end('COMPLETED');
  });

  it('is deleted with its runs, and its sessions stay', async () => {
    const { id } = await create({ overlap: 'queue' });
    for (const time of ['10:00', '11:00']) {
      goTo(time);
      await work();
    }
    const [{ sessionId }] = (await runs(id)).rows;
    expect((await api.rest('DELETE', `/schedules/${id}`)).status).toBe(204);
    await end('COMPLETED');
    goTo('12:00');
    await work();
    expect((await api.rest<{ state: string }>('GET', `/sessions/${String(sessionId)}`)).body.state).toBe('completed');
    expect(await sql(service.databaseUrl, `SELECT 1 FROM sessions WHERE state = 'QUEUED'`)).toEqual([]);
  });
});

describe('a run that fails', () => {
  const topicOf = async (): Promise<string> => {
    const { body } = await api.rest<{ id: string }>('POST', '/topics', {
      name: `topic ${++made}`,
      keywords: ['cheese'],
      seeds: ['http://cheese.example/'],
    });
    return body.id;
  };

  it('says why, and a schedule whose topic was deleted is paused', async () => {
    const topicId = await topicOf();
    const { id } = await create({ action: { session: { topicId, budget: { fetches: 5 } } } });
    expect((await api.rest('DELETE', `/topics/${topicId}`)).status).toBe(204);
    for (const hour of [10, 11, 12]) {
      goTo(`${hour}:00`);
      await work();
    }
    const { told, rows } = await runs(id);
    expect(told).toEqual(['10:00 failed']);
    const error = `topic ${topicId} does not exist`;
    expect(rows[0]).toMatchObject({ reason: 'NOT_FOUND', error, sessionId: null });
    expect(await get(id)).toMatchObject({
      failures: 1,
      lastError: error,
      pauseReason: 'failures',
      pausedAt: at('10:00'),
      nextDueAt: null,
    });
    const resumed = await api.rest<ScheduleBody>('POST', `/schedules/${id}/resume`);
    expect(resumed.body).toMatchObject({ failures: 0, pausedAt: null, nextDueAt: at('13:00'), lastError: error });
  });

  it('stays waiting while the database is away, with one warning', async () => {
    const { id } = await create();
    goTo('10:00');
    const action = service.app.get(ScheduleActions).find('session');
    if (action === undefined) throw new Error('no action starts sessions');
    const away = Object.assign(new Error("Can't reach database server"), { code: 'P1001' });
    jest.spyOn(action, 'prepare').mockRejectedValueOnce(away);
    const [warn, error] = (['warn', 'error'] as const).map((level) => jest.spyOn(Logger.prototype, level));
    await work();
    expect((await runs(id)).told).toEqual(['10:00 waiting']);
    expect(warn.mock.calls).toEqual([
      [{ scheduleId: id, isTemporary: true, trouble: 'unreachable' }, 'run not started'],
    ]);
    expect(error.mock.calls).toEqual([]);
    jest.restoreAllMocks();
    await work();
    expect((await runs(id)).told).toEqual(['10:00 started']);
    await end('COMPLETED');
  });

  it('names a model that is gone', async () => {
    const topicId = await topicOf();
    const model = await api.rest<{ id: string }>('POST', `/topics/${topicId}/models`, { kind: 'keyword-vectors' });
    await sql(service.databaseUrl, `UPDATE models SET status = 'READY' WHERE id = $1`, [model.body.id]);
    const session = { topicId, modelId: model.body.id, budget: { fetches: 5 } };
    const { id } = await create({ action: { session } });
    await sql(service.databaseUrl, 'DELETE FROM models WHERE id = $1', [model.body.id]);
    goTo('10:00');
    await work();
    expect((await runs(id)).rows).toMatchObject([
      { state: 'failed', error: expect.stringContaining(model.body.id) as string },
    ]);
  });

  it('counts when its session fails, and no longer after one that goes well', async () => {
    const { id } = await create();
    goTo('10:00');
    await work();
    await end('FAILED', 'no seed could be fetched');
    goTo('11:00');
    await work();
    expect(await get(id)).toMatchObject({
      failures: 1,
      lastError: expect.stringMatching(/no seed could be/) as string,
    });
    await end('COMPLETED');
    goTo('12:00');
    await work();
    expect(await get(id)).toMatchObject({ failures: 0, lastError: null });
    await end('COMPLETED');
  });

  it('pauses the schedule in place of a sixth session, when five have failed', async () => {
    const { id } = await create();
    for (let hour = 10; hour < 17; hour++) {
      goTo(`${hour}:00`);
      await work();
      await end('FAILED', 'no seed could be fetched');
    }
    expect((await runs(id)).told).toEqual([10, 11, 12, 13, 14].map((hour) => `${hour}:00 started`));
    expect(await get(id)).toMatchObject({ failures: 5, pauseReason: 'failures' });
  });
});

it('operators see the states of schedules, their delays and the results of due times', async () => {
  const before = await metric(service.url, 'gleaner_schedule_due_times_total');
  const grown = async (): Promise<Record<string, number>> => {
    const after = Object.entries(await metric(service.url, 'gleaner_schedule_due_times_total'));
    return Object.fromEntries(after.map(([key, n]) => [key, n - (before[key] ?? 0)]).filter(([, n]) => n !== 0));
  };
  const { id } = await create({ overlap: 'queue' });
  const { id: paused } = await create();
  await api.rest('POST', `/schedules/${paused}/pause`, {});
  goTo('10:00');
  await work();
  goTo('11:00');
  await work();
  // Three due times pass unnoticed.
  goTo('14:59');
  await work();
  expect((await runs(id)).told).toEqual(['10:00 started', '11:00 waiting', '12:00+2 skipped-missed']);
  expect(await grown()).toEqual({ 'outcome=started missed=false': 1, 'outcome=skipped_missed missed=true': 3 });
  const delays = await metric(service.url, 'gleaner_schedule_delay_seconds_count');
  expect(delays['']).toBeGreaterThanOrEqual(1);
  expect(await metric(service.url, 'gleaner_schedule_runs_waiting')).toEqual({ '': 1 });

  // These follow the clock of the database.
  const due = (when: string) =>
    sql(service.databaseUrl, `UPDATE schedules SET next_due_at = now() + $1::interval WHERE id = $2`, [when, id]);
  const states = { 'state=waiting': 0, 'state=due': 0, 'state=paused': 1, 'state=failed': 0 };
  await due('2 hours');
  expect(await metric(service.url, 'gleaner_schedules')).toEqual({ ...states, 'state=waiting': 1 });
  expect(await metric(service.url, 'gleaner_schedule_late_seconds')).toEqual({ '': 0 });
  await due('-2 hours');
  expect(await metric(service.url, 'gleaner_schedules')).toEqual({ ...states, 'state=due': 1 });
  expect((await metric(service.url, 'gleaner_schedule_late_seconds'))['']).toBeGreaterThanOrEqual(7_200);
});

it('keeps its project from being deleted', async () => {
  const project = await api.rest<{ id: string }>('POST', '/projects', { name: 'with a schedule' });
  await sql(
    service.databaseUrl,
    `INSERT INTO schedules (id, project_id, name, cron, time_zone, action_kind, action, missed, overlap)
     VALUES (gen_random_uuid(), $1, 's', '@daily', 'UTC', 'session', '{}', 'skip', 'skip')`,
    [project.body.id],
  );
  expect(await api.rest('DELETE', `/projects/${project.body.id}`)).toMatchObject({
    status: 409,
    body: { code: 'INVALID_STATE' },
  });
});

it('keeps its last thousand runs', async () => {
  const { id } = await create({ cron: '* * * * *' });
  await sql(
    service.databaseUrl,
    `INSERT INTO schedule_runs (id, schedule_id, due_at, due_until, state)
     SELECT gen_random_uuid(), $1, t, t, 'SKIPPED_OVERLAP' FROM generate_series(1, 1200) n, LATERAL (SELECT timestamptz '2026-04-01' + n * interval '1 minute' AS t) d`,
    [id],
  );
  now += HOUR_MS;
  await work();
  const [{ count, oldest }] = await sql<{ count: number; oldest: Date }>(
    service.databaseUrl,
    'SELECT count(*)::int, min(due_at) AS oldest FROM schedule_runs WHERE schedule_id = $1',
    [id],
  );
  expect([count, oldest.toISOString()]).toEqual([1_000, '2026-04-01T03:23:00.000Z']);
});

it('is looked after by each worker, at the moment at which it is due', async () => {
  const { id } = await create();
  const [from, runner] = [performance.now(), service.app.get(ScheduleRunner)];
  service.app.get(ScheduleClock).now = () => Date.parse(at('10:00')) - 300 + performance.now() - from;
  runner.start();
  const { pause } = looks();
  while (!(await runs(id)).told.includes('10:00 started')) await pause();
  await runner.stop();
  await end('COMPLETED');
});

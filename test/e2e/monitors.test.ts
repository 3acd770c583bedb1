import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../support/free-port.js';
import { metric } from '../support/metrics.js';
import { messageComplaints } from '../support/openapi-schemas.js';
import { restCalls } from '../support/rest-call.js';
import { HousekeepingRepository } from '../../src/modules/crawl/monitors/housekeeping/housekeeping.repository.js';
import { MonitorSweeper } from '../../src/modules/crawl/monitors/housekeeping/monitor-sweeper.js';
import type { SessionsService } from '../../src/modules/crawl/sessions/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { CrawlDatabase } from '../../src/platform/database/index.js';
import { insertSessionRows } from '../support/session-rows.js';
import { startService, type TestService } from '../support/service.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';
import { type ListBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

const DEADLINE_MS = 240_000;
const SITE = 'http://www.cheese-watch.com';

interface MonitorBody {
  readonly id: string;
  readonly watched: number;
  readonly frontier: number;
  readonly hasFeedToken: boolean;
}
interface RunBody {
  readonly id: string;
  readonly state: string;
  readonly sessions: readonly string[];
  readonly looked: number;
  readonly [count: string]: unknown;
}
interface ChangeBody {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly titleBefore: string | null;
  readonly titleAfter: string | null;
  readonly difference: string | null;
  readonly outcome: string;
  readonly httpStatus: number | null;
}
interface PageBody {
  readonly url: string;
  readonly state: string;
  readonly looks: number;
  readonly changes: number;
  readonly changesPerDay: number;
  readonly probability: number | null;
  readonly dueAt: string | null;
}

/** A web that changes between runs: text and links of each page. */
const web = new Map<string, { readonly text: string; readonly links?: readonly string[] }>();
const seen: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
const CHEESE = 'Cheese and cheddar ripen in the cellar while rennet turns the milk into curd for the press.';
const about = (word: string, extra = ''): string =>
  `${CHEESE} This cheese is called ${word}, and the cheddar beside it is from ${word} as well. ${extra} The rennet comes from ${word}.`;

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '', SITE).pathname;
  seen.push({ path, headers: request.headers });
  const page = web.get(path);
  if (page === undefined) return void response.writeHead(404, { 'content-type': 'text/html' }).end('not found');
  const nav = (page.links ?? []).map((link) => `<a href="${link}">${link}</a>`).join(' ');
  const html = `<!doctype html><html lang="en"><head><title>Page ${path}</title></head><body><nav>${nav}</nav><p>${page.text}</p></body></html>`;
  const tag = `"${Buffer.from(html).toString('base64url').length}-${html.length}-${html.split('').reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 0)}"`;
  if (request.headers['if-none-match'] === tag) return void response.writeHead(304, { etag: tag }).end();
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: tag }).end(html);
});

let service: TestService;
let worker: WorkerProcess;
let workerUrl: string;
let api: ApiClient;
let topicId: string;
let sessionId: string;
let monitor: MonitorBody;
const { call, until } = restCalls(() => service.url, DEADLINE_MS);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  web.set('/', { text: about('Brie'), links: ['/a', '/b', '/c', '/engines'] });
  web.set('/a', { text: about('Gouda') });
  web.set('/b', { text: about('Edam') });
  web.set('/c', { text: about('Stilton', 'It had 12 visitors at 9:30.') });
  web.set('/engines', { text: 'The engine of the railway stands in the harbour beside a timber carpet. '.repeat(9) });
  // The receiver of a webhook is on loopback.
  service = await startService({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
  api = new ApiClient(service.url);
  const workerPort = await freePort();
  workerUrl = `http://127.0.0.1:${workerPort}`;
  worker = startWorker({
    CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
    WORKER_PORT: String(workerPort),
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    COMMIT_INTERVAL_MS: '50',
  });
  ({ id: topicId } = await call<{ id: string }>('POST', '/topics', {
    name: 'cheese',
    keywords: ['cheese', 'cheddar', 'rennet'],
    seeds: [`${SITE}/`],
  }));
  ({ id: sessionId } = await call<{ id: string }>('POST', `/topics/${topicId}/sessions`, {
    budget: { fetches: 10 },
    policy: 'breadth-first',
    hostDelayMs: 0,
    duplicates: { reward: true },
    trackChanges: true,
  }));
  await until<{ state: string }>(`/sessions/${sessionId}`, ({ state }) => state === 'completed');
}, DEADLINE_MS);
afterAll(async () => {
  await worker.stop();
  await service.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}, DEADLINE_MS);

/** Runs the monitor and waits for its end. */
async function run(id = monitor.id): Promise<RunBody> {
  const started = await call<RunBody>('POST', `/monitors/${id}/runs`, { all: true });
  const { items } = await until<ListBody<RunBody>>(
    `/monitors/${id}/runs?first=1`,
    ({ items: [newest] }) => newest?.id === started.id && newest['finishedAt'] !== null,
  );
  return items[0];
}
const changes = async (query = ''): Promise<ChangeBody[]> => [
  ...(await call<ListBody<ChangeBody>>('GET', `/monitors/${monitor.id}/changes?first=100${query}`)).items,
];
const short = (list: readonly ChangeBody[]): string[] =>
  list.map(({ kind, url }) => `${kind} ${url.slice(SITE.length)}`).sort();

/** Periodic work of workers. */
async function sweep(): Promise<void> {
  const config = loadConfig({ ROLE: 'worker', DATABASE_URL: service.databaseUrl });
  const database = new CrawlDatabase(service.databaseUrl, config);
  const sessions = { delete: (id: string) => api.rest('DELETE', `/sessions/${id}`) } as unknown as SessionsService;
  try {
    await new MonitorSweeper(new HousekeepingRepository(database), sessions, config).sweep(
      new AbortController().signal,
    );
  } finally {
    await database.onApplicationShutdown();
  }
}

describe('a monitor', () => {
  it('begins with the relevant pages of a session, and the links near them', async () => {
    monitor = await call<MonitorBody>('POST', '/monitors', {
      ...{ topicId, sessionId, name: 'cheese', fetches: 20, newShare: 0.5, minHours: 0.001 },
    });
    expect(monitor).toMatchObject({ watched: 4, frontier: 0, hasFeedToken: false, policy: 'poisson', maxHours: 720 });
    const { items } = await call<ListBody<PageBody>>('GET', `/monitors/${monitor.id}/pages`);
    expect(items.map(({ url }) => url.slice(SITE.length)).sort()).toEqual(['/', '/a', '/b', '/c']);
    expect(items[0]).toMatchObject({
      state: 'watched',
      looks: 0,
      changes: 0,
      changesPerDay: expect.closeTo(1 / 7, 5) as number,
    });
  });

  it('sees changed, gone and new pages, and requests only due ones', async () => {
    web.set('/a', { text: about('Gouda', 'It won a prize this year.') });
    web.delete('/b');
    // Changed numbers are no change.
    web.set('/c', { text: about('Stilton', 'It had 3456 visitors at 17:45.') });
    web.set('/', { text: about('Brie'), links: ['/a', '/b', '/c', '/engines', '/d', '/timber'] });
    web.set('/d', { text: about('Comte') });
    web.set('/timber', { text: 'The railway of the harbour stands beside an engine and a timber carpet. '.repeat(9) });
    seen.length = 0;
    await sql(
      service.databaseUrl,
      `INSERT INTO webhooks (id, url, types, topic_id) VALUES (gen_random_uuid(), 'https://receiver.example/', '{change.seen}', $1)`,
      [topicId],
    );
    // Webhooks of the watched session and of another one of the same topic.
    const other = await insertSessionRows(service.databaseUrl, { steps: 1 });
    await sql(service.databaseUrl, 'UPDATE sessions SET topic_id = $1 WHERE id = $2', [topicId, other.sessionId]);
    for (const id of [sessionId, other.sessionId])
      await sql(
        service.databaseUrl,
        `INSERT INTO webhooks (id, url, types, session_id) VALUES (gen_random_uuid(), 'https://receiver.example/', '{change.seen}', $1)`,
        [id],
      );
    const first = await run();
    expect(first).toMatchObject({
      state: 'completed',
      looked: 4,
      changed: 1,
      gone: 1,
      new: 1,
      back: 0,
      missed: 0,
      error: null,
    });
    expect(first.sessions).toHaveLength(2);
    const started = await call<ListBody<{ id: string; startedById: string }>>(
      'GET',
      `/sessions?topicId=${topicId}&startedBy=monitor`,
    );
    expect(started.items.map(({ id }) => id).sort()).toEqual([...first.sessions].sort());
    expect(started.items.map(({ startedById }) => startedById)).toEqual([monitor.id, monitor.id]);
    const list = await changes();
    expect(short(list)).toEqual(['changed /a', 'gone /b', 'new /d']);
    const changed = list.find(({ kind }) => kind === 'changed');
    expect(changed).toMatchObject({ titleBefore: 'Page /a', titleAfter: 'Page /a', outcome: 'page' });
    expect(changed?.difference).toContain('+It won a prize this year.');
    expect(list.find(({ kind }) => kind === 'gone')).toMatchObject({ outcome: 'http-error', httpStatus: 404 });
    const told = (of: string) =>
      sql<{ session: string; data: { sessionId: string; changes: ChangeBody[] } }>(
        service.databaseUrl,
        `SELECT m.session_id AS session, m.data FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id
         WHERE m.type = 'change.seen' AND m.subject_id = $1 AND ${of} ORDER BY m.no`,
        [topicId],
      );
    const ofTopic = await told('w.topic_id IS NOT NULL');
    // The database spells kinds in capitals; the delivered message has the spelling of REST.
    expect(short(ofTopic.flatMap(({ data }) => data.changes))).toEqual(['CHANGED /a', 'GONE /b', 'NEW /d']);
    for (const { session, data } of ofTopic) {
      expect(data).toMatchObject({ topicId, monitorId: monitor.id, runId: first.id, watchedSessionId: sessionId });
      expect([first.sessions.includes(data.sessionId), session]).toEqual([true, data.sessionId]);
    }
    // The watched session's webhook gets the same message; the other one gets none.
    expect(await told('w.session_id IS NOT NULL')).toEqual(ofTopic);
    expect(await told(`w.session_id = '${other.sessionId}'`)).toEqual([]);
    // Validators of the earlier session: unchanged pages were not sent again. Known irrelevant pages are not requested.
    expect(seen.every(({ path, headers }) => path !== '/a' || headers['if-none-match'] !== undefined)).toBe(true);
    expect(seen.filter(({ path }) => path === '/engines')).toEqual([]);
  });

  it('reports nothing twice, and notices returned pages', async () => {
    web.set('/b', { text: about('Edam') });
    seen.length = 0;
    expect(await run()).toMatchObject({ looked: 5, changed: 0, gone: 0, new: 0, back: 1 });
    expect(seen.filter(({ path }) => path === '/timber')).toEqual([]);
    expect(short(await changes('&kind=back'))).toEqual(['back /b']);
    expect(await changes(`&since=${new Date(Date.now() + 3_600_000).toISOString()}`)).toEqual([]);
    const { items } = await call<ListBody<PageBody>>('GET', `/monitors/${monitor.id}/pages`);
    const [a, c] = ['/a', '/c'].map((path) => items.find(({ url }) => url === `${SITE}${path}`));
    expect([a?.looks, a?.changes, c?.looks, c?.changes]).toEqual([2, 1, 2, 0]);
    expect(a?.changesPerDay).toBeGreaterThan(c?.changesPerDay ?? 0);
  });

  it('has nothing to do as long as nothing is due, and one run at a time', async () => {
    await call('PATCH', `/monitors/${monitor.id}`, { minHours: 1, newShare: 0 });
    const idle = await call<RunBody>('POST', `/monitors/${monitor.id}/runs`, {});
    expect(idle).toMatchObject({ state: 'completed', sessions: [], looked: 0 });
    const answers = await Promise.all(
      [1, 2].map(() => api.rest<RunBody & { code: string }>('POST', `/monitors/${monitor.id}/runs`, { all: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    await until<ListBody<RunBody>>(
      `/monitors/${monitor.id}/runs?first=1`,
      ({ items }) => items[0]['finishedAt'] !== null,
    );
  });

  it('tries links on the most relevant pages first', async () => {
    // Links inherit the promise of the most relevant page that links to them.
    const stored = await sql<{ url: string; score: number }>(
      service.databaseUrl,
      `SELECT url, score FROM monitor_pages WHERE monitor_id = $1 AND url LIKE '%/timber'`,
      [monitor.id],
    );
    const { items } = await call<ListBody<PageBody>>('GET', `/monitors/${monitor.id}/pages`);
    const home = items.find(({ url }) => url === `${SITE}/`);
    expect(stored).toEqual([{ url: `${SITE}/timber`, score: expect.closeTo(home?.probability ?? 0, 5) as number }]);
    await sql(
      service.databaseUrl,
      `INSERT INTO monitor_pages (monitor_id, url_key, url, state, rate, score, misses, created_at)
       SELECT $1, md5(url)::uuid, url, 'FRONTIER', 0.01, score, misses, now() - days * interval '1 day'
       FROM (VALUES ('${SITE}/old', 0.9, 0, 3), ('${SITE}/new', 0.3, 0, 0), ('${SITE}/newer', 0.9, 0, 1), ('${SITE}/missed', 1, 1, 0)) AS l (url, score, misses, days)`,
      [monitor.id],
    );
    await call('PATCH', `/monitors/${monitor.id}`, { fetches: 10, newShare: 0.3 });
    const { sessions } = await run();
    const [{ seeds }] = await sql<{ seeds: string[] }>(
      service.databaseUrl,
      'SELECT seeds FROM sessions WHERE id = $1',
      [sessions[1]],
    );
    expect(seeds).toEqual([`${SITE}/newer`, `${SITE}/old`, `${SITE}/new`]);
    await call('PATCH', `/monitors/${monitor.id}`, { fetches: 20, newShare: 0 });
  });

  it('keeps its estimates when old visits are deleted, and what the next look is compared with', async () => {
    const pages = async () => (await call<ListBody<PageBody>>('GET', `/monitors/${monitor.id}/pages`)).items;
    const before = await pages();
    const visits = async (condition = 'true') =>
      (await sql<{ count: number }>(service.databaseUrl, `SELECT count(*)::int FROM visits v WHERE ${condition}`))[0]
        .count;
    await sql(service.databaseUrl, `UPDATE visits SET fetched_at = fetched_at - interval '401 days'`);
    const all = await visits();
    await sweep();
    const [{ urls }] = await sql<{ urls: number }>(
      service.databaseUrl,
      'SELECT count(DISTINCT url)::int AS urls FROM visits',
    );
    // One of each page that was there, of several.
    expect([await visits(), await visits(`v.change = 'gone'`)]).toEqual([urls, 0]);
    expect(all).toBeGreaterThan(2 * urls);
    expect(await pages()).toEqual(before);
    expect(before.some(({ looks, changes: seenChanges }) => looks > 1 && seenChanges > 0)).toBe(true);
    seen.length = 0;
    expect(await run()).toMatchObject({ state: 'completed', changed: 0 });
    expect(seen.find(({ path }) => path === '/a')?.headers['if-none-match']).toBeDefined();
  });

  it('leaves no sessions behind for ever', async () => {
    const { sessions } = await run();
    const rows = await Promise.all([1, 2, 3, 4].map(() => insertSessionRows(service.databaseUrl, { steps: 2 })));
    const [loose, hooked, young, users] = rows.map((row) => row.sessionId);
    const started = await sql<{ id: string }>(service.databaseUrl, 'SELECT session_id AS id FROM monitor_sessions');
    expect(started.map(({ id }) => id)).toEqual(expect.arrayContaining([...sessions]));
    await sql(service.databaseUrl, 'INSERT INTO monitor_sessions (session_id) SELECT unnest($1::uuid[])', [
      [loose, hooked, young],
    ]);
    await sql(
      service.databaseUrl,
      `INSERT INTO webhooks (id, url, types, session_id) VALUES (gen_random_uuid(), 'https://receiver.example/', '{change.seen}', $1)`,
      [hooked],
    );
    await sql(service.databaseUrl, `UPDATE sessions SET finished_at = now() - interval '91 days' WHERE id <> $1`, [
      young,
    ]);
    await sweep();
    const left = await sql<{ id: string }>(service.databaseUrl, 'SELECT id FROM sessions');
    // Sessions started by users stay, and so do those that a run, a webhook or a monitor refers to.
    const ids = left.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...sessions, sessionId, hooked, young, users]));
    expect(ids).not.toContain(loose);
  });

  it('says the same in GraphQL', async () => {
    const { monitor: told } = await api.graphql<{ monitor: Record<string, unknown> }>(
      `query ($id: ID!) { monitor(id: $id) { name policy runs(first: 1) { totalCount nodes { state } }
        changes(kind: NEW) { nodes { kind url difference } } pages { totalCount } } }`,
      { id: monitor.id },
    );
    expect(told).toMatchObject({ name: 'cheese', policy: 'POISSON', pages: { totalCount: 5 } });
    expect(told['changes']).toEqual({ nodes: [{ kind: 'NEW', url: `${SITE}/d`, difference: null }] });
  });

  it('works with foragers, which find new pages themselves', async () => {
    web.set('/', { text: about('Brie'), links: ['/a', '/b', '/c', '/d', '/e'] });
    web.set('/e', { text: about('Morbier') });
    const other = await call<MonitorBody>('POST', '/monitors', {
      ...{ topicId, sessionId, name: 'foragers', policy: 'forager-weblog', fetches: 12, keepRuns: 1 },
    });
    expect(await run(other.id)).toMatchObject({ state: 'completed', changed: 1, new: 2 });
    // The sessions of older runs are deleted.
    const [first, second] = [await run(other.id), await run(other.id)];
    expect([first.sessions.length, second.sessions.length]).toEqual([1, 1]);
    await until<ListBody<RunBody>>(`/monitors/${other.id}/runs?first=2`, ({ items }) => items[1].sessions.length === 0);
    expect((await api.rest('GET', `/sessions/${first.sessions[0]}`)).status).toBe(404);
  });

  it('is run by schedules, and what a run sees reaches feed, webhook and metrics', async () => {
    const schedule = (monitorId: string) =>
      api.rest<{ id: string; action: object; field: string }>('POST', '/schedules', {
        ...{ name: 'weekly', cron: '@weekly', action: { monitor: { monitorId } } },
      });
    expect(await schedule(topicId)).toMatchObject({ status: 400, body: { field: 'action.monitor.monitorId' } });
    const { status, body } = await schedule(monitor.id);
    expect([status, body.action]).toEqual([201, { monitor: { monitorId: monitor.id } }]);

    const receiver = await new WebhookReceiver().start();
    try {
      const webhook = await call<{ id: string; secret: string }>('POST', '/webhooks', {
        ...{ url: receiver.url, types: ['change.seen'], topicId },
      });
      receiver.secrets.push(webhook.secret);
      web.set('/a', { text: about('Gouda', 'Its rind is washed with beer.') });
      const before = await metric(workerUrl, 'gleaner_monitor_looks_total');
      // As after a long time: the pages are due, and so is the schedule. Its worker notices by itself.
      await sql(
        service.databaseUrl,
        `UPDATE monitor_pages SET looked_at = looked_at - interval '40 days', tried_at = tried_at - interval '40 days' WHERE monitor_id = $1`,
        [monitor.id],
      );
      await sql(service.databaseUrl, 'UPDATE schedules SET next_due_at = now() WHERE id = $1', [body.id]);
      const told = () => receiver.taken.flatMap(({ data }) => data['changes'] as ChangeBody[]);
      await receiver.until(() => told().length > 0, 'the change of a page');
      expect([short(told()), receiver.refused]).toEqual([['changed /a'], []]);
      expect(receiver.taken.flatMap(messageComplaints)).toEqual([]);

      const { items: runs } = await until<ListBody<RunBody>>(
        `/monitors/${monitor.id}/runs?first=1`,
        ({ items }) => items[0]['finishedAt'] !== null,
      );
      expect(runs[0]).toMatchObject({ state: 'completed', looked: 5, changed: 1 });
      const fired = await call<ListBody<object>>('GET', `/schedules/${body.id}/runs`);
      expect(fired.items).toMatchObject([{ state: 'started', sessionId: runs[0].sessions[0] }]);
      const feed = await call<{ items: { id: string; content_text: string }[] }>(
        'GET',
        `/monitors/${monitor.id}/feed.json`,
      );
      expect(feed.items[0].id).toContain(told()[0].id);

      const after = await metric(workerUrl, 'gleaner_monitor_looks_total');
      const grown = ['unchanged', 'changed', 'gone', 'back', 'missed'].map(
        (outcome) => (after[`outcome=${outcome}`] ?? 0) - (before[`outcome=${outcome}`] ?? 0),
      );
      expect(grown).toEqual([4, 1, 0, 0, 0]);
      expect(await metric(workerUrl, 'gleaner_schedule_due_times_total')).toEqual({
        'outcome=started missed=false': 1,
      });
      expect((await metric(workerUrl, 'gleaner_webhook_attempts_total'))['verdict=delivered']).toBe(1);
      await api.rest('DELETE', `/webhooks/${webhook.id}`);
    } finally {
      await receiver.kill();
    }
  });

  it('refuses unwatchable sessions', async () => {
    const create = (body: object) => api.rest<{ field: string }>('POST', '/monitors', { name: 'm', topicId, ...body });
    const { id: empty } = await call<{ id: string }>('POST', '/topics', { name: 'empty', keywords: ['kite'] });
    expect(await create({ topicId: empty })).toMatchObject({ status: 409, body: { field: 'topicId' } });
    expect(await create({ topicId: empty, sessionId })).toMatchObject({ status: 400, body: { field: 'sessionId' } });
    expect(await create({ minHours: 5, maxHours: 2 })).toMatchObject({ status: 400, body: { field: 'minHours' } });
  });
});

describe('the feed of a monitor', () => {
  it.each([
    ['json', 'application/feed+json'],
    ['rss', 'application/rss+xml'],
    ['atom', 'application/atom+xml'],
  ])('is there as %s, and unchanged as long as nothing is new', async (format, type) => {
    const url = `${service.url}/v1/monitors/${monitor.id}/feed.${format}`;
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    const [text, newest] = [await response.text(), (await changes())[0]];
    expect(text).toContain(`urn:uuid:${newest.id}`);
    const again = await fetch(url, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('is read with a token and without a key, and nothing else is', async () => {
    const locked = await startService({
      DATABASE_URL: service.databaseUrl,
      API_KEYS: 'a-key-of-the-operator',
      MONITORS_PER_PROJECT: '2',
    });
    try {
      // The project has two monitors already: another one is refused with advice.
      const more = await fetch(`${locked.url}/v1/monitors`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer a-key-of-the-operator' },
        body: JSON.stringify({ name: 'one more', topicId, sessionId }),
      });
      expect([more.status, await more.json()]).toEqual([
        409,
        expect.objectContaining({
          code: 'CONFLICT',
          detail: 'the project has 2 monitors',
          allowed: expect.stringContaining('MONITORS_PER_PROJECT') as unknown,
        }),
      ]);
      const { body } = await api.rest<{ token: string; monitor: MonitorBody }>(
        'POST',
        `/monitors/${monitor.id}/feed-token`,
      );
      expect(body.monitor.hasFeedToken).toBe(true);
      const status = async (path: string, token: string): Promise<number> =>
        (await fetch(`${locked.url}/v1/monitors/${monitor.id}${path}?token=${token}`)).status;
      expect(await status('/feed.rss', body.token)).toBe(200);
      for (const path of ['', '/changes', '/pages', '/runs'])
        expect([path, await status(path, body.token)]).toEqual([path, 401]);
      expect(await status('/feed.rss', `${body.token.slice(1)}x`)).toBe(401);
      expect((await fetch(`${locked.url}/v1/monitors/${monitor.id}/feed.rss`)).status).toBe(401);
      const second = await api.rest<{ token: string }>('POST', `/monitors/${monitor.id}/feed-token`);
      expect([await status('/feed.atom', body.token), await status('/feed.atom', second.body.token)]).toEqual([
        401, 200,
      ]);
      expect((await api.rest('DELETE', `/monitors/${monitor.id}/feed-token`)).status).toBe(204);
      expect(await status('/feed.atom', second.body.token)).toBe(401);
    } finally {
      await locked.stop();
    }
  });
});

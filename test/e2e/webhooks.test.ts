import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { metric } from '../support/metrics.js';
import { messageComplaints } from '../support/openapi-schemas.js';
import { looks } from '../support/looks.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { startWebhookWorker, type WebhookWorker } from '../support/webhook-workers.js';
import { type ListBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

interface WebhookBody {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
}
interface MessageBody {
  readonly id: string;
  readonly type: string;
  readonly sessionId: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly body: string;
}
interface AttemptBody {
  readonly no: number;
  readonly at: string;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly error: string | null;
  readonly excerpt: string | null;
}

let service: TestService;
let api: ApiClient;
let worker: WebhookWorker;
let rows: SessionRows;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  service = await startService({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 20 });
  // Many attempts, the first ones immediate: no message is given up while a busy machine restarts a receiver.
  worker = startWebhookWorker(service.databaseUrl, { WEBHOOK_RETRY_SECONDS: `0,0,0${',1'.repeat(12)},5,10,20,40,80` });
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.kill();
  await sql(service.databaseUrl, 'DELETE FROM webhooks');
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

async function newReceiver(): Promise<WebhookReceiver> {
  const receiver = await new WebhookReceiver().start();
  receivers.push(receiver);
  return receiver;
}
/** A webhook with its receiver. */
async function hook(receiver: WebhookReceiver, input: object = {}): Promise<WebhookBody> {
  const { status, body } = await api.rest<WebhookBody & { secret: string }>('POST', '/webhooks', {
    url: receiver.url,
    ...input,
  });
  expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  receiver.secrets.push(body.secret);
  return body;
}
/** An event of a session, or of the topic alone. */
const happens = (type: string, sessionId: string | null, data: object = {}) =>
  sql(service.databaseUrl, 'SELECT announce($1, $2, $3, $4)', [type, rows.topicId, sessionId, JSON.stringify(data)]);
const get = async (id: string): Promise<WebhookBody> => (await api.rest<WebhookBody>('GET', `/webhooks/${id}`)).body;
const messagesOf = async (id: string, query = ''): Promise<readonly MessageBody[]> =>
  (await api.rest<ListBody<MessageBody>>('GET', `/webhooks/${id}/messages?first=200${query}`)).body.items;
const attemptsAt = async (id: string, message: string): Promise<readonly AttemptBody[]> =>
  (await api.rest<ListBody<AttemptBody>>('GET', `/webhooks/${id}/messages/${message}/attempts`)).body.items;
/** Waits until the messages of a webhook are as expected. */
async function messagesOnce(id: string, condition: (messages: readonly MessageBody[]) => boolean) {
  for (const { pause } = looks(); ; await pause()) {
    const messages = await messagesOf(id);
    if (condition(messages)) return messages;
  }
}
const areDelivered = (messages: readonly MessageBody[]): boolean =>
  messages.length > 0 && messages.every(({ state }) => state === 'delivered');

test('a message is signed, retried under the same id until accepted, and its attempts are logged', async () => {
  const receiver = await newReceiver();
  const webhook = await hook(receiver, { types: ['model.trained', 'change.seen'] });
  expect(webhook.types).toEqual(['model.trained', 'change.seen']);
  receiver.behaviour = (_, time) =>
    time === 1 ? { status: 500, body: 'out of\u0000 order' } : time === 2 ? null : { status: 200, body: 'thank you' };
  await happens('model.trained', null, { version: 7 });
  await happens('session.ended', rows.sessionId);
  const [message, ...others] = await messagesOnce(webhook.id, areDelivered);
  expect(others).toEqual([]);
  expect(receiver.refused).toEqual([]);
  expect(receiver.arrived.map(({ id }) => id)).toEqual(Array(3).fill(`msg_${message.id}`));
  expect(receiver.taken[0]).toMatchObject({ type: 'model.trained', data: { version: 7 }, signatures: 1 });
  const { type, timestamp, data } = receiver.taken[0];
  expect(JSON.parse(message.body)).toEqual({ type, timestamp, data });
  expect(await attemptsAt(webhook.id, message.id)).toMatchObject([
    { no: 1, httpStatus: 500, outcome: 'refused', error: 'HTTP 500', excerpt: 'out of order' },
    { no: 2, httpStatus: null, outcome: 'reset' },
    { no: 3, httpStatus: 200, outcome: 'delivered', error: null, excerpt: 'thank you' },
  ]);
  expect(await get(webhook.id)).toMatchObject({ failingSince: null, enabled: true });
});

test('Retry-After puts off all messages of the webhook', async () => {
  const receiver = await newReceiver();
  const webhook = await hook(receiver);
  // The receiver's clock is two hours behind.
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toUTCString();
  receiver.behaviour = () => ({ status: 503, headers: { date: inHours(-2), 'retry-after': inHours(-1) } });
  await happens('model.trained', null);
  const [message] = await messagesOnce(webhook.id, ([first]) => first.attempts === 1);
  const [{ at }] = await attemptsAt(webhook.id, message.id);
  expect(message.state).toBe('pending');
  expect((await metric(service.url, 'gleaner_webhook_messages_waiting'))['enabled=true']).toBeGreaterThanOrEqual(1);
  expect((await metric(service.url, 'gleaner_webhooks'))['state=failing']).toBeGreaterThanOrEqual(1);
  await sql(
    service.databaseUrl,
    `UPDATE webhook_messages SET created_at = created_at - interval '1 day' WHERE id = $1`,
    [message.id],
  );
  expect((await metric(service.url, 'gleaner_webhook_oldest_message_seconds'))['']).toBeGreaterThanOrEqual(86_400);
  expect(Date.parse(message.nextAttemptAt ?? '') - Date.parse(at)).toBeGreaterThanOrEqual(3_600_000);
  // Another lane waits too; a later message shows that it was processed.
  await happens('session.ended', rows.sessionId);
  expect(await worker.outbox.claim(1_000, 4)).toBeNull();
  expect((await messagesOf(webhook.id)).map(({ attempts }) => attempts)).toEqual([0, 1]);
});

test('410 switches the webhook off; what waits is delivered when it is switched on', async () => {
  const receiver = await newReceiver();
  const webhook = await hook(receiver);
  receiver.behaviour = () => ({ status: 410 });
  await happens('model.trained', null, { no: 1 });
  for (const { pause } = looks(); (await get(webhook.id)).enabled;) await pause();
  expect(await get(webhook.id)).toMatchObject({ disabledReason: 'gone', failingSince: expect.any(String) });
  await happens('model.trained', null, { no: 2 });
  expect(await messagesOf(webhook.id)).toMatchObject([{ state: 'pending', attempts: 1, nextAttemptAt: null }]);
  expect((await api.rest('POST', `/webhooks/${webhook.id}/test`)).status).toBe(409);
  const waiting = await metric(service.url, 'gleaner_webhook_messages_waiting');
  expect(waiting['enabled=false']).toBeGreaterThanOrEqual(1);
  expect((await metric(service.url, 'gleaner_webhooks'))['state=switched_off']).toBe(1);
  receiver.behaviour = () => ({ status: 200 });
  await api.rest('PATCH', `/webhooks/${webhook.id}`, { enabled: true });
  await messagesOnce(webhook.id, areDelivered);
  expect(receiver.taken.map(({ data }) => data)).toEqual([{ no: 1 }]);
  expect(await get(webhook.id)).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
});

test('a webhook of which nothing succeeds for five days, or for which too much waits, is switched off', async () => {
  const receiver = await newReceiver();
  receiver.behaviour = () => ({ status: 500 });
  const [failing, behind] = [await hook(receiver), await hook(receiver, { types: ['session.saturated'] })];
  await sql(service.databaseUrl, `UPDATE webhooks SET failing_since = now() - interval '6 days' WHERE id = $1`, [
    failing.id,
  ]);
  await happens('model.trained', null);
  for (const { pause } = looks(); (await get(failing.id)).enabled;) await pause();
  expect(await get(failing.id)).toMatchObject({ disabledReason: 'failing' });
  receiver.behaviour = () => ({ status: 503, headers: { 'retry-after': '3600' } });
  for (let i = 0; i < 3; i++) await happens('session.saturated', rows.sessionId);
  await worker.outbox.trim(behind.id, { mostKept: 10, mostWaiting: 2 }, 100);
  expect(await get(behind.id)).toMatchObject({ enabled: false, disabledReason: 'backlog' });
});

test('a receiver killed in the middle loses nothing, and hears of each session in order', async () => {
  const receiver = await newReceiver();
  const sessions = [rows.sessionId];
  for (let i = 0; i < 3; i++)
    sessions.push((await insertSessionRows(service.databaseUrl, { steps: 1, topic: rows })).sessionId);
  const webhook = await hook(receiver);
  // One of three gets an error or no response, whether it was accepted or not.
  let count = 0;
  receiver.behaviour = () => (++count % 3 === 0 ? (count % 2 === 0 ? { status: 500 } : null) : { status: 200 });
  const EACH = 12;
  const tell = (from: number, to: number) =>
    sql(
      service.databaseUrl,
      `SELECT announce('session.state_changed', $1, session, jsonb_build_object('session', session, 'no', no))
       FROM generate_series($2::int, $3::int - 1) no, unnest($4::uuid[]) session ORDER BY no`,
      [rows.topicId, from, to, sessions],
    );
  await tell(0, EACH / 2);
  await receiver.until(() => receiver.taken.length >= EACH, 'the first messages');
  await receiver.kill();
  await tell(EACH / 2, EACH);
  await receiver.start();
  await receiver.until(() => receiver.taken.length >= EACH * sessions.length, 'all messages');
  for (const session of sessions) {
    const heard = receiver.taken.filter(({ data }) => data['session'] === session).map(({ data }) => data['no']);
    expect(heard).toEqual(Array.from({ length: EACH }, (_, no) => no));
  }
  await messagesOnce(webhook.id, areDelivered);
  expect(receiver.refused).toEqual([]);
});

test('secrets rotate with an overlap, and are never told again', async () => {
  const receiver = await newReceiver();
  const webhook = await hook(receiver);
  const old = receiver.secrets[0];
  const rotate = async (input: object) =>
    api.rest<WebhookBody & { secret: string }>('POST', `/webhooks/${webhook.id}/rotate`, input);
  const { body, headers } = await rotate({});
  expect([body.secret === old, headers.get('cache-control')]).toEqual([false, 'no-store']);
  const receive = async (secret: string, count: number): Promise<number> => {
    receiver.secrets = [secret];
    await api.rest('POST', `/webhooks/${webhook.id}/test`);
    await receiver.until(() => receiver.taken.length >= count, 'a test message');
    return receiver.taken.at(-1)?.signatures ?? 0;
  };
  expect(await receive(old, 1)).toBe(2);
  expect(receiver.taken.flatMap(messageComplaints)).toEqual([]);
  expect(await receive(body.secret, 2)).toBe(2);
  const next = await rotate({ overlapSeconds: 0 });
  expect(await receive(next.body.secret, 3)).toBe(1);
  for (let i = 0; i < 4; i++) expect((await rotate({})).status).toBe(201);
  expect((await rotate({})).status).toBe(409);
  const { body: list } = await api.rest('GET', '/webhooks');
  const told = JSON.stringify([list, await sql(service.databaseUrl, 'SELECT * FROM audit_entries')]);
  expect(told).not.toContain('whsec_');
  await expect(
    sql(service.databaseUrl, 'SELECT secret FROM webhook_secrets', [], 'SET ROLE gleaner_api'),
  ).rejects.toThrow('permission denied');
});

test('messages are kept for a time and up to a number; those that wait stay', async () => {
  const receiver = await newReceiver();
  const webhook = await hook(receiver);
  for (let no = 0; no < 6; no++) await happens('model.trained', null, { no });
  await messagesOnce(webhook.id, areDelivered);
  await sql(
    service.databaseUrl,
    `UPDATE webhook_messages SET status = CASE WHEN data ->> 'no' = '1' THEN 'PENDING' ELSE status END,
       created_at = created_at - CASE WHEN data ->> 'no' = '0' THEN interval '31 days' ELSE interval '0' END`,
  );
  expect(await worker.outbox.sweep(30, 100)).toBe(1);
  expect(await worker.outbox.trim(webhook.id, { mostKept: 3, mostWaiting: 5 }, 100)).toBe(1);
  const kept = await messagesOf(webhook.id);
  expect(kept.map(({ body }) => (JSON.parse(body) as { data: { no: number } }).data.no)).toEqual([5, 4, 3, 1]);
  expect(await get(webhook.id)).toMatchObject({ enabled: true });
});

test('messages are replayed under their ids, one or all that were given up', async () => {
  const receiver = await newReceiver();
  const webhook = await hook(receiver);
  await happens('model.trained', null, { no: 1 });
  const [first] = await messagesOnce(webhook.id, areDelivered);
  const again = await api.graphql<{ replayWebhookMessage: { state: string; attemptLog: { outcome: string }[] } }>(
    `mutation ($w: ID!, $m: ID!) { replayWebhookMessage(webhookId: $w, id: $m) { state attemptLog { outcome } } }`,
    { w: webhook.id, m: first.id },
  );
  expect(again.replayWebhookMessage.attemptLog[0]).toEqual({ outcome: 'delivered' });
  await receiver.until(() => receiver.arrived.length === 2, 'the replay');
  expect(new Set(receiver.arrived.map(({ id }) => id))).toEqual(new Set([`msg_${first.id}`]));
  await happens('model.trained', null, { no: 2 });
  await happens('session.ended', rows.sessionId, { no: 3 });
  await messagesOnce(webhook.id, areDelivered);
  await sql(service.databaseUrl, `UPDATE webhook_messages SET status = 'FAILED' WHERE data ->> 'no' IN ('2', '3')`);
  expect((await messagesOf(webhook.id, '&state=failed&type=session.ended')).map(({ sessionId }) => sessionId)).toEqual([
    rows.sessionId,
  ]);
  const { body } = await api.rest('POST', `/webhooks/${webhook.id}/replay`, { since: '2026-01-01' });
  expect(body).toEqual({ replayed: 2 });
  await receiver.until(() => receiver.arrived.length === 6, 'the replay of two');
  expect((await messagesOnce(webhook.id, areDelivered)).map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
});

test('a session sends its relevant pages in batches, each once, then its end, in the transactions of its changes', async () => {
  const receiver = await newReceiver();
  const crawl = await insertSessionRows(service.databaseUrl, {
    steps: 400,
    topic: rows,
    session: { state: 'RUNNING', state_reason: null },
  });
  const set = (columns: string) =>
    sql(service.databaseUrl, `UPDATE sessions SET ${columns} WHERE id = $1`, [crawl.sessionId]);
  await set('completed = 100');
  const webhook = await hook(receiver, { sessionId: crawl.sessionId });
  await set('completed = 400');
  await sql(service.databaseUrl, `SELECT pg_notify('gleaner_sessions', $1)`, [crawl.sessionId]);
  const relevant = crawl.pages
    .filter(({ relevant: is, seq }) => is && seq >= 100)
    .map(({ seq }) => seq)
    .sort((a, b) => a - b);
  const pagesTold = () =>
    receiver.taken
      .filter(({ type }) => type === 'page.relevant')
      .flatMap(({ data }) => data['pages'] as { seq: number }[]);
  await receiver.until(() => pagesTold().length >= relevant.length, 'the pages');
  expect(pagesTold().map(({ seq }) => seq)).toEqual(relevant);
  expect(relevant.length).toBeGreaterThan(100);
  expect(pagesTold()[0]).toMatchObject({ url: expect.stringContaining('http'), domain: expect.any(String) });
  await set(`state = 'COMPLETED', state_reason = 'BUDGET', finished_at = now()`);
  await sql(service.databaseUrl, `SELECT pg_notify('gleaner_sessions', $1)`, [crawl.sessionId]);
  await receiver.until(() => receiver.taken.some(({ type }) => type === 'session.ended'), 'the end');
  await messagesOnce(webhook.id, areDelivered);
  const others = receiver.taken.filter(({ type }) => type !== 'page.relevant');
  expect(others.map(({ type }) => type).sort()).toEqual(['label.wanted', 'session.ended', 'session.state_changed']);
  expect(others.find(({ type }) => type === 'session.ended')?.data).toMatchObject({
    sessionId: crawl.sessionId,
    topicId: rows.topicId,
    state: 'completed',
    reason: 'budget',
    fetched: expect.any(Number),
  });
  expect(receiver.taken.at(-1)?.type).toBe('session.ended');
  expect(receiver.taken.flatMap(messageComplaints)).toEqual([]);
  // A rolled-back event is never sent: nobody commits this.
  await sql(service.databaseUrl, `UPDATE sessions SET state = 'QUEUED' WHERE id = $1`, [crawl.sessionId], 'BEGIN');
  expect((await messagesOf(webhook.id)).length).toBe(receiver.taken.length);
});

test('the end of a session is sent after all its pages, unless it continues, nobody wants them, or a day has passed', async () => {
  const receiver = await newReceiver();
  const webhook = await hook(receiver, { types: ['page.relevant', 'session.state_changed', 'session.ended'] });
  await sql(service.databaseUrl, `UPDATE webhooks SET not_before = now() + interval '1 hour'`);
  /** A session that ends while the maximum of its page messages wait, with relevant pages not yet sent. */
  const ended = async () => {
    const session = { state: 'RUNNING', state_reason: null };
    const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 60, topic: rows, session });
    await sql(
      service.databaseUrl,
      `SELECT tell_webhook($1, 'page.relevant', $2, $3, $3, '{"pages": []}') FROM generate_series(1, 25)`,
      [webhook.id, rows.topicId, sessionId],
    );
    await sql(service.databaseUrl, 'UPDATE webhook_lanes SET pages_seq = -1 WHERE subject_id = $1', [sessionId]);
    await sql(service.databaseUrl, `UPDATE sessions SET state = 'COMPLETED', state_reason = 'BUDGET' WHERE id = $1`, [
      sessionId,
    ]);
    return sessionId;
  };
  const typesOf = async (sessionId: string): Promise<string[]> =>
    (
      await sql<{ type: string }>(
        service.databaseUrl,
        `SELECT type FROM webhook_messages WHERE session_id = $1 ORDER BY no OFFSET 26`,
        [sessionId],
      )
    ).map(({ type }) => type);
  const [waits, resumed, old] = [await ended(), await ended(), await ended()];
  for (const session of [waits, resumed, old]) expect(await typesOf(session)).toEqual(['session.state_changed']);
  // It continues: its earlier end is sent before that.
  await sql(service.databaseUrl, `UPDATE sessions SET state = 'QUEUED' WHERE id = $1`, [resumed]);
  expect((await typesOf(resumed)).slice(0, 3)).toEqual([
    'session.state_changed',
    'session.ended',
    'session.state_changed',
  ]);
  await sql(service.databaseUrl, `UPDATE sessions SET state = 'STOPPED' WHERE id = $1`, [resumed]);
  // After a day.
  await sql(
    service.databaseUrl,
    `UPDATE webhook_lanes SET held_at = held_at - interval '25 hours' WHERE subject_id = $1`,
    [old],
  );
  await worker.outbox.sweep(30, 100);
  expect([await typesOf(old), await typesOf(waits)]).toEqual([
    ['session.state_changed', 'session.ended'],
    ['session.state_changed'],
  ]);
  // The receiver accepts waiting messages: the pages arrive, and the end last.
  await sql(service.databaseUrl, `UPDATE webhooks SET not_before = NULL`);
  await sql(service.databaseUrl, `SELECT pg_notify('gleaner_outbox', '')`);
  await messagesOnce(webhook.id, areDelivered);
  const followed = { webhookId: webhook.id, sessionId: waits, wantsPages: true, wantsLabels: false };
  while (await worker.outbox.tellPages(followed, 50, 25));
  await messagesOnce(webhook.id, areDelivered);
  const taken = receiver.taken.filter(({ data }) => data['sessionId'] === waits).map(({ type }) => type);
  expect(new Set(taken.slice(0, -1))).toEqual(new Set(['session.state_changed', 'page.relevant']));
  expect(taken.at(-1)).toBe('session.ended');
  // Webhooks without page messages get the end at once.
  await sql(service.databaseUrl, `UPDATE webhooks SET not_before = now() + interval '1 hour'`);
  const late = await ended();
  expect(await typesOf(late)).toEqual(['session.state_changed']);
  const { status } = await api.rest('PATCH', `/webhooks/${webhook.id}`, { types: ['session.ended'] });
  expect([status, await typesOf(late)]).toEqual([200, ['session.state_changed', 'session.ended']]);
});

test('a session and a webhook that were made in the same moment find each other at the next change of state', async () => {
  const crawl = await insertSessionRows(service.databaseUrl, { steps: 1, topic: rows, session: { state: 'QUEUED' } });
  const webhook = await hook(await newReceiver(), { types: ['page.relevant'] });
  await sql(service.databaseUrl, 'DELETE FROM webhook_lanes');
  await sql(service.databaseUrl, `UPDATE sessions SET state = 'STARTING' WHERE id = $1`, [crawl.sessionId]);
  expect(await sql(service.databaseUrl, 'SELECT webhook_id, subject_id, pages_seq FROM webhook_lanes')).toEqual([
    { webhook_id: webhook.id, subject_id: crawl.sessionId, pages_seq: expect.any(Number) },
  ]);
});

test('quotas, saturation and trained models are sent with their changes; sessions of other topics are not', async () => {
  const receiver = await newReceiver();
  const [crawl, other] = [
    await insertSessionRows(service.databaseUrl, { steps: 1, topic: rows, session: { state: 'RUNNING' } }),
    await insertSessionRows(service.databaseUrl, { steps: 1, session: { state: 'RUNNING' } }),
  ];
  const types = ['quota.reached', 'session.saturated', 'model.trained'];
  const webhook = await hook(receiver, { topicId: rows.topicId, types });
  const saturated = { window: 100, minHarvestRate: 0.1, relevant: 2, harvestRate: 0.02 };
  for (const { sessionId } of [other, crawl]) {
    await sql(
      service.databaseUrl,
      `UPDATE sessions SET state = 'PAUSED', state_reason = 'QUOTA', quota_reached = 'STORED_PAGES' WHERE id = $1`,
      [sessionId],
    );
    await sql(
      service.databaseUrl,
      `INSERT INTO session_events (session_id, kind, completed, details) VALUES ($1, 'saturated', 1, $2)`,
      [sessionId, JSON.stringify(saturated)],
    );
  }
  await sql(service.databaseUrl, `UPDATE models SET status = 'TRAINING' WHERE id = $1`, [rows.modelId]);
  await sql(service.databaseUrl, `UPDATE models SET status = 'READY', trained_at = '2026-11-01T00:00Z' WHERE id = $1`, [
    rows.modelId,
  ]);
  await messagesOnce(webhook.id, (messages) => messages.length === 3 && areDelivered(messages));
  expect(receiver.taken.flatMap(messageComplaints)).toEqual([]);
  const told = new Map(receiver.taken.map(({ type, data }) => [type, data]));
  const { topicId } = rows;
  expect(told.get('quota.reached')).toMatchObject({
    sessionId: crawl.sessionId,
    topicId,
    quota: 'stored-pages',
    reason: 'quota',
  });
  expect(told.get('session.saturated')).toEqual({ sessionId: crawl.sessionId, topicId, ...saturated });
  expect(told.get('model.trained')).toMatchObject({
    modelId: rows.modelId,
    topicId,
    trainedAt: '2026-11-01T00:00:00.000Z',
  });
});

test('addresses of this machine and of private networks are refused', async () => {
  const guarded = await startService({ DATABASE_URL: service.databaseUrl });
  try {
    const refusing = new ApiClient(guarded.url);
    for (const url of [
      'http://127.0.0.1/',
      'http://169.254.169.254/',
      'http://[::1]/',
      'http://db.internal/',
      'https://x.example:25/',
    ])
      expect([url, (await refusing.rest('POST', '/webhooks', { url })).body]).toMatchObject([
        url,
        {
          ...{ code: 'VALIDATION_FAILED', field: 'url' },
          allowed: expect.stringMatching(/Settings of the service for it: CRAWL_ALLOW/) as string,
        },
      ]);
    const { status } = await refusing.rest('POST', '/webhooks', { url: 'https://user:word@receiver.example/' });
    expect(status).toBe(400);
  } finally {
    await guarded.stop();
  }
});

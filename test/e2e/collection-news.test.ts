import { randomUUID } from 'node:crypto';
import { CollectionPiecesRepository } from '../../src/modules/results/collections/collection-pieces.repository.js';
import { CollectionUpkeep } from '../../src/modules/results/collections/collection-upkeep.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { DatabaseEvents, PrismaService } from '../../src/platform/database/index.js';
import { looks } from '../support/looks.js';
import { messageComplaints } from '../support/openapi-schemas.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type TopicRows } from '../support/session-rows.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { startWebhookWorker, type WebhookWorker } from '../support/webhook-workers.js';
import { sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

/** The webhook events about new pages and domains of collections. */

const TYPES = ['page.collected', 'domain.found'];

let prisma: PrismaService;
let upkeep: CollectionUpkeep;
let pieces: CollectionPiecesRepository;
let service: TestService;
let api: ApiClient;
let worker: WebhookWorker;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  service = await startService({ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' });
  api = new ApiClient(service.url);
  worker = startWebhookWorker(service.databaseUrl);
  const config = loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '2' });
  prisma = new PrismaService(service.databaseUrl, config);
  pieces = new CollectionPiecesRepository(prisma);
  upkeep = new CollectionUpkeep(pieces, new DatabaseEvents(service.databaseUrl), config);
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.kill();
  await sql(service.databaseUrl, 'DELETE FROM webhooks');
});
afterAll(async () => {
  await worker.stop();
  await prisma.onApplicationShutdown();
  await service.stop();
});

/** A webhook of these events, with its receiver. */
async function follow(input: object = {}): Promise<{ readonly id: string; readonly receiver: WebhookReceiver }> {
  const receiver = await new WebhookReceiver().start();
  receivers.push(receiver);
  const { body } = await api.rest<{ id: string; secret: string }>('POST', '/webhooks', {
    ...{ url: receiver.url, types: TYPES },
    ...input,
  });
  receiver.secrets.push(body.secret);
  return { id: body.id, receiver };
}
const messagesTo = (id: string) =>
  sql<{ status: string }>(service.databaseUrl, 'SELECT status FROM webhook_messages WHERE webhook_id = $1', [id]);

/** A session with these steps that is collected; its pages were found an hour from now, or that long ago. */
async function collected(topic: TopicRows, steps: number, seed: number, hours = 1): Promise<void> {
  const { sessionId } = await insertSessionRows(service.databaseUrl, {
    ...{ steps, seed, topic, domains: 30 },
    session: { completed: 0 },
  });
  await sql(
    service.databaseUrl,
    `UPDATE pages SET fetched_at = now() + $2 * interval '1 hour' + step * interval '1 second' WHERE session_id = $1`,
    [sessionId, hours],
  );
  await sql(service.databaseUrl, 'UPDATE sessions SET completed = $2 WHERE id = $1', [sessionId, steps]);
  await upkeep.look(new AbortController().signal);
}
const found = (topicId: string, condition = 'TRUE') =>
  sql<{ url: string; domain: string }>(
    service.databaseUrl,
    `SELECT url, domain FROM collection_pages WHERE topic_id = $1 AND relevant AND representative AND ${condition}`,
    [topicId],
  );
/** Writes and delivers what is noted, without waiting for the follower. */
async function sent(id: string): Promise<void> {
  const lanes = await sql<{ topicId: string }>(
    service.databaseUrl,
    'SELECT subject_id AS "topicId" FROM webhook_lanes WHERE webhook_id = $1',
    [id],
  );
  for (const lane of lanes) while (await worker.outbox.tellNews({ webhookId: id, ...lane }, 50, 25));
  for (const { pause } = looks(); ; await pause())
    if ((await messagesTo(id)).every(({ status }) => status === 'DELIVERED')) break;
}
const told = (receiver: WebhookReceiver) => {
  const of = (type: string, list: string): Record<string, unknown>[] =>
    receiver.taken.filter((one) => one.type === type).flatMap(({ data }) => data[list] as Record<string, unknown>[]);
  return {
    pages: of('page.collected', 'pages').map(({ url }) => url as string),
    domains: of('domain.found', 'domains').map(({ name }) => name as string),
  };
};
const namesOf = (pages: readonly { domain: string }[]): string[] => [...new Set(pages.map(({ domain }) => domain))];

test('new pages and domains are sent in batches, each once, to webhooks of their project and topic', async () => {
  const topic = await insertSessionRows(service.databaseUrl, { steps: 1 });
  const other = await insertSessionRows(service.databaseUrl, { steps: 1 });
  await collected(topic, 60, 71, -1);
  const { id, receiver } = await follow();
  const elsewhere = await follow({ topicId: other.topicId });
  const [stranger, project] = [randomUUID(), randomUUID()];
  await sql(service.databaseUrl, `INSERT INTO projects (id, name) VALUES ($1, 'strangers')`, [project]);
  await sql(service.databaseUrl, `INSERT INTO webhooks (id, project_id, url, types) VALUES ($1, $2, $3, $4)`, [
    stranger,
    project,
    receiver.url,
    TYPES,
  ]);
  await collected(topic, 300, 72);
  await sent(id);
  const pages = await found(topic.topicId, 'first_found_at > now()');
  expect(pages.length).toBeGreaterThan(100);
  expect(told(receiver).pages.sort()).toEqual(pages.map(({ url }) => url).sort());
  const old = namesOf(await found(topic.topicId, 'first_found_at < now()'));
  expect(told(receiver).domains.sort()).toEqual(
    namesOf(pages)
      .filter((name) => !old.includes(name))
      .sort(),
  );
  for (const { data } of receiver.taken)
    expect((data['pages'] as object[] | undefined)?.length ?? 1).toBeLessThanOrEqual(50);
  expect(receiver.taken.flatMap(messageComplaints)).toEqual([]);
  expect(await messagesTo(elsewhere.id)).toEqual([]);
  expect(await sql(service.databaseUrl, 'SELECT FROM webhook_messages WHERE webhook_id = $1', [stranger])).toEqual([]);

  // A rebuild finds nothing new; another session sends what it adds.
  const before = receiver.taken.length;
  await pieces.beginAnew(topic.topicId);
  await upkeep.look(new AbortController().signal);
  await collected(topic, 300, 72, 2);
  await sent(id);
  expect(receiver.taken.length).toBe(before);
  await collected(topic, 60, 73, 3);
  await sent(id);
  expect(told(receiver).pages.sort()).toEqual(
    (await found(topic.topicId, 'first_found_at > now()')).map(({ url }) => url).sort(),
  );
  await sql(service.databaseUrl, 'DELETE FROM projects WHERE id = $1', [project]);
});

test('new pages and domains are not sent when they are rejected before, but when that is undone; nothing is kept for nobody', async () => {
  const topic = await insertSessionRows(service.databaseUrl, { steps: 1 });
  const { id, receiver } = await follow();
  await collected(topic, 100, 74);
  const [{ domain }] = await found(topic.topicId);
  const verdict = async (word: string | null): Promise<void> => {
    await sql(
      service.databaseUrl,
      `INSERT INTO collection_remarks (topic_id, subject, key, verdict) VALUES ($1, 'domain', $2, $3)
       ON CONFLICT (topic_id, subject, key) DO UPDATE SET verdict = excluded.verdict`,
      [topic.topicId, domain, word],
    );
    await upkeep.look(new AbortController().signal);
  };
  await verdict('reject');
  await sent(id);
  const kept = (await found(topic.topicId)).map(({ url }) => url);
  expect(told(receiver).pages.sort()).toEqual(kept.sort());
  expect(told(receiver).domains).not.toContain(domain);
  await verdict(null);
  await sent(id);
  expect(told(receiver).pages.sort()).toEqual((await found(topic.topicId)).map(({ url }) => url).sort());
  expect(told(receiver).domains).toContain(domain);

  const noted = async (): Promise<number> =>
    (await sql(service.databaseUrl, 'SELECT FROM collection_news WHERE topic_id = $1', [topic.topicId])).length;
  expect(await noted()).toBeGreaterThan(0);
  await api.rest('PATCH', `/webhooks/${id}`, { types: ['model.trained'] });
  await worker.outbox.sweep(30, 100);
  while ((await worker.outbox.sweepNews(100)) > 0);
  expect(await noted()).toBe(0);
  await collected(topic, 60, 75, 2);
  expect(await noted()).toBe(0);
});

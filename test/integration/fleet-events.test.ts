import pg from 'pg';
import { DatabaseEvents } from '../../src/platform/database/index.js';
import { NatsEvents } from '../../src/platform/events/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/fleet.js';
import { NatsServer } from '../support/nats.js';

let nats: NatsServer;
let database: TestDatabase;
let client: pg.Client;
const processes: NatsEvents[] = [];
beforeAll(async () => {
  nats = await NatsServer.start();
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  for (const one of processes) await one.onModuleDestroy();
  await client.end();
  await database.drop();
  await nats.stop();
});

async function start(): Promise<NatsEvents> {
  const events = new NatsEvents(new DatabaseEvents(database.url), { NATS_URL: nats.url, WORKER_ID: 'one' });
  processes.push(events);
  await until(() => events.publishes);
  return events;
}

it('news reach every process, over NATS or from the database, and what may be missed is said', async () => {
  const [here, there] = [await start(), await start()];
  const heard = await Promise.all([here.listen('news'), there.listen('news')]);
  const next = (): Promise<string[]> => Promise.all(heard.map(async (one) => (await one.next()).value));
  here.publish('news', 'said');
  expect(await next()).toEqual(['said', 'said']);
  await client.query("SELECT pg_notify('news', 'committed')");
  expect(await next()).toEqual(['committed', 'committed']);

  await nats.kill();
  await until(() => !here.publishes && !there.publishes);
  // Without listeners: commits then notify by the database.
  here.publish('news', 'lost');
  await client.query("SELECT pg_notify('news', 'meanwhile')");
  expect(await next()).toEqual(['meanwhile', 'meanwhile']);
  await nats.start();
  expect(await next()).toEqual(['', '']);
  await until(() => here.publishes && there.publishes);
  there.publish('news', 'back');
  expect(await next()).toEqual(['back', 'back']);
  for (const one of heard) await one.return?.();
});

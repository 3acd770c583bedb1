import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { looks } from '../support/looks.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

let database: TestDatabase;
let service: TestService;
let api: ApiClient;
let rows: SessionRows;
let isServing = true;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await startService({ DATABASE_URL: database.url });
  api = new ApiClient(service.url);
  rows = await insertSessionRows(database.url, { steps: 60 });
});
afterAll(async () => {
  if (isServing) await service.stop();
  await database.drop();
});

/** Partitions of the large tables that were read. */
const lookedInto = async (): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      database.url,
      `SELECT relid::regclass::text AS name FROM pg_stat_user_tables JOIN pg_class c ON c.oid = relid
       WHERE c.relispartition AND seq_scan + coalesce(idx_scan, 0) > 0 ORDER BY 1`,
    )
  ).map(({ name }) => name);

const OTHERS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

const QUERY = `query ($id: ID!) { session(id: $id) {
  pages(first: 5) { nodes { step url outLinks(first: 3) { nodes { url targetStep } } inLinks(first: 3) { nodes { sourceUrl } } text why { path { url } } } totalCount }
  domains(first: 5) { nodes { name pages(first: 2) { nodes { url } totalCount } } } } }`;

it('reads of a session look into its own partitions alone', async () => {
  const own = await sql<{ name: string }>(
    database.url,
    `SELECT DISTINCT tableoid::regclass::text AS name FROM (
       SELECT tableoid FROM pages UNION SELECT tableoid FROM urls UNION SELECT tableoid FROM page_links) t ORDER BY 1`,
  );
  // Partitions read so far, by filling and this query.
  await sql(database.url, 'SELECT pg_stat_reset()');
  const path = `/sessions/${rows.sessionId}`;
  const calls = [
    ...['step', 'completion', 'probability', 'fetchedAt', 'depth'].map((sort) => `/pages?sort=${sort}&total=true`),
    '/pages?relevant=true',
    '/pages?domain=site-0.example',
    '/pages?sourceStep=0',
    '/pages?search=soccer&total=true',
    '/pages?search=nothing-like-it',
    '/pages/3',
    '/pages/3/why',
    '/pages/0/in-links?total=true',
    '/pages/0/out-links?total=true',
    '/page-graph?step=3',
    '/page-graph?domain=site-0.example',
    '/failures?total=true',
    '/failures/counts',
    '/links?total=true',
    '/domains?relevant=true',
    '/domains/0',
    '/series?points=10',
    '/report',
    '/hosts',
    '/seed-outcomes',
    '/graph',
    '/pages/export?format=jsonl&texts=true',
    '/pages/export?format=csv&search=soccer',
    '/links/export?format=csv',
  ];
  for (const call of calls) {
    const answer = await fetch(`${service.url}/v1${path}${call}`);
    await answer.arrayBuffer();
    expect([call, answer.status]).toEqual([call, 200]);
  }
  await api.graphql(QUERY, { id: rows.sessionId });
  // Connections report their reads at their end.
  isServing = false;
  await service.stop();
  const { pause } = looks();
  while ((await sql(database.url, OTHERS)).length > 0) await pause();
  expect(await lookedInto()).toEqual(own.map(({ name }) => name));
});

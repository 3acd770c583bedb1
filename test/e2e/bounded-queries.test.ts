import pg from 'pg';
import { CrawlDatabase, PrismaService } from '../../src/platform/database/index.js';
import { restCalls } from '../support/rest-call.js';
import { type LocalService, startServiceHere } from '../support/service-here.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

const READERS = 2;
let service: LocalService;
let rows: SessionRows;
let blocker: pg.Client;

beforeAll(async () => {
  service = await startServiceHere({ API_QUERY_SECONDS: '1', API_READ_CONNECTIONS: String(READERS) });
  rows = await insertSessionRows(service.databaseUrl, { steps: 50 });
  blocker = new pg.Client({ connectionString: service.databaseUrl });
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await service.stop();
});

/** Slows every query of pages beyond the limit while `work` runs. */
async function whilePagesAreSlow<T>(work: () => Promise<T>): Promise<T> {
  await blocker.query('BEGIN; LOCK TABLE pages IN ACCESS EXCLUSIVE MODE');
  try {
    return await work();
  } finally {
    await blocker.query('ROLLBACK');
  }
}

describe('a query that takes too long', () => {
  it('is ended and refused as such, in REST and GraphQL, with a time to come back', async () => {
    await whilePagesAreSlow(async () => {
      const answer = await fetch(`${service.url}/v1/sessions/${rows.sessionId}/pages?search=violin`);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({
        code: 'QUERY_TIMEOUT',
        detail: expect.stringContaining('API_QUERY_SECONDS') as string,
      });

      const graphql = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ session(id: "${rows.sessionId}") { pages(first: 5) { nodes { step } } } }` }),
      });
      expect(Number(graphql.headers.get('retry-after'))).toBeGreaterThan(0);
      const { errors } = (await graphql.json()) as { errors: { extensions: object }[] };
      expect(errors[0].extensions).toMatchObject({
        code: 'QUERY_TIMEOUT',
        retryAfterSeconds: expect.any(Number) as number,
      });
    });
    expect((await fetch(`${service.url}/v1/sessions/${rows.sessionId}/pages`)).status).toBe(200);
  });

  it('keeps neither the crawl nor commands waiting, however many there are', async () => {
    const crawl = service.app.get(CrawlDatabase);
    const requests = service.app.get(PrismaService);
    await whilePagesAreSlow(async () => {
      let answered = 0;
      const searches = Array.from({ length: 4 * READERS }, () =>
        fetch(`${service.url}/v1/sessions/${rows.sessionId}/pages?search=violin`)
          .then(({ status }) => status)
          .finally(() => answered++),
      );
      const {
        rows: [{ waiting }],
      } = await blocker.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE application_name = 'gleaner-read' AND state = 'active'`,
      );
      expect(waiting).toBeLessThanOrEqual(READERS);
      await crawl.$queryRaw`SELECT count(*) FROM sessions`;
      await requests.session.count();
      expect((await fetch(`${service.url}/v1/sessions/${rows.sessionId}`)).status).toBe(200);
      // None of that waited for the searches, which still have to end.
      expect(answered).toBeLessThan(searches.length);
      expect(new Set(await Promise.all(searches))).toEqual(new Set([503]));
    });
  });
});

describe('lists of a large session', () => {
  const planOf = async (sql: string): Promise<string> =>
    (await blocker.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [rows.sessionId])).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');

  it('have an index that serves them', async () => {
    // The planner's behaviour on a large table, shown on a small one.
    await blocker.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
    expect(
      await planOf(`SELECT step FROM pages p WHERE session_id = $1 AND p.outcome <> 'page' ORDER BY step LIMIT 20`),
    ).toContain('pages_failures_idx');
    expect(
      await planOf(
        `SELECT * FROM domains d WHERE d.session_id = $1 AND (d.fetched > 0 OR d.failed > 0) ORDER BY d.domain_no LIMIT 20`,
      ),
    ).toContain('domains_visited_idx');
    expect(
      await planOf(`SELECT * FROM domains d WHERE d.session_id = $1 AND d.relevant > 0 AND (d.relevant, d.domain_no) < ('3'::text::int, 4::int)
      ORDER BY d.relevant DESC, d.domain_no DESC LIMIT 20`),
    ).toMatch(/Index Cond: .*relevant > 0.*ROW\(relevant, domain_no\) </s);
    for (const [column, value] of [
      ['fetched_at', `'2026-01-01'::text::timestamptz`],
      ['depth', '3'],
      ['probability', '0.5'],
      ['seq', '7'],
    ]) {
      for (const [beyond, order] of [
        ['>', 'ASC'],
        ['<', 'DESC'],
      ]) {
        expect(
          await planOf(`SELECT p.title FROM pages p WHERE p.session_id = $1 AND (p.${column}, p.step) ${beyond} (${value}, 4::int)
          ORDER BY p.${column} ${order}, p.step ${order} LIMIT 20`),
        ).toMatch(new RegExp(`Index (Only )?Scan[^\\n]*pages_session_id_${column}_[^]*Index Cond: .*${column}`));
      }
    }
  });

  it('are read on without gap or double where their order has equal values', async () => {
    const { call } = restCalls(() => service.url, 10_000);
    const seen: string[] = [];
    let after = '';
    do {
      const page: { items: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } = await call(
        'GET',
        `/sessions/${rows.sessionId}/domains?sort=relevant&first=3&unvisited=true${after}`,
      );
      seen.push(...page.items.map(({ name }) => name));
      after = page.pageInfo.hasNextPage ? `&after=${page.pageInfo.endCursor}` : '';
    } while (after !== '');
    expect(new Set(seen).size).toBe(seen.length);
    const {
      rows: [{ domains }],
    } = await blocker.query<{ domains: number }>('SELECT count(*)::int AS domains FROM domains WHERE session_id = $1', [
      rows.sessionId,
    ]);
    expect(seen).toHaveLength(domains);
  });
});

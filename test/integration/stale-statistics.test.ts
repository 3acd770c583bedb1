import pg from 'pg';
import type { ReadingDatabase } from '../../src/platform/database/index.js';
import { JudgementRepository } from '../../src/modules/results/results/judgement/judgement.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertSessionRows } from '../support/session-rows.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const STEPS = 400;

let database: TestDatabase;
let sql: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The state before PostgreSQL has analyzed a crawl's rows. */
async function forgetStatistics(): Promise<void> {
  const { rows } = await sql.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relname ~ '^(pages|urls)'`,
  );
  for (const { schema, name } of rows) {
    await sql.query('SELECT pg_clear_relation_stats($1, $2)', [schema, name]);
    await sql.query(
      `SELECT pg_clear_attribute_stats($1, $2, attname, false) FROM pg_attribute
       WHERE attrelid = format('%I.%I', $1::text, $2::text)::regclass AND attnum > 0 AND NOT attisdropped`,
      [schema, name],
    );
  }
}

/** The database as the API reads it, which records query plans instead of results. */
function explaining(): { plans: PlanNode[]; database: ReadingDatabase } {
  const plans: PlanNode[] = [];
  const rows = async ({ text, values }: { text: string; values: unknown[] }): Promise<unknown[]> => {
    const explained = await sql.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    plans.push(explained.rows[0]['QUERY PLAN'][0].Plan);
    return [];
  };
  return { plans, database: { rows } as unknown as ReadingDatabase };
}

it('a judgement of a session that has just grown computes nothing once for each page', async () => {
  const { sessionId } = await insertSessionRows(database.url, { steps: STEPS });
  await forgetStatistics();
  const { plans, database: reading } = explaining();
  const judgements = new JudgementRepository(reading);
  await judgements.counts(sessionId);
  await judgements.unlabelled(sessionId, 10);
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    const nodes = nodesOf(plan);
    // The database estimates the session as nearly empty, which is the subject of the test.
    expect(Math.max(...nodes.map((node) => node['Plan Rows']))).toBeLessThan(STEPS / 10);
    expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBeGreaterThan(STEPS / 3);
    const repeated = nodes.filter(
      (node) => /Aggregate|Window|Sort|Unique/.test(node['Node Type']) && node['Actual Loops'] > 1,
    );
    expect(repeated).toEqual([]);
  }
});

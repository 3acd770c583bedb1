import pg from 'pg';
import { SearchIndexRepository } from '../../src/modules/base/search/search-index.repository.js';
import { StoredSearch } from '../../src/modules/fetch/search-engines/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { textsInDatabase } from '../support/page-texts-here.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertSessionRows } from '../support/session-rows.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

describe('full-text search over stored pages', () => {
  let database: TestDatabase;
  let prisma: PrismaService;
  let client: pg.Client;
  let search: StoredSearch;
  const urls = new Map<string, string>();

  /** Gives a stored page a text; its address contains the name. */
  async function write(sessionId: string, seq: number, name: string, title: string, text: string): Promise<void> {
    const url = `http://${name}.example/`;
    urls.set(url, name);
    await client.query(
      `WITH page AS (UPDATE pages SET title = $3, text = $4, description = '' WHERE session_id = $1 AND seq = $2 RETURNING final_url_no)
       UPDATE urls SET url = $5 WHERE session_id = $1 AND url_no = (SELECT final_url_no FROM page)`,
      [sessionId, seq, title, text, url],
    );
  }
  const find = async (query: string, page = 1, limit = 10): Promise<string[]> => {
    const answer = await search.search({ query, page, limit });
    if (answer.kind === 'failed') throw new Error(answer.message);
    return answer.hits.map(({ url }) => urls.get(url) ?? url);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    prisma = new PrismaService(database.url, loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '4' }));
    search = new StoredSearch(prisma);
    const one = await insertSessionRows(database.url, { steps: 30, seed: 1, indexed: false });
    const two = await insertSessionRows(database.url, { steps: 30, seed: 2, indexed: false });
    const seqs = one.pages.filter(({ outcome }) => outcome === 'page').map(({ seq }) => seq);
    const others = two.pages.filter(({ outcome }) => outcome === 'page').map(({ seq }) => seq);
    await write(one.sessionId, seqs[0], 'both', 'Goat cheese', 'cheeses from the milk of goats');
    await write(one.sessionId, seqs[1], 'goats', 'Goats', 'goats eat grass and nothing else at all');
    await write(one.sessionId, seqs[2], 'cheese', 'A word', `on cheese, and ${'much else '.repeat(60)}`);
    await write(two.sessionId, others[0], 'both', 'Goat cheese', 'cheeses from the milk of goats, read later');
    await write(two.sessionId, others[1], 'elsewhere', 'Goat cheese', 'in another session');
    const writer = await new SearchIndexRepository(prisma, textsInDatabase(), database.url).openWriter();
    await writer.claim();
    for (const { sessionId } of [one, two]) await writer.indexNext({ id: sessionId, indexed: null }, 1_000);
    await writer.close();
  });
  afterAll(async () => {
    await prisma.onApplicationShutdown();
    await client.end();
    await database.drop();
  });

  it('finds the pages of all sessions, each address once, those with all words first', async () => {
    const found = await find('goat cheese');
    expect(new Set(found.slice(0, 2))).toEqual(new Set(['both', 'elsewhere']));
    expect(new Set(found.slice(2))).toEqual(new Set(['goats', 'cheese']));
  });

  it('returns title and beginning of each', async () => {
    expect(await search.search({ query: 'eat grass', page: 1, limit: 1 })).toEqual({
      kind: 'hits',
      hits: [{ url: 'http://goats.example/', title: 'Goats', snippet: 'goats eat grass and nothing else at all' }],
    });
  });

  it('gives its answer page by page', async () => {
    const all = await find('goat cheese');
    expect([...(await find('goat cheese', 1, 3)), ...(await find('goat cheese', 2, 3))]).toEqual(all);
    expect(await find('goat cheese', 3, 3)).toEqual([]);
  });

  it('looks for words in quotes next to each other', async () => {
    expect(new Set(await find('"goat cheese"'))).toEqual(new Set(['both', 'elsewhere']));
  });

  it.each(['the of and', 'zebra', "'", '"', '\\', '- & | !', '<->', "a'b & c:*"])(
    'finds nothing by %s',
    async (query) => {
      expect(await find(query)).toEqual([]);
    },
  );

  it('finds pages that wait for the index', async () => {
    const everything = await find('goat cheese');
    await client.query(
      `WITH taken AS (DELETE FROM page_lexemes WHERE lexemes @@ 'goat' RETURNING *) INSERT INTO waiting_lexemes SELECT * FROM taken`,
    );
    await client.query('UPDATE search_progress SET waiting = true, wanted = false');
    expect(await find('goat cheese')).toEqual(everything);
    expect((await client.query('SELECT DISTINCT wanted FROM search_progress')).rows).toEqual([{ wanted: true }]);
    await client.query(
      'WITH taken AS (DELETE FROM waiting_lexemes RETURNING *) INSERT INTO page_lexemes SELECT * FROM taken',
    );
  });

  it('that takes too long is a failure', async () => {
    const locked = new pg.Client({ connectionString: database.url });
    await locked.connect();
    try {
      await locked.query('BEGIN; LOCK TABLE page_lexemes');
      expect(await search.search({ query: 'goat', page: 1, limit: 5 })).toMatchObject({
        kind: 'failed',
        message: expect.stringContaining('overrun'),
      });
    } finally {
      await locked.query('ROLLBACK');
      await locked.end();
    }
    expect(await find('grass')).toEqual(['goats']);
  });
});

import { cpSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createRng } from '../../src/domain/base/rng.js';
import { LINK_PLACES } from '../../src/domain/page/index.js';
import { applyMigrations, migrationNames, MIGRATIONS_FOLDER } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase, testFolder } from '../support/database.js';
import { useDefaultProject } from '../support/default-project.js';
import { insertLinks, insertSessionRows, type LinkRow } from '../support/session-rows.js';

useDefaultProject();

const MIGRATION = '20261125170000_links_of_pages';
const DEFAULT_PROJECT = '00000000-0000-7000-8000-000000000000';

let database: TestDatabase;
let sql: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const TEXTS = ['', 'a', ' ', 'the rules of the game', 'é — ß', '日本語 𝄞', '"quoted" {x,NULL}\\n', 'x'.repeat(200)];

/** Links of pages with all possible contents. */
function oddLinks(session_id: string, sources: readonly number[]): LinkRow[] {
  const rng = createRng(11);
  const any = (): string => TEXTS[rng.below(TEXTS.length)];
  return sources.flatMap((source) =>
    Array.from({ length: 1 + rng.below(40) }, (_, i) => ({
      ...{ session_id, source, position: source % 3 === 0 ? 2 * i + 1 : i, url_no: rng.below(500) },
      ...{ anchor: any(), before: any(), after: any(), heading: any(), nofollow: rng.below(3) === 0 },
      ...{ place: LINK_PLACES[rng.below(LINK_PLACES.length)], tag_path_no: rng.below(9) },
    })),
  );
}
const SELECT = 'SELECT * FROM links WHERE session_id = $1 ORDER BY source, position';

it('a view has a row for each link of a page', async () => {
  const { sessionId } = await insertSessionRows(database.url, { steps: 5 });
  const links = oddLinks(sessionId, [1000, 1001, 1002, 1003]);
  await insertLinks(sql, links);
  const { rows } = await sql.query<LinkRow>(SELECT, [sessionId]);
  expect(rows.filter(({ source }) => source >= 1000)).toEqual(links);
});

it('a page of very many links is read from any place on', async () => {
  const { sessionId } = await insertSessionRows(database.url, { steps: 5 });
  const links = Array.from({ length: 10_000 }, (_, position) => ({
    ...{
      session_id: sessionId,
      source: 1000,
      position,
      url_no: position,
      anchor: `title ${position}`,
      nofollow: false,
    },
    ...{ before: '', after: `after ${position % 100} €`, heading: `h ${position % 300}`, place: 'sitemap' as const },
  }));
  await insertLinks(sql, links);
  const { rows } = await sql.query<LinkRow>(`${SELECT} OFFSET $2`, [sessionId, 9_000]);
  expect(rows.slice(-900)).toMatchObject(links.slice(-900));
});

describe('linking_steps', () => {
  const stepsOf = async (role: string, project: string, args: unknown[]): Promise<number[]> => {
    await sql.query('BEGIN');
    try {
      await sql.query(`SET LOCAL ROLE ${role}`);
      await sql.query(`SELECT set_config('gleaner.project', $1, true)`, [project]);
      const { rows } = await sql.query<{ step: number }>(
        'SELECT * FROM linking_steps($1, $2, $3, $4, $5) AS s (step)',
        args,
      );
      return rows.map(({ step }) => step);
    } finally {
      await sql.query('ROLLBACK');
    }
  };

  it('finds the pages that link to a URL, in order, from either end', async () => {
    const { sessionId } = await insertSessionRows(database.url, { steps: 30 });
    const other = await insertSessionRows(database.url, { steps: 30, seed: 2 });
    // Parts of a session are 2048 steps.
    const sources = Array.from({ length: 300 }, (_, i) => 100 + i * 997);
    await insertLinks(sql, [...oddLinks(sessionId, sources), ...oddLinks(other.sessionId, sources)]);
    const { rows } = await sql.query<LinkRow>(SELECT, [sessionId]);
    const expected = (urls: readonly number[], from: number, most: number, backward: boolean): number[] => {
      const all = [...new Set(rows.filter(({ url_no }) => urls.includes(url_no)).map(({ source }) => source))];
      const kept = all.filter((source) => (backward ? source <= from : source >= from));
      return (backward ? kept.reverse() : kept).slice(0, most);
    };
    for (const [from, most, backward] of [
      [0, 10_000, false],
      [0, 3, false],
      [150_000, 5, false],
      [299_000, 5, false],
      [2_147_483_647, 10_000, true],
      [150_000, 4, true],
      [2_047, 100, true],
      [2_048, 100, true],
      [-1, 100, true],
    ] as const) {
      for (const urls of [[3], [7, 8], [499], [100_000]]) {
        for (const role of ['gleaner_api', 'gleaner_worker'])
          expect([
            from,
            most,
            backward,
            urls,
            await stepsOf(role, DEFAULT_PROJECT, [sessionId, urls, from, most, backward]),
          ]).toEqual([from, most, backward, urls, expected(urls, from, most, backward)]);
      }
    }
  });

  it('reveals nothing about other sessions', async () => {
    const { sessionId, links } = await insertSessionRows(database.url, { steps: 30 });
    const args = [sessionId, [links[0].url_no], 0, 100, false];
    expect(await stepsOf('gleaner_api', DEFAULT_PROJECT, args)).not.toEqual([]);
    expect(await stepsOf('gleaner_api', '00000000-0000-7000-8000-000000000001', args)).toEqual([]);
    expect(await stepsOf('gleaner_api', '', args)).toEqual([]);
    expect(await stepsOf('gleaner_worker', '', args)).not.toEqual([]);
  });

  it('asks an index', async () => {
    const { sessionId } = await insertSessionRows(database.url, { steps: 30 });
    await sql.query('SET enable_seqscan = off');
    const { rows } = await sql.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT source FROM page_links WHERE array_append(url_nos, links_part(session_id, source)) && '{5}'
         AND array_append(url_nos, links_part(session_id, source)) && ARRAY[links_part('${sessionId}', 0)]`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/page_links_url_nos_idx/);
  });
});

describe('the migration of a database with links', () => {
  it('keeps each of them', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_old`;
    const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
    await sql.query(`CREATE DATABASE ${name}`);
    const folder = mkdtempSync(path.join(testFolder(), 'migrations-'));
    for (const each of await migrationNames())
      if (each < MIGRATION) cpSync(path.join(MIGRATIONS_FOLDER, each), path.join(folder, each), { recursive: true });
    await applyMigrations(url, folder);
    const old = new pg.Client({ connectionString: url });
    await old.connect();
    try {
      const sessions = await Promise.all([1, 2, 3].map((seed) => insertSessionRows(url, { steps: 40, seed })));
      for (const { sessionId } of sessions) await insertLinks(old, oddLinks(sessionId, [2000, 2001, 2002, 9_000]));
      const all = async (): Promise<unknown[]> =>
        (await old.query('SELECT * FROM links ORDER BY session_id, source, position')).rows;
      const before = await all();
      expect(await applyMigrations(url)).toContain(MIGRATION);
      expect(await all()).toEqual(before);
      expect((await old.query(`SELECT FROM pg_tables WHERE tablename LIKE 'links%'`)).rowCount).toBe(0);
    } finally {
      await old.end();
      await sql.query(`DROP DATABASE ${name}`);
    }
  });
});

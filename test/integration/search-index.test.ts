import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { SearchRebuilder } from '../../src/modules/base/search/search-rebuilder.js';
import {
  SearchIndexRepository,
  type SearchIndexWriter,
} from '../../src/modules/base/search/search-index.repository.js';
import { WHOLE } from '../../src/modules/base/search/index.js';
import {
  PURGE_BEGINS,
  type PurgePlace,
  SessionTablesRepository,
} from '../../src/modules/crawl/sessions/session-tables.repository.js';
import { SessionsRepository } from '../../src/modules/crawl/sessions/sessions.repository.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { textsInDatabase } from '../support/page-texts-here.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertSessionRows, type SessionRows, type SessionRowsOptions } from '../support/session-rows.js';
import { startSharedWorker } from '../support/worker-process.js';
import { useDefaultProject } from '../support/default-project.js';
import { testThoroughly } from '../support/thoroughness.js';

useDefaultProject();

describe('the search index', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let prisma: PrismaService;
  let index: SearchIndexRepository;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    client = await connect();
    prisma = new PrismaService(database.url, loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '4' }));
    index = new SearchIndexRepository(prisma, textsInDatabase(), database.url);
    // Counts the writes of each page.
    await client.query(`CREATE TABLE writes (session_id uuid, step int);
      CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO writes VALUES (NEW.session_id, NEW.step); RETURN NULL; END $$;
      CREATE TRIGGER note_write AFTER INSERT OR UPDATE ON page_lexemes FOR EACH ROW EXECUTE FUNCTION note_write()`);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    await client.query('DELETE FROM sessions; DELETE FROM page_lexemes; DELETE FROM writes');
  });
  afterAll(async () => {
    await prisma.onApplicationShutdown();
    await client.end();
    await database.drop();
  });

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({ connectionString: database.url });
    await opened.connect();
    return opened;
  }
  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    while (!(await condition())) await sleep(20);
  };
  const rebuilder = (): SearchRebuilder => {
    const started = new SearchRebuilder(index, { ROLE: 'worker' });
    stops.push(() => started.stop());
    started.start(50);
    return started;
  };
  /** A session that an earlier version has not indexed. */
  const unindexed = (options: SessionRowsOptions): Promise<SessionRows> =>
    insertSessionRows(database.url, { ...options, indexed: false });
  const writer = async (): Promise<SearchIndexWriter> => {
    const opened = await index.openWriter();
    stops.push(() => opened.close());
    return opened;
  };
  const indexed = async ({ sessionId }: SessionRows): Promise<number | null> =>
    (
      await client.query<{ indexed: number }>('SELECT indexed FROM search_progress WHERE session_id = $1', [sessionId])
    ).rows.at(0)?.indexed ?? null;
  const countIn = async (table: string): Promise<number> =>
    (await client.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0].rows;
  /** All pages with a text have their lexemes, each written once. */
  const expectWhole = async ({ sessionId, pages }: SessionRows): Promise<void> => {
    const {
      rows: [{ found, right }],
    } = await client.query<{ found: number; right: number }>(
      `SELECT count(*)::int AS found, count(*) FILTER (WHERE ts_delete(l.lexemes, ARRAY[' ' || m.session_id, ' ' || s.topic_id]) = to_tsvector('english', regexp_replace(m.title || ' ' || m.text, '[^a-zA-Z0-9]+', ' ', 'g')))::int AS right
       FROM page_lexemes l JOIN pages m USING (session_id, step) JOIN sessions s ON s.id = m.session_id WHERE l.session_id = $1`,
      [sessionId],
    );
    const expected = pages.filter(({ text }) => text !== null).length;
    expect({ found, right }).toEqual({ found: expected, right: expected });
    expect(
      (
        await client.query('SELECT step FROM writes WHERE session_id = $1 GROUP BY step HAVING count(*) > 1', [
          sessionId,
        ])
      ).rows,
    ).toEqual([]);
  };
  /** Whether the index's writer waits for a lock. */
  const isWaiting = async (): Promise<boolean> =>
    (
      await client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gleaner-search' AND wait_event_type = 'Lock'`,
      )
    ).rows.length > 0;

  it('is made of sessions that were there before, and of what workers of an earlier version add', async () => {
    const running = { state: 'RUNNING', state_reason: null };
    const [one, two] = [await unindexed({ steps: 200, session: running }), await unindexed({ steps: 90, seed: 2 })];
    expect(await index.behind()).toBe(290);
    rebuilder();
    await until(async () => (await indexed(one)) === 200 && (await indexed(two)) === WHOLE);
    await expectWhole(one);
    await expectWhole(two);
    expect(await index.behind()).toBe(0);
    await client.query(
      'UPDATE pages SET step = 500, seq = 200 WHERE session_id = $1 AND step = (SELECT max(step) FROM pages WHERE session_id = $1 AND text IS NOT NULL)',
      [one.sessionId],
    );
    await client.query('UPDATE sessions SET completed = 201 WHERE id = $1', [one.sessionId]);
    await until(async () => (await indexed(one)) === 201);
    expect(
      (await client.query('SELECT FROM page_lexemes WHERE session_id = $1 AND step = 500', [one.sessionId])).rows,
    ).toHaveLength(1);
    // It is complete only when workers of an earlier version can add nothing more.
    await client.query(`UPDATE sessions SET state = 'COMPLETED', state_reason = 'BUDGET' WHERE id = $1`, [
      one.sessionId,
    ]);
    await until(async () => (await indexed(one)) === WHOLE);
  });

  it('is made by worker processes', async () => {
    const rows = await unindexed({ steps: 100 });
    const worker = await startSharedWorker({ DATABASE_URL: database.url });
    stops.push(() => worker.stop());
    await until(async () => (await indexed(rows)) === WHOLE);
    await expectWhole(rows);
  });

  testThoroughly('is written by one of several rebuilders, and by the other when that has stopped', async () => {
    const first = await unindexed({ steps: 700 });
    const rebuilders = [rebuilder(), rebuilder()];
    await until(async () => (await indexed(first)) === WHOLE);
    await expectWhole(first);
    await rebuilders[0].stop();
    const second = await unindexed({ steps: 50, seed: 2 });
    await until(async () => (await indexed(second)) === WHOLE);
    await expectWhole(second);
  });

  testThoroughly('continues after it lost its connection, again and again', async () => {
    const rows = await unindexed({ steps: 1_500 });
    rebuilder();
    for (let cuts = 0; cuts < 5; cuts++) {
      await until(async () => ((await indexed(rows)) ?? 0) > cuts * 100);
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gleaner-search' AND datname = current_database()`,
      );
    }
    await until(async () => (await indexed(rows)) === WHOLE);
    await expectWhole(rows);
  });

  it('keeps nothing of a session that is deleted in the middle of a batch', async () => {
    const rows = await unindexed({ steps: 60 });
    const writing = await writer();
    expect(await writing.indexNext({ id: rows.sessionId, indexed: null }, 20)).toBe(20);
    const deleter = await connect();
    stops.push(() => deleter.end());
    await deleter.query('BEGIN');
    await deleter.query('DELETE FROM sessions WHERE id = $1', [rows.sessionId]);
    const batch = writing.indexNext({ id: rows.sessionId, indexed: 20 }, 20);
    await until(isWaiting);
    await deleter.query('COMMIT');
    expect(await batch).toBe(0);
    const sessions = new SessionTablesRepository(prisma);
    for (let place: PurgePlace | null = PURGE_BEGINS; place !== null;)
      place = await sessions.purgeSome(rows.sessionId, place);
    expect(await countIn('page_lexemes')).toBe(0);
    expect(await writing.indexNext({ id: rows.sessionId, indexed: null }, 20)).toBe(0);
    expect(await countIn('search_progress')).toBe(0);
  });

  it('takes pages that wait once a project has many, those of the newest session last', async () => {
    const many = { config: { search: 'later' }, session: { fetched: 30_000 } } as const;
    const [old, fresh] = [
      await insertSessionRows(database.url, { steps: 60, ...many }),
      await insertSessionRows(database.url, { steps: 30, seed: 2, ...many }),
    ];
    await client.query('UPDATE sessions SET created_at = now() WHERE id = $1', [fresh.sessionId]);
    await client.query(`UPDATE sessions SET created_at = now() - interval '1 hour' WHERE id = $1`, [old.sessionId]);
    await client.query('DELETE FROM writes');
    rebuilder();
    const waits = async ({ sessionId }: SessionRows): Promise<boolean> =>
      (
        await client.query<{ waiting: boolean }>('SELECT waiting FROM search_progress WHERE session_id = $1', [
          sessionId,
        ])
      ).rows[0].waiting;
    await until(async () => !(await waits(old)));
    expect(await countIn(`waiting_lexemes WHERE session_id = '${old.sessionId}'`)).toBe(0);
    await expectWhole(old);
    expect(await waits(fresh)).toBe(true);
    await client.query('UPDATE search_progress SET wanted = true');
    await until(async () => !(await waits(fresh)));
    await expectWhole(fresh);
  });

  it('leaves no page behind of a session that is deleted while its pages are moved', async () => {
    const rows = await insertSessionRows(database.url, { steps: 60, config: { search: 'later' } });
    await client.query('UPDATE search_progress SET wanted = true');
    const writing = await writer();
    const [session] = (await writing.unfinished(1, [])).waiting;
    expect(await writing.moveNext(session, 5)).toBe(5);
    const deleter = await connect();
    stops.push(() => deleter.end());
    await deleter.query('BEGIN');
    await deleter.query('DELETE FROM sessions WHERE id = $1', [rows.sessionId]);
    const batch = writing.moveNext(session, 5);
    await until(isWaiting);
    await deleter.query('COMMIT');
    expect(await batch).toBe(0);
    const sessions = new SessionTablesRepository(prisma);
    for (let place: PurgePlace | null = PURGE_BEGINS; place !== null;)
      place = await sessions.purgeSome(rows.sessionId, place);
    expect([await countIn('page_lexemes'), await countIn('waiting_lexemes')]).toEqual([0, 0]);
  });

  it('restarts with a restarted session', async () => {
    const rows = await unindexed({ steps: 60 });
    const writing = await writer();
    await writing.indexNext({ id: rows.sessionId, indexed: null }, 60);
    const sessions = new SessionsRepository(prisma);
    await sessions.change(
      rows.sessionId,
      () => ({ kind: 'move', to: 'QUEUED', reason: null, afresh: true }),
      () => Promise.resolve(),
    );
    expect([await countIn('page_lexemes'), await indexed(rows)]).toEqual([0, null]);
    // Earlier knowledge about it is useless now.
    expect(await writing.indexNext({ id: rows.sessionId, indexed: 60 }, 20)).toBe(0);
  });

  it('can be rebuilt while it is searched: without the progress it is ignored', async () => {
    const rows = await unindexed({ steps: 60 });
    const writing = await writer();
    await writing.indexNext({ id: rows.sessionId, indexed: null }, 60);
    await client.query('DELETE FROM search_progress; DELETE FROM writes');
    rebuilder();
    await until(async () => (await indexed(rows)) === WHOLE);
    await expectWhole(rows);
  });

  it('holds up neither a commit nor a command nor a deletion', async () => {
    const rows = await unindexed({
      steps: 60,
      session: { state: 'RUNNING', state_reason: null },
    });
    const writing = await writer();
    await writing.indexNext({ id: rows.sessionId, indexed: null }, 20);
    const blocker = await connect();
    stops.push(() => blocker.end());
    // The batch waits for a row of another transaction, and stays in the middle of its own.
    await blocker.query('BEGIN');
    await blocker.query(
      `INSERT INTO page_lexemes SELECT session_id, step, '' FROM pages WHERE session_id = $1 AND seq >= 20 AND text IS NOT NULL`,
      [rows.sessionId],
    );
    const batch = writing.indexNext({ id: rows.sessionId, indexed: 20 }, 20).catch(() => 0);
    await until(isWaiting);
    await client.query(`SET lock_timeout = '1ms'`);
    await client.query(`UPDATE pages SET seq = seq + 1000 WHERE session_id = $1 AND seq = 59`, [rows.sessionId]);
    await client.query(`UPDATE sessions SET completed = completed + 1, command = 'PAUSE' WHERE id = $1`, [
      rows.sessionId,
    ]);
    await client.query('DELETE FROM sessions WHERE id = $1', [rows.sessionId]);
    await client.query('RESET lock_timeout');
    await blocker.query('ROLLBACK');
    expect(await batch).toBe(0);
    expect(await countIn('search_progress')).toBe(0);
  });

  it('skips a session that cannot be indexed, and continues with the others', async () => {
    const bad = await unindexed({ steps: 60 });
    const good = await unindexed({ steps: 60, seed: 2 });
    await client.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '54000'; END $$`,
    );
    await client.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON page_lexemes FOR EACH ROW WHEN (NEW.session_id = '${bad.sessionId}') EXECUTE FUNCTION refuse()`,
    );
    stops.push(async () => void (await client.query('DROP FUNCTION refuse CASCADE')));
    rebuilder();
    await until(async () => (await indexed(good)) === WHOLE);
    await until(async () => (await indexed(bad)) === 0);
    await expectWhole(good);
  });
});

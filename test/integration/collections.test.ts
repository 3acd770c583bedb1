import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CollectionPiecesRepository } from '../../src/modules/results/collections/collection-pieces.repository.js';
import { CollectionUpkeep } from '../../src/modules/results/collections/collection-upkeep.js';
import { forget } from '../../src/modules/crawl/sessions/session-tables.repository.js';
import { createRng } from '../../src/domain/base/rng.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { COLLECTIONS_CHANNEL, DatabaseEvents, PrismaService } from '../../src/platform/database/index.js';
import { StoredEvidenceRepository } from '../../src/modules/topics/seeds/stored-evidence.repository.js';
import { expectTrueCollection, standingCollection } from '../support/collection-truth.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { useDefaultProject } from '../support/default-project.js';
import { insertSessionRows, insertTopicRows, type SessionRows, type TopicRows } from '../support/session-rows.js';
import { isThorough } from '../support/thoroughness.js';

useDefaultProject();

const STEPS = 120;

describe('the collection of a topic', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let prisma: PrismaService;
  let upkeep: CollectionUpkeep;
  let pieces: CollectionPiecesRepository;
  let events: DatabaseEvents;
  let topic: TopicRows;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const config = loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '4' });
    prisma = new PrismaService(database.url, config);
    pieces = new CollectionPiecesRepository(prisma);
    events = new DatabaseEvents(database.url);
    upkeep = new CollectionUpkeep(pieces, events, config);
  });
  afterAll(async () => {
    await events.onModuleDestroy();
    await prisma.onApplicationShutdown();
    await client.end();
    await database.drop();
  });
  beforeEach(async () => {
    topic = await insertTopicRows(client);
  });

  const query = <T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
    client.query<T>(text, [...values]).then(({ rows }) => rows);
  /**
   * A session of the topic; sessions with the same seed have the same URLs. Some texts are shared with other sessions.
   */
  async function session(seed: number, minutes: number): Promise<SessionRows> {
    const rows = await insertSessionRows(database.url, {
      steps: STEPS,
      domains: 12,
      seed,
      topic,
      session: { completed: 0 },
    });
    await query(
      `UPDATE pages SET fetched_at = fetched_at + $2 * interval '1 minute', content_hash = CASE WHEN step % 3 = 0 THEN step / 9 ELSE NULL END,
         simhash = CASE WHEN step % 4 = 0 THEN step / 8 END WHERE session_id = $1 AND outcome = 'page'`,
      [rows.sessionId, minutes],
    );
    // It is committed from here on.
    await query('UPDATE sessions SET completed = $2 WHERE id = $1', [rows.sessionId, STEPS]);
    return rows;
  }
  const upToDate = () => upkeep.look(new AbortController().signal);
  const pagesOf = (condition = 'true') =>
    query<{ url: string; url_key: string; relevant: boolean; label: boolean | null; sessions: number }>(
      `SELECT * FROM collection_pages WHERE topic_id = $1 AND ${condition} ORDER BY url_key`,
      [topic.topicId],
    );
  const isTrue = () => expectTrueCollection(client, topic.topicId);

  it('has each page of its sessions once, with what its newest session says of it', async () => {
    const [first] = [await session(1, 0), await session(1, 60), await session(2, 30)];
    await upToDate();
    await isTrue();
    const shared = await pagesOf('sessions = 2');
    expect(shared.length).toBeGreaterThan(50);
    // Domains have led to others, and have unfetched pages.
    const [{ hubs, expecting }] = await query<{ hubs: number; expecting: number }>(
      'SELECT count(*) FILTER (WHERE led_to > 0)::int AS hubs, count(*) FILTER (WHERE expected > 0)::int AS expecting FROM collection_domains WHERE topic_id = $1',
      [topic.topicId],
    );
    expect(Math.min(hubs, expecting)).toBeGreaterThan(2);
    expect((await pagesOf('sessions = 1')).length).toBeGreaterThan(50);
    // A growing log is read on from its last position.
    await query('UPDATE sessions SET completed = 50 WHERE id = $1', [first.sessionId]);
    await query('UPDATE collection_progress SET collected = -1 WHERE session_id = $1', [first.sessionId]);
    await upToDate();
    expect((await pagesOf('sessions = 2')).length).toBeLessThan(shared.length);
    await query('UPDATE sessions SET completed = $2 WHERE id = $1', [first.sessionId, STEPS]);
    await upToDate();
    await isTrue();
    expect(await pagesOf('sessions = 2')).toEqual(shared);
  });

  it('lists one page per text, a relevant one first', async () => {
    const rows = await session(1, 0);
    await session(2, 60);
    await upToDate();
    await isTrue();
    const duplicates = await pagesOf('NOT representative');
    expect(duplicates.length).toBeGreaterThan(10);
    // The representative page is judged not relevant; another one takes its place.
    const [{ url, text_key: text }] = await query<{ url: string; text_key: string }>(
      `SELECT c.url, c.text_key FROM collection_pages c WHERE topic_id = $1 AND representative AND relevant AND EXISTS (
         SELECT FROM collection_pages d WHERE d.topic_id = c.topic_id AND d.text_key = c.text_key AND NOT d.representative AND d.relevant) ORDER BY url LIMIT 1`,
      [topic.topicId],
    );
    await query(
      `INSERT INTO examples (id, topic_id, url, relevant, text) VALUES (gen_random_uuid(), $1, $2, false, 'a text')`,
      [topic.topicId, url],
    );
    await upToDate();
    await isTrue();
    const [now] = await query<{ url: string; relevant: boolean }>(
      'SELECT url, relevant FROM collection_pages WHERE topic_id = $1 AND text_key = $2 AND representative',
      [topic.topicId, text],
    );
    expect(now.url).not.toBe(url);
    expect(now.relevant).toBe(true);
    expect(rows.pages.length).toBe(STEPS);
  });

  it('follows labels, and forgets them with the label', async () => {
    await session(1, 0);
    const [{ url }] = await query<{ url: string }>(
      `SELECT u.url FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no JOIN sessions s ON s.id = p.session_id
       WHERE s.topic_id = $1 AND p.relevant ORDER BY p.step LIMIT 1`,
      [topic.topicId],
    );
    const label = (relevant: boolean) =>
      query(
        `INSERT INTO examples (id, topic_id, url, relevant, text) VALUES (gen_random_uuid(), $1, $2, $3, 'a text') ON CONFLICT (topic_id, url) DO UPDATE SET relevant = excluded.relevant`,
        [topic.topicId, url, relevant],
      );
    await label(false);
    await upToDate();
    await isTrue();
    expect((await pagesOf('label IS NOT NULL')).map((page) => [page.url, page.relevant])).toEqual([[url, false]]);
    await label(true);
    await upToDate();
    await isTrue();
    await query('DELETE FROM examples WHERE topic_id = $1', [topic.topicId]);
    await upToDate();
    await isTrue();
    expect(await pagesOf('label IS NOT NULL')).toEqual([]);
  });

  it('keeps what a monitor knows when its sessions are gone, until the monitor is', async () => {
    const rows = await session(1, 0);
    await upToDate();
    const monitor = randomUUID();
    await query(`INSERT INTO monitors (id, topic_id, name, settings, crawl) VALUES ($1, $2, 'm', '{}', '{}')`, [
      monitor,
      topic.topicId,
    ]);
    await query(
      `INSERT INTO monitor_pages (monitor_id, url_key, url, state, title, probability, rate, looked_at, created_at)
       SELECT $1, md5(u.url)::uuid, u.url, CASE WHEN p.step % 5 = 0 THEN 'FRONTIER' ELSE 'WATCHED' END, p.title, 0.75, 0.1, p.fetched_at + interval '1 day', p.fetched_at
       FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no WHERE p.session_id = $2 AND p.relevant`,
      [monitor, rows.sessionId],
    );
    await upToDate();
    await isTrue();
    const watched = await pagesOf('monitored');
    expect(watched.length).toBeGreaterThan(10);
    await query(
      `UPDATE monitor_pages SET state = 'GONE', tried_at = now(), changed_at = now() WHERE monitor_id = $1 AND url_key = $2`,
      [monitor, watched[0].url_key],
    );
    await upToDate();
    await isTrue();
    expect((await pagesOf('gone_at IS NOT NULL AND monitored')).map(({ url }) => url)).toEqual([watched[0].url]);
    await query('DELETE FROM sessions WHERE id = $1', [rows.sessionId]);
    await query('DELETE FROM pages WHERE session_id = $1', [rows.sessionId]);
    await upToDate();
    await isTrue();
    expect((await pagesOf()).map(({ url }) => url)).toEqual(watched.map(({ url }) => url));
    await query('DELETE FROM monitors WHERE id = $1', [monitor]);
    await upToDate();
    expect(await standingCollection(client, topic.topicId)).toEqual({ pages: [], domains: [] });
  });

  it('gives places for seeds: of domains to keep home and best pages, of others the best, of rejected ones none', async () => {
    await session(1, 0);
    await upToDate();
    const byName = await query<{ name: string; relevant: number }>(
      'SELECT name, relevant FROM collection_domains WHERE topic_id = $1 ORDER BY relevant',
      [topic.topicId],
    );
    const [kept, rejected] = [byName[0].name, byName.at(-1)!.name];
    await query(
      `INSERT INTO collection_remarks (topic_id, subject, key, verdict) VALUES ($1, 'domain', $2, 'keep'), ($1, 'domain', $3, 'reject')`,
      [topic.topicId, kept, rejected],
    );
    await upToDate();
    const evidence = new StoredEvidenceRepository(prisma, undefined as never);
    const places = new Set((await evidence.collectedPages(topic.topicId)).map(({ step }) => step));
    const pages = await query<{ step: number; url: string; domain: string; relevant: boolean; probability: number }>(
      'SELECT step, url, domain, relevant AND representative AS relevant, probability FROM collection_pages WHERE topic_id = $1 ORDER BY length(url), url',
      [topic.topicId],
    );
    for (const { name } of byName) {
      const own = pages.filter(({ domain }) => domain === name);
      const best = own.filter(({ relevant }) => relevant).sort((a, b) => b.probability - a.probability);
      const wanted = [...best.slice(0, 3), ...(name === kept ? [own[0]] : [])].map(({ step }) => step);
      expect(
        own
          .map(({ step }) => step)
          .filter((step) => places.has(step))
          .sort(),
      ).toEqual([...new Set(wanted)].sort());
      if (name === rejected) expect(wanted).toEqual([]);
    }
    expect(await evidence.rejectedDomains(topic.topicId)).toEqual([rejected]);
  });

  it('is judged again with its sessions, begins again with them, and goes with the topic', async () => {
    const [one, other] = [await session(1, 0), await session(1, 60)];
    await upToDate();
    await query(
      'UPDATE pages SET probability = 1 - probability, relevant = outcome = $2 AND probability < 0.4 WHERE session_id = $1',
      [other.sessionId, 'page'],
    );
    await query('UPDATE collection_progress SET collected = 0 WHERE session_id = $1 AND collected > 0', [
      other.sessionId,
    ]);
    await upToDate();
    await isTrue();
    await prisma.$transaction((tx) => forget(tx, one.sessionId));
    await upToDate();
    await isTrue();
    expect(await pagesOf('sessions > 1')).toEqual([]);
    await query('DELETE FROM sessions WHERE topic_id = $1', [topic.topicId]);
    await query('DELETE FROM topics WHERE id = $1', [topic.topicId]);
    await upToDate();
    const [left] = await query(
      `SELECT (SELECT count(*) FROM collections WHERE topic_id = $1)::int + (SELECT count(*) FROM collection_progress WHERE topic_id = $1)::int
         + (SELECT count(*) FROM collection_sightings WHERE topic_id = $1)::int + (SELECT count(*) FROM collection_pages WHERE topic_id = $1)::int
         + (SELECT count(*) FROM collection_domains WHERE topic_id = $1)::int + (SELECT count(*) FROM collection_known WHERE topic_id = $1)::int AS rows`,
      [topic.topicId],
    );
    expect(left).toEqual({ rows: 0 });
  });

  it('reads little of the collection for each page, also on connections from the time when it was empty', async () => {
    const own = await createTestDatabase();
    const observer = new pg.Client({ connectionString: own.url });
    await observer.connect();
    try {
      const settings = loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '2' });
      const crawling = new PrismaService(own.url, settings);
      const collecting = new CollectionUpkeep(new CollectionPiecesRepository(crawling), events, settings);
      const rows = await insertSessionRows(own.url, { steps: 1_500, session: { completed: 0 } });
      for (const completed of [1, 2, 3, 4, 5, 6, 7, 8, 500, 1_000, 1_500]) {
        await observer.query('UPDATE sessions SET completed = $2 WHERE id = $1', [rows.sessionId, completed]);
        await collecting.look(new AbortController().signal);
      }
      // A connection reports its counts when it ends.
      await crawling.onApplicationShutdown();
      const { rows: counts } = await observer.query<{ pages: number; read: number }>(
        `SELECT (SELECT count(*)::int FROM collection_pages) AS pages, sum(idx_tup_read)::int AS read
         FROM pg_stat_user_indexes WHERE relname IN ('collection_pages', 'collection_sightings')`,
      );
      expect(counts[0].pages).toBeGreaterThan(1_000);
      expect(counts[0].read / counts[0].pages).toBeLessThan(40);
    } finally {
      await observer.end();
      await own.drop();
    }
  });

  it('calls workers when sessions end or go, and for labels and verdicts, but not for each commit', async () => {
    const [first, second] = [await session(1, 0), await session(2, 0)];
    await query(`UPDATE sessions SET state = 'RUNNING' WHERE topic_id = $1`, [topic.topicId]);
    await upToDate();
    const calls = await events.listen(COLLECTIONS_CHANNEL);
    const changes: [string, unknown[]][] = [
      [`UPDATE sessions SET state = 'COMPLETED' WHERE id = $1`, [first.sessionId]],
      [
        `INSERT INTO examples (id, topic_id, url, relevant, text) VALUES (gen_random_uuid(), $1, 'http://a.example/', false, 'a text')`,
        [topic.topicId],
      ],
      [
        `INSERT INTO collection_remarks (topic_id, subject, key, verdict) VALUES ($1, 'domain', 'site-1.example', 'reject')`,
        [topic.topicId],
      ],
      ['UPDATE collection_progress SET collected = 0 WHERE session_id = $1', [first.sessionId]],
      ['DELETE FROM sessions WHERE id = $1', [first.sessionId]],
    ];
    for (const [statement, values] of changes) {
      await query(statement, values);
      expect(await calls.next()).toEqual({ done: false, value: '' });
    }
    await query('UPDATE sessions SET completed = completed - 1 WHERE id = $1', [second.sessionId]);
    await query('UPDATE sessions SET completed = completed + 1 WHERE id = $1', [second.sessionId]);
    await query(`SELECT pg_notify($1, 'none before')`, [COLLECTIONS_CHANNEL]);
    expect(await calls.next()).toEqual({ done: false, value: 'none before' });
    await calls.return?.();
  });

  it('equals its rebuild, whatever happens to sessions while several processes are at it', async () => {
    const rng = createRng(7);
    const stop = new AbortController();
    const others = [0, 1].map(async () => {
      while (!stop.signal.aborted) {
        await upkeep.look(stop.signal);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const there: SessionRows[] = [];
    for (let round = 0; round < (isThorough ? 60 : 14); round++) {
      const act = rng.next();
      const some = there[rng.below(Math.max(1, there.length))];
      if (there.length < 2 || act < 0.4) there.push(await session(1 + rng.below(3), rng.below(500)));
      else if (act < 0.6) {
        // As a user deletes it, with its rows purged afterwards.
        await query('DELETE FROM sessions WHERE id = $1', [some.sessionId]);
        await query('DELETE FROM pages WHERE session_id = $1', [some.sessionId]);
        there.splice(there.indexOf(some), 1);
      } else if (act < 0.7) {
        await query(
          `INSERT INTO collection_remarks (topic_id, subject, key, verdict) VALUES ($1, 'domain', $2, $3)
           ON CONFLICT (topic_id, subject, key) DO UPDATE SET verdict = excluded.verdict`,
          [topic.topicId, `site-${rng.below(4)}.example`, rng.next() < 0.6 ? 'reject' : 'keep'],
        );
      } else if (act < 0.85) {
        await client.query('BEGIN');
        await query(
          'UPDATE pages SET probability = 1 - probability, relevant = NOT relevant WHERE session_id = $1 AND outcome = $2',
          [some.sessionId, 'page'],
        );
        await query('UPDATE collection_progress SET collected = 0 WHERE session_id = $1 AND collected > 0', [
          some.sessionId,
        ]);
        await client.query('COMMIT');
      } else {
        await query(
          `INSERT INTO examples (id, topic_id, url, relevant, text)
           SELECT gen_random_uuid(), $1, url, $3, 'a text' FROM urls WHERE session_id = $2 AND url_no % 7 = 0 ON CONFLICT (topic_id, url) DO UPDATE SET relevant = excluded.relevant`,
          [topic.topicId, some.sessionId, rng.next() < 0.5],
        );
      }
    }
    stop.abort();
    await Promise.all(others);
    await upToDate();
    await isTrue();
    const before = await standingCollection(client, topic.topicId);
    expect(before.pages.length).toBeGreaterThan(50);
    await pieces.beginAnew(topic.topicId);
    await upToDate();
    expect(await standingCollection(client, topic.topicId)).toEqual(before);
  });
});

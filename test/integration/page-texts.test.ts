import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { hashUrl, signedDecimal } from '../../src/domain/url/index.js';
import { CrawlLogRepository } from '../../src/modules/crawl/crawling/log/crawl-log.repository.js';
import { StoredGraphsRepository } from '../../src/modules/research/experiments/stored-graphs.repository.js';
import { SelfTrainingRepository } from '../../src/modules/topics/models/training/self-training.repository.js';
import { DEFAULT_SETTINGS } from '../../src/modules/crawl/monitors/monitor.js';
import { MonitorsRepository } from '../../src/modules/crawl/monitors/monitors.repository.js';
import { MonitorRunsRepository } from '../../src/modules/crawl/monitors/runs/monitor-runs.repository.js';
import { StoredSearch } from '../../src/modules/fetch/search-engines/stored-search.repository.js';
import {
  SearchIndexRepository,
  type SearchIndexWriter,
} from '../../src/modules/base/search/search-index.repository.js';
import { StoredEvidenceRepository } from '../../src/modules/topics/seeds/stored-evidence.repository.js';
import {
  PURGE_BEGINS,
  type PurgePlace,
  SessionTablesRepository,
} from '../../src/modules/crawl/sessions/session-tables.repository.js';
import type { PageDto } from '../../src/modules/results/results/dto/page.dto.js';
import { CrawledWebsRepository } from '../../src/modules/research/spiders/crawled-webs.repository.js';
import { KeywordSamplesRepository } from '../../src/modules/topics/topics/keywords/keyword-samples.repository.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { CrawlDatabase, PrismaService, ReadingDatabase } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { useDefaultProject } from '../support/default-project.js';
import { lengthenTexts, SmallPacks, textKeys, type TextsHere, textsHere } from '../support/moved-texts.js';
import { pagesOver, textsInDatabase } from '../support/page-texts-here.js';
import { startStore, type TestStore } from '../support/s3-server.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';

useDefaultProject();

/** Three packs. */
const STEPS = 60;
const away: TestStore['fault'] = (_, response) => Boolean(response.writeHead(503).end());
const collected = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

describe('texts of pages in a store', () => {
  let root: string;
  let store: TestStore;
  let database: TestDatabase;
  let client: pg.Client;
  let prisma: PrismaService;
  let crawl: CrawlDatabase;
  let reading: ReadingDatabase;
  let writer: SearchIndexWriter;
  let texts: TextsHere;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    root = await mkdtemp(join(tmpdir(), 'gleaner-texts-'));
    store = await startStore(root);
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const config = loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '3' });
    prisma = new PrismaService(database.url, config);
    crawl = new CrawlDatabase(database.url, config);
    reading = new ReadingDatabase(database.url, config);
    texts = textsHere(crawl, store);
    writer = await new SearchIndexRepository(prisma, texts.reader, database.url).openWriter();
  });
  afterEach(async () => {
    store.fault = null;
    await client.query(
      'DELETE FROM sessions; DELETE FROM pages; DELETE FROM page_lexemes; DELETE FROM text_uploads; DELETE FROM topics',
    );
    for (const key of await textKeys(store)) await texts.store.remove(key.split('/')[1]);
  });
  afterAll(async () => {
    await writer.close();
    for (const open of [prisma, crawl, reading]) await open.onApplicationShutdown();
    await client.end();
    await database.drop();
    await store.close();
    await rm(root, { recursive: true, force: true });
  });

  const index = async (sessionId: string): Promise<void> => {
    const progress = async (): Promise<number | null> =>
      (
        await client.query<{ indexed: number }>('SELECT indexed FROM search_progress WHERE session_id = $1', [
          sessionId,
        ])
      ).rows[0]?.indexed ?? null;
    while ((await writer.indexNext({ id: sessionId, indexed: await progress() }, 64)) > 0);
  };
  const session = async (options: { session?: Record<string, unknown> } = {}): Promise<SessionRows> => {
    const rows = await insertSessionRows(database.url, { steps: STEPS, indexed: false, ...options });
    await lengthenTexts(client, rows.sessionId);
    return rows;
  };
  const count = async (what: string, sessionId: string): Promise<number> =>
    (
      await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM pages WHERE session_id = $1 AND ${what}`, [
        sessionId,
      ])
    ).rows[0].n;
  const moved = (sessionId: string): Promise<number> => count('text_place IS NOT NULL', sessionId);
  const worth = (sessionId: string): Promise<number> => count('octet_length(text) > 500', sessionId);
  const wholeOf = async (sessionId: string) =>
    pagesOver(reading, texts.reader).texts(
      sessionId,
      Array.from({ length: STEPS }, (_, i) => i),
    );
  const search = (sessionId: string, words: string) =>
    // It does not cache earlier reads.
    pagesOver(reading, textsHere(crawl, store).reader).readOn(sessionId, { search: words }, -1, 500, false);

  /** Results of all readers of texts. */
  async function readAll({ sessionId, topicId, modelId, pages }: SessionRows): Promise<Record<string, unknown>> {
    const steps = pages.map(({ step }) => step);
    const reader = texts.reader;
    const results = pagesOver(reading, reader);
    const log = new CrawlLogRepository(crawl, reader).storeFor({ sessionId, topicId, epoch: 1 });
    const places = steps.map((step) => ({ sessionId, step, url: '' }));
    const monitors = new MonitorsRepository(prisma, reader);
    const [visited] = pages.filter(({ step, outcome }) => outcome === 'page' && step % 3 === 0);
    const url = 'http://visited.example/';
    await client.query(
      `INSERT INTO visits (topic_id, session_id, url_hash, url, fetched_at, step, change) VALUES ($1, $2, $3, $4, now(), $5, 'new') ON CONFLICT DO NOTHING`,
      [topicId, sessionId, signedDecimal(hashUrl(url)), url, visited.step],
    );
    const watched = await prisma.$transaction(async (db) => {
      const id = await monitors.insert(db, { ...DEFAULT_SETTINGS, topicId, sessionId: null, name: 'm' }, {}, 100);
      await monitors.watch(db, id ?? '', [sessionId]);
      return db.$queryRaw`SELECT url, text FROM monitor_pages WHERE monitor_id = ${id}::uuid ORDER BY url_key`;
    });
    const runs = new MonitorRunsRepository(prisma, reader);
    return {
      // A map, in the database's order.
      texts: [...(await results.texts(sessionId, steps))].sort(([a], [b]) => a - b),
      exported: await results.readOn(sessionId, {}, -1, 500, true),
      searched: (await search(sessionId, 'soccer violin')).map(({ step }) => step),
      replayed: await collected(log.steps(0, 'whole')),
      earlier: await log.earlierVisit(url, true),
      spiders: await collected(new CrawledWebsRepository(prisma, reader).pages(sessionId, 500)),
      graphs: await collected(new StoredGraphsRepository(prisma, reader).pages(sessionId)),
      training: await new SelfTrainingRepository(prisma, reader).texts(sessionId, steps, 1_000),
      surest: (await new SelfTrainingRepository(prisma, reader).surest(topicId, modelId, 0.9, 0.1)).length,
      keywords: await new KeywordSamplesRepository(prisma, reader).pages(sessionId, true, 100),
      evidence: await new StoredEvidenceRepository(prisma, reader).pagesAt(places),
      hits: await new StoredSearch(prisma).pages({ query: 'soccer violin', page: 1, limit: 20 }),
      monitored: await prisma.$transaction((db) => runs.steps(db, sessionId, 0, 500)),
      watched,
    };
  }

  it('are read as they were by all who read texts', async () => {
    const rows = await session();
    const { sessionId } = rows;
    await index(sessionId);
    const [before, expected] = [await readAll(rows), await worth(sessionId)];
    expect(expected).toBeGreaterThan(25);
    await texts.move();
    expect(await moved(sessionId)).toBe(expected);
    // Of moved texts only the parts for lists remain.
    expect(
      await count(
        `text_place IS NOT NULL AND (length(text) > 300 OR length(main_text) > 300 OR main_ranges <> '{}')`,
        sessionId,
      ),
    ).toBe(0);
    expect(await count(`text_place IS NOT NULL AND text <> '' AND description <> ''`, sessionId)).toBe(0);
    const keys = await textKeys(store);
    expect(keys.every((key) => key.startsWith(`texts/${sessionId}/`))).toBe(true);
    expect(keys).toHaveLength(3);
    const after = await readAll(rows);
    for (const [name, value] of Object.entries(before)) expect([name, after[name]]).toEqual([name, value]);
    // A second pass finds nothing to do.
    await texts.move();
    expect(await textKeys(store)).toEqual(keys);
  });

  it('are moved behind the search index, and of a session that runs only once there are many', async () => {
    const { sessionId } = await session({ session: { state: 'RUNNING', state_reason: null, finished_at: null } });
    await texts.move();
    expect(await moved(sessionId)).toBe(0);
    await writer.indexNext({ id: sessionId, indexed: null }, 48);
    await texts.move();
    expect(await moved(sessionId)).toBe(0);
    await writer.indexNext({ id: sessionId, indexed: 48 }, 4);
    await texts.move();
    expect(await moved(sessionId)).toBe(
      await count('seq < 25 AND (text_place IS NOT NULL OR octet_length(text) > 500)', sessionId),
    );
    await client.query(`UPDATE sessions SET state = 'PAUSED' WHERE id = $1`, [sessionId]);
    await texts.move();
    expect(await count('seq < 52 AND octet_length(text) > 500', sessionId)).toBe(0);
    expect(await count('seq >= 52 AND text_place IS NOT NULL', sessionId)).toBe(0);
  });

  it('have excerpts in which the words of a search or the keywords stand, in any language, before and after', async () => {
    const sentences = [
      ['de', 'Bienen', 'Am Mittag fliegt eine Biene zum Stock.', 'eine [Biene] zum', 'Hier geht es um gar nichts. '],
      ['ru', 'пчела', 'В полдень пчёлы летят к улью.', 'полдень [пчёлы] летят', 'Здесь ни о чём не говорится. '],
      ['ar', 'نحلة', 'تطير النحلة إلى الخلية.', 'تطير [النحلة] إلى', 'لا شيء يقال هنا اليوم. '],
      ['hi', 'मधुमक्खी', 'मधुमक्खियाँ छत्ते में हैं।', '[मधुमक्खियाँ] छत्ते', 'यहाँ कुछ नहीं कहा गया है। '],
      ['zh', '蜜蜂', '中午蜜蜂飞回蜂箱。', '中午[蜜蜂]飞回', '这里什么也没有说。'],
      ['ja', 'ミツバチ', '昼にミツバチが巣箱に戻る。', '昼に[ミツバチ]が', 'ここには何も書かれていない。'],
      ['th', 'ผึ้ง', 'ตอนเที่ยงผึ้งบินกลับรัง', 'ตอนเที่ยง[ผึ้ง]บิน', 'ตรงนี้ไม่มีอะไรเลย '],
    ] as const;
    const { sessionId, pages } = await session();
    const steps = pages.filter(({ outcome, noindex }) => outcome === 'page' && !noindex).map(({ step }) => step);
    for (const [i, [language, , sentence, , filler]] of sentences.entries())
      await client.query(
        `UPDATE pages SET title = 't', language = $3, text = $4, main_text = $4, main_ranges = '{}' WHERE session_id = $1 AND step = $2`,
        [
          sessionId,
          steps[i],
          language,
          `${filler.repeat(90)}${sentence}${filler.repeat(9)} soccer ${filler.repeat(9)}`,
        ],
      );
    await index(sessionId);
    const marked = ({ excerpt, excerptMarks }: PageDto): string =>
      excerptMarks.reduceRight(
        (text, at, i) => `${text.slice(0, at)}${i % 2 === 0 ? '[' : ']'}${text.slice(at)}`,
        excerpt ?? '',
      );
    const shown = async (): Promise<string[][]> => {
      const listed = await pagesOver(reading, texts.reader).bySteps(sessionId, steps.slice(0, sentences.length));
      return Promise.all(
        sentences.map(async ([, word], i) => [
          marked((await search(sessionId, word))[0]),
          marked(listed.get(steps[i])!),
        ]),
      );
    };
    const before = await shown();
    sentences.forEach(([, , , expected], i) => {
      expect(before[i][0]).toContain(expected);
      expect(before[i][1]).toContain('[soccer]');
    });
    await texts.move();
    expect(await count('text_place IS NOT NULL AND main_text IS NOT NULL', sessionId)).toBeGreaterThan(7);
    expect(await shown()).toEqual(before);
  });

  it('are found while the index is rebuilt, with its rows or from nothing', async () => {
    const { sessionId } = await session();
    await index(sessionId);
    const lexemes = async (): Promise<unknown[]> =>
      (
        await client.query('SELECT step, lexemes::text FROM page_lexemes WHERE session_id = $1 ORDER BY step', [
          sessionId,
        ])
      ).rows;
    const [expected, found] = [await lexemes(), await search(sessionId, 'soccer violin')];
    await texts.move();
    await client.query('DELETE FROM search_progress WHERE session_id = $1', [sessionId]);
    expect(await search(sessionId, 'soccer violin')).toEqual(found);
    store.fault = away;
    await expect(index(sessionId)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // The kept part is shown while the store is unreadable.
    const steps = (pages: typeof found) => pages.map(({ step }) => step);
    expect(steps(await search(sessionId, 'soccer violin'))).toEqual(steps(found));
    store.fault = null;
    await index(sessionId);
    expect(await lexemes()).toEqual(expected);
    await client.query('DELETE FROM search_progress WHERE session_id = $1', [sessionId]);
    await client.query('DELETE FROM page_lexemes WHERE session_id = $1', [sessionId]);
    await index(sessionId);
    expect(await lexemes()).toEqual(expected);
  });

  it('stay in the database while the store is away, and go later', async () => {
    const { sessionId } = await session();
    await index(sessionId);
    const before = await wholeOf(sessionId);
    store.fault = away;
    await expect(texts.move()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await moved(sessionId)).toBe(0);
    expect(texts.store.failures.write).toBeGreaterThan(0);
    expect(await wholeOf(sessionId)).toEqual(before);
    store.fault = null;
    const expected = await worth(sessionId);
    await texts.move();
    expect(await moved(sessionId)).toBe(expected);
  });

  it('that cannot be read are an error to the API, and waited for by a session', async () => {
    const { sessionId, topicId } = await session();
    await index(sessionId);
    const log = new CrawlLogRepository(crawl, texts.reader).storeFor({ sessionId, topicId, epoch: 1 });
    const before = await collected(log.steps(0, 'whole'));
    await texts.move();
    store.fault = away;
    const unread = textsHere(crawl, store).reader;
    const results = pagesOver(reading, unread);
    await expect(results.texts(sessionId, [0, 1])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'the store of page texts cannot be reached at the moment',
    });
    // Lists show no texts.
    expect(await results.readOn(sessionId, {}, -1, 500, false)).toHaveLength(STEPS);
    let asked = 0;
    store.fault = (_, response) => ++asked < 8 && Boolean(response.writeHead(503).end());
    const waiting = new CrawlLogRepository(crawl, unread).storeFor({ sessionId, topicId, epoch: 1 });
    expect(await collected(waiting.steps(0, 'whole'))).toEqual(before);
    expect(asked).toBeGreaterThan(8);
  });

  it('that are not in the store as they were put there are an error, and never something else', async () => {
    const { sessionId } = await session();
    await index(sessionId);
    await texts.move();
    const objects = textsHere(crawl, store);
    // Other bytes of the same length under the pack's name.
    store.fault = (request, response) => {
      if (request.method !== 'GET' || request.url?.includes('list-type') === true) return false;
      return Boolean(response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end('0123456789'));
    };
    const results = pagesOver(reading, objects.reader);
    for (const steps of [[0], Array.from({ length: STEPS }, (_, i) => i)])
      await expect(results.texts(sessionId, steps)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    store.fault = null;
    await objects.store.remove(sessionId);
    await expect(results.texts(sessionId, [0])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const unset = pagesOver(reading, textsInDatabase());
    await expect(unset.texts(sessionId, [0])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('are neither lost nor doubled by a process that ends between upload and transaction', async () => {
    const { sessionId } = await session();
    await index(sessionId);
    const before = await wholeOf(sessionId);
    class Ending extends SmallPacks {
      override end(): Promise<boolean> {
        return new Promise(() => undefined);
      }
    }
    void textsHere(crawl, store, new Ending(crawl)).move();
    while ((await textKeys(store)).length === 0);
    const keys = await textKeys(store);
    expect([await moved(sessionId), await wholeOf(sessionId)]).toEqual([0, before]);
    // Others leave it alone as long as it may be active.
    await texts.move();
    expect(await moved(sessionId)).toBe(0);
    await client.query(`UPDATE text_uploads SET started_at = now() - interval '6 minutes'`);
    await texts.move();
    expect(await textKeys(store)).toEqual(expect.arrayContaining(keys));
    expect(await textKeys(store)).toHaveLength(3);
    expect(await wholeOf(sessionId)).toEqual(before);
    expect((await client.query('SELECT FROM text_uploads')).rowCount).toBe(0);
  });

  it('of a slow process do no harm to those of the one that took its place', async () => {
    const { sessionId } = await session();
    await index(sessionId);
    const before = await wholeOf(sessionId);
    let goOn = (): void => undefined;
    class Slow extends SmallPacks {
      override async end(...given: Parameters<SmallPacks['end']>): Promise<boolean> {
        await new Promise<void>((resolve) => (goOn = resolve));
        return super.end(...given);
      }
    }
    const slow = textsHere(crawl, store, new Slow(crawl)).move();
    while ((await textKeys(store)).length === 0);
    await client.query(`UPDATE text_uploads SET started_at = now() - interval '6 minutes'`);
    await texts.move();
    const keys = await textKeys(store);
    goOn();
    await slow;
    expect(await textKeys(store)).toEqual(keys);
    expect(await wholeOf(sessionId)).toEqual(before);
  });

  it('go with their session, and so does what a lost process has left of it', async () => {
    const { sessionId } = await session();
    const other = await session();
    await index(sessionId);
    await index(other.sessionId);
    const lost = await session();
    await texts.move();
    // Uploaded after its session was deleted, by a process that died.
    await client.query(
      `INSERT INTO text_uploads (session_id, first, last, started_at) VALUES ($1, 0, 5, now() - interval '1 hour')`,
      [lost.sessionId],
    );
    await texts.store.put({ sessionId: lost.sessionId, first: 0, last: 5 }, 77, Buffer.from('left'));
    await client.query('DELETE FROM sessions WHERE id = ANY($1::uuid[])', [[sessionId, lost.sessionId]]);
    const tables = new SessionTablesRepository(prisma);
    for (let place: PurgePlace | null = PURGE_BEGINS; place !== null;) place = await tables.purgeSome(sessionId, place);
    const lefts: number[] = [];
    await texts.reader.remove(sessionId, (left) => void lefts.push(left));
    expect(lefts).toEqual([3, 2, 1]);
    await texts.move();
    const keys = await textKeys(store);
    expect(keys).toHaveLength(3);
    expect(keys.every((key) => key.startsWith(`texts/${other.sessionId}/`))).toBe(true);
    expect((await client.query('SELECT FROM text_uploads')).rowCount).toBe(0);
  });
});

import type pg from 'pg';
import { parsePage } from '../../src/domain/page/index.js';
import type { SessionConfigInput, StepFacts, StepRecord } from '../../src/domain/session/index.js';
import { type CrawlLoop, type CrawlStore, type Fetcher, LeaseLostError, MemoryStore } from '../../src/engine/index.js';
import type { CrawlLogRepository } from '../../src/modules/crawl/crawling/log/crawl-log.repository.js';
import type { CrawlSessionsRepository } from '../../src/modules/crawl/crawling/session/crawl-sessions.repository.js';
import { WHOLE } from '../../src/modules/base/search/index.js';
import { BARREN_KINDS, createBarrenWeb } from '../support/barren-web.js';
import { queueSession } from '../support/crawl-session.js';
import { type CrawlLogHere, openCrawlLog } from '../support/crawl-log-here.js';
import { loggedCrawl } from '../support/logged-crawl.js';
import { createRandomFetcher, createRandomWeb } from '../support/random-web.js';
import { createRepetitiveFetcher } from '../support/repetitive-fetcher.js';
import { useDefaultProject } from '../support/default-project.js';
import { someOf } from '../support/thoroughness.js';

useDefaultProject();

const web = createRandomWeb({ sites: 20, pagesPerSite: 30, linksPerPage: 8 });
const CONFIG: SessionConfigInput = { budget: { fetches: 120 }, concurrency: 1, hostDelayMs: 0 };
const LEASE_MS = 60_000;
const NO_PAGE = parsePage('', 'http://example.com/');

const loopFor = (
  policy: string,
  store: CrawlStore,
  stopAt: number | null,
  fetcher = createRandomFetcher(web),
): CrawlLoop => loggedCrawl({ policy, config: CONFIG, seeds: web.seeds, fetcher, stopAt }, store);

/** Hides the checkpoints, so that everything comes from the log. */
const withoutCheckpoints = (store: CrawlStore): CrawlStore => ({
  load: async () => ({ ...(await store.load()), checkpoints: [], learnt: [] }),
  checkpoint: (completed) => store.checkpoint(completed),
  learnt: (completed) => store.learnt(completed),
  keepCheckpoint: (completed, data) => store.keepCheckpoint(completed, data),
  dropCheckpoint: (completed, reason) => store.dropCheckpoint(completed, reason),
  choices: (from) => store.choices(from),
  steps: (from, contents) => store.steps(from, contents),
  collectedPage: (url, days) => store.collectedPage(url, days),
  hadNoPage: (url, days) => store.hadNoPage(url, days),
  prepare: (record) => store.prepare(record),
  commit: (batch) => store.commit(batch),
  urlsOf: (urlNos) => store.urlsOf(urlNos),
  earlierVisit: (url) => store.earlierVisit(url),
});

/** Texts that the format must preserve: several pieces, none, other planes, NUL, markup of the format. */
function bentRecord(record: StepRecord): StepRecord {
  const { page } = record.facts;
  // Of a refused redirect only the refusal is kept.
  if (page === null || record.outcome !== 'page')
    return {
      ...record,
      facts: { ...record.facts, page: null, links: [], language: '', probability: 0, relevant: false },
    };
  const mainText = [
    '',
    page.mainText,
    `${page.text.slice(0, 20)} ${page.text.slice(60, 90)}`,
    'not of the text',
    '𝄞 é\\N\t"{}',
  ][record.seq % 5];
  const facts = {
    ...record.facts,
    page: { ...page, mainText, title: `${page.title} 𝄞\\N\n`, headings: ['', 'a "b" {c}', 'NULL'] },
  };
  return { ...record, facts };
}

describe('the crawl log in PostgreSQL', () => {
  const urlsInLog = async (sessionId: string): Promise<Map<number, string>> => {
    const { rows } = await client.query<{ url_no: number; url: string }>(
      'SELECT url_no, url FROM urls WHERE session_id = $1 ORDER BY url_no',
      [sessionId],
    );
    return new Map(rows.map(({ url_no, url }) => [url_no, url]));
  };

  let here: CrawlLogHere;
  let client: pg.Client;
  let log: CrawlLogRepository;
  let sessions: CrawlSessionsRepository;

  beforeAll(async () => {
    here = await openCrawlLog();
    ({ client, log, sessions } = here);
  });
  afterAll(() => here.close());

  it.each(someOf(['breadth-first', 'best-first', 'tres'], (policy) => policy === 'tres'))(
    '%s: continues from log and checkpoint in the order of an unbroken crawl',
    async (policy) => {
      const unbroken = new MemoryStore();
      await loopFor(policy, unbroken, null).run();
      const expected = unbroken.records.map((record) => record.plan.urlNo);
      for (const hide of [false, true]) {
        const sessionId = await queueSession(client, web, policy, CONFIG, { seed: 3 });
        for (const stopAt of [20, 55, 56, null]) {
          const claimed = await sessions.claim('test', LEASE_MS);
          expect(claimed?.lease.sessionId).toBe(sessionId);
          if (!claimed) return;
          const store = log.storeFor(claimed.lease);
          await loopFor(policy, hide ? withoutCheckpoints(store) : store, stopAt).run();
          expect(
            await sessions.leave(
              claimed.lease,
              stopAt === null ? 'COMPLETED' : 'QUEUED',
              stopAt === null ? 'BUDGET' : null,
              null,
            ),
          ).toBe(true);
        }
        const { rows } = await client.query<{ url_no: number }>(
          'SELECT url_no FROM pages WHERE session_id = $1 ORDER BY step',
          [sessionId],
        );
        expect(rows.map((row) => row.url_no)).toEqual(expected);
      }
    },
  );

  it.each([
    ['reuse', 'prospector'],
    ['skip', 'best-first'],
    ...someOf([['reuse', 'best-first']] as const, () => false),
  ] as const)(
    '%s: takes or passes over what the topic has under %s, and decides alike in a replay',
    async (known, policy) => {
      const config: SessionConfigInput = { ...CONFIG, known };
      const run = async (given: SessionConfigInput, stops: readonly (number | null)[], ofTopic: string | null) => {
        const sessionId = await queueSession(client, web, policy, given, { seed: 3 });
        if (ofTopic !== null)
          await client.query('UPDATE sessions SET topic_id = $2 WHERE id = $1', [sessionId, ofTopic]);
        const asked: string[] = [];
        const random = createRandomFetcher(web);
        const fetcher: Fetcher = {
          fetch: (request, signal) => {
            asked.push(request.url);
            return random.fetch(request, signal);
          },
          close: () => random.close(),
        };
        for (const stopAt of stops) {
          const claimed = await sessions.claim('test', LEASE_MS);
          if (claimed?.lease.sessionId !== sessionId) throw new Error('another session was claimed');
          const store = log.storeFor(claimed.lease);
          const crawl = { policy, config: given, seeds: web.seeds, fetcher, stopAt };
          await loggedCrawl(crawl, stops.length > 1 ? withoutCheckpoints(store) : store).run();
          const isEnd = stopAt === null;
          await sessions.leave(claimed.lease, isEnd ? 'COMPLETED' : 'QUEUED', isEnd ? 'BUDGET' : null, null);
        }
        const { rows } = await client.query<{
          url: string;
          outcome: string;
          title: string | null;
          probability: number;
          relevant: boolean;
          links: number;
        }>(
          `SELECT u.url, p.outcome, p.title, p.probability, p.relevant, p.link_count AS links FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no
         WHERE p.session_id = $1 ORDER BY p.step`,
          [sessionId],
        );
        const { rows: counters } = await client.query<{
          topic_id: string;
          fetched: number;
          failed: number;
          reused: number;
          skipped: number;
          relevant: number;
        }>('SELECT topic_id, fetched, failed, reused, skipped, relevant FROM sessions WHERE id = $1', [sessionId]);
        return { sessionId, rows, asked, counters: counters[0] };
      };
      const first = await run(CONFIG, [null], null);
      expect(first.counters).toMatchObject({ reused: 0, skipped: 0 });
      // The topic has every other page that it found.
      await client.query(
        `INSERT INTO collection_pages (topic_id, url_key, url, domain, session_id, step, probability, relevant, representative, sessions, monitored, first_found_at, first_session_at, last_seen_at)
       SELECT $2, md5(u.url)::uuid, u.url, u.host, p.session_id, p.step, p.probability, p.relevant, true, 1, false, now(), now(), now()
       FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no WHERE p.session_id = $1 AND p.outcome = 'page' AND p.step % 2 = 0 ON CONFLICT DO NOTHING`,
        [first.sessionId, first.counters.topic_id],
      );
      const topic = first.counters.topic_id;
      const has = new Map(
        first.rows.filter(({ outcome }, step) => outcome === 'page' && step % 2 === 0).map((row) => [row.url, row]),
      );
      const unbroken = await run(config, [null], topic);
      const taken = unbroken.rows.filter(({ outcome }) => outcome === (known === 'reuse' ? 'reused' : 'known'));
      expect(taken.length).toBeGreaterThan(10);
      // It costs nothing, sends no request, and counts as nothing found.
      const { fetched, failed, reused, skipped, relevant } = unbroken.counters;
      expect(fetched + failed).toBe(120);
      expect([reused, skipped]).toEqual(known === 'reuse' ? [taken.length, 0] : [0, taken.length]);
      expect(relevant).toBe(unbroken.rows.filter((row) => row.outcome === 'page' && row.relevant).length);
      for (const row of taken) {
        const before = has.get(row.url)!;
        if (known === 'reuse')
          expect(row).toMatchObject({ title: before.title, probability: before.probability, links: before.links });
        expect(row.relevant).toBe(false);
        expect(unbroken.asked).not.toContain(row.url);
      }
      const broken = await run(config, [20, 55, 56, null], topic);
      expect(broken.rows).toEqual(unbroken.rows);
      expect(broken.counters).toEqual(unbroken.counters);
    },
  );

  it.each(someOf(['best-first', 'tres'], (policy) => policy === 'tres'))(
    '%s: decides on duplicates, traps and noindex in a replay as it did at first',
    async (policy) => {
      const fetcher = createRepetitiveFetcher(web);
      const unbroken = new MemoryStore();
      await loopFor(policy, unbroken, null, fetcher).run();
      const decisions = unbroken.records.map(({ plan, duplicateOf, relevant, facts }) => [
        plan.urlNo,
        duplicateOf,
        relevant,
        facts.noindex,
      ]);
      const seen = (what: (record: (typeof unbroken.records)[number]) => boolean): number =>
        unbroken.records.filter(what).length;
      expect(seen((record) => record.duplicateOf !== null && record.facts.relevant)).toBeGreaterThan(5);
      expect(seen((record) => record.facts.noindex)).toBeGreaterThan(5);
      expect(
        seen((record) => record.newUrls.some(({ outOfScope }) => outOfScope === 'trap: repeated-segments')),
      ).toBeGreaterThan(20);
      for (const hide of [false, true]) {
        const sessionId = await queueSession(client, web, policy, CONFIG, { seed: 3 });
        for (const stopAt of [30, 70, null]) {
          const claimed = await sessions.claim('test', LEASE_MS);
          if (claimed?.lease.sessionId !== sessionId) throw new Error('another session is waiting');
          const store = log.storeFor(claimed.lease);
          await loopFor(policy, hide ? withoutCheckpoints(store) : store, stopAt, fetcher).run();
          await sessions.leave(
            claimed.lease,
            stopAt === null ? 'COMPLETED' : 'QUEUED',
            stopAt === null ? 'BUDGET' : null,
            null,
          );
        }
        const { rows } = await client.query<{
          url_no: number;
          duplicate_of: number | null;
          relevant: boolean;
          noindex: boolean;
        }>('SELECT url_no, duplicate_of, relevant, noindex FROM pages WHERE session_id = $1 ORDER BY seq', [sessionId]);
        expect(rows.map((row) => [row.url_no, row.duplicate_of, row.relevant, row.noindex])).toEqual(decisions);
        const {
          rows: [kept],
        } = await client.query<{ texts: string }>(
          `SELECT count(*) AS texts FROM pages WHERE session_id = $1 AND noindex AND (text <> '' OR title <> '' OR main_text <> '')`,
          [sessionId],
        );
        expect(kept.texts).toBe('0');
      }
    },
  );

  it.each(someOf(Object.keys(BARREN_KINDS), (kind) => ['status 429', 'endless facets of one list'].includes(kind)))(
    'continues beside a host with %s, from log and checkpoint, as an unbroken crawl',
    async (kind) => {
      const config = { ...CONFIG, retries: 1 };
      const wayOf = ({ plan, outcome }: StepRecord): unknown[] => [plan.urlNo, outcome];
      const unbroken = new MemoryStore();
      const whole = createBarrenWeb({ kind, pages: 100 });
      const crawlOf = (fetcher: typeof whole, stopAt: number | null) =>
        ({ policy: 'best-first', config, seeds: whole.seeds, fetcher, stopAt }) as const;
      await loggedCrawl(crawlOf(whole, null), unbroken).run();
      for (const hide of [false, true]) {
        const sessionId = await queueSession(client, { ...web, seeds: whole.seeds }, 'best-first', config, { seed: 3 });
        const fetcher = createBarrenWeb({ kind, pages: 100 });
        for (const stopAt of [4, 9, 40, null]) {
          const claimed = await sessions.claim('test', LEASE_MS);
          if (claimed?.lease.sessionId !== sessionId) throw new Error('another session is waiting');
          const store = log.storeFor(claimed.lease);
          await loggedCrawl(crawlOf(fetcher, stopAt), hide ? withoutCheckpoints(store) : store).run();
          const [state, reason] = stopAt === null ? (['COMPLETED', 'BUDGET'] as const) : (['QUEUED', null] as const);
          await sessions.leave(claimed.lease, state, reason, null);
        }
        const { rows } = await client.query<{ url_no: number; outcome: string }>(
          'SELECT url_no, outcome FROM pages WHERE session_id = $1 ORDER BY seq',
          [sessionId],
        );
        expect(rows.map(({ url_no, outcome }) => [url_no, outcome])).toEqual(unbroken.records.map(wayOf));
      }
    },
  );

  it('gives back the very facts that were committed', async () => {
    const sessionId = await queueSession(client, web, 'breadth-first', CONFIG, { seed: 3 });
    const claimed = await sessions.claim('test', LEASE_MS);
    if (claimed?.lease.sessionId !== sessionId) throw new Error('not claimed');
    const store = log.storeFor(claimed.lease);
    const expected: StepFacts[] = [];
    await loopFor(
      'breadth-first',
      {
        ...withoutCheckpoints(store),
        load: () => store.load(),
        prepare: (record) => {
          const bent = bentRecord(record);
          expected.push(bent.facts);
          return store.prepare(bent);
        },
      },
      null,
    ).run();
    const logged: StepFacts[] = [];
    for await (const { facts } of store.steps(0)) logged.push(facts);
    expect(logged.length).toBe(expected.length);
    for (const [i, facts] of logged.entries()) {
      // Not part of the log: the page's declarations, and data that only the next visit or only its verdict needed.
      const { page, mayBeRelevant: _, ...rest } = expected[i];
      const { text, mainText, title, description, headings, links } = page ?? NO_PAGE;
      expect(facts).toMatchObject({ ...rest, etag: null, lastModified: null, screenshot: null });
      if (page !== null) expect(facts.page).toMatchObject({ text, mainText, title, description, headings, links });
    }
    // A replay reads only links: everything but the texts of pages is equal.
    const lean: StepFacts[] = [];
    for await (const { facts } of store.steps(0, 'links')) lean.push(facts);
    expect(lean).toEqual(
      logged.map((facts) => ({
        ...facts,
        page: facts.page && { ...facts.page, title: '', description: '', headings: [], text: '', mainText: '' },
      })),
    );
    const kept = await client.query<{ pieces: number; whole: number }>(
      'SELECT count(main_ranges)::int AS pieces, count(main_text)::int AS whole FROM pages WHERE session_id = $1',
      [sessionId],
    );
    expect(Math.min(kept.rows[0].pieces, kept.rows[0].whole)).toBeGreaterThan(10);
    await sessions.leave(claimed.lease, 'COMPLETED', 'BUDGET', null);
  });

  it('has what pages are found by as soon as they are committed', async () => {
    const sessionId = await queueSession(client, web, 'breadth-first', { ...CONFIG, search: 'now' }, { seed: 3 });
    const claimed = await sessions.claim('test', LEASE_MS);
    if (claimed?.lease.sessionId !== sessionId) throw new Error('another session is waiting');
    for (const stopAt of [20, 40]) {
      const store = log.storeFor(claimed.lease);
      const language = stopAt === 20 ? 'de' : 'fi';
      store.foresee?.({ page: { title: '', text: 'Imker' }, language } as StepFacts);
      await loopFor('breadth-first', store, stopAt).run();
      const noted = await client.query<{ languages: string[] }>(
        'SELECT languages FROM search_progress WHERE session_id = $1',
        [sessionId],
      );
      expect(noted.rows[0].languages.sort()).toEqual(stopAt === 20 ? ['de'] : ['de', 'fi']);
      const { rows } = await client.query<{ wanted: number; found: number; indexed: number }>(
        `SELECT count(p.text)::int AS wanted, max(i.indexed) AS indexed, count(*) FILTER (WHERE ts_delete(l.lexemes, ARRAY[' ' || p.session_id, ' ' || s.topic_id])
           = to_tsvector('english', regexp_replace(p.title || ' ' || p.text, '[^a-zA-Z0-9]+', ' ', 'g')))::int AS found
         FROM pages p JOIN sessions s ON s.id = p.session_id JOIN search_progress i USING (session_id) LEFT JOIN page_lexemes l USING (session_id, step) WHERE p.session_id = $1`,
        [sessionId],
      );
      expect(rows[0].wanted).toBeGreaterThan(stopAt / 2);
      expect(rows[0]).toMatchObject({ found: rows[0].wanted, indexed: WHOLE });
    }
    await sessions.leave(claimed.lease, 'COMPLETED', 'BUDGET', null);
  });

  it.each(['later', 'off'] as const)('leaves the search index alone with search: %s', async (search) => {
    const sessionId = await queueSession(client, web, 'breadth-first', { ...CONFIG, search }, { seed: 3 });
    const run = async (stopAt: number): Promise<void> => {
      const claimed = await sessions.claim('test', LEASE_MS);
      if (claimed?.lease.sessionId !== sessionId) throw new Error('another session is waiting');
      await loopFor('breadth-first', log.storeFor(claimed.lease), stopAt).run();
      await sessions.leave(claimed.lease, 'QUEUED', null, null);
    };
    const counts = async (): Promise<unknown> =>
      (
        await client.query(
          `SELECT (SELECT count(*)::int FROM page_lexemes WHERE session_id = $1) AS indexed, (SELECT count(*)::int FROM waiting_lexemes WHERE session_id = $1) AS waiting,
             (SELECT count(text)::int FROM pages WHERE session_id = $1) AS pages, p.waiting AS noted, p.indexed AS progress FROM search_progress p WHERE session_id = $1`,
          [sessionId],
        )
      ).rows[0];
    const pagesOf = async (): Promise<number> => ((await counts()) as { pages: number }).pages;
    await run(20);
    const first = await pagesOf();
    expect(first).toBeGreaterThan(10);
    const isLater = search === 'later';
    expect(await counts()).toEqual({
      indexed: 0,
      waiting: isLater ? first : 0,
      pages: first,
      noted: isLater,
      progress: WHOLE,
    });
    // A worker has moved them in between, as if the session had ended.
    await client.query('DELETE FROM waiting_lexemes WHERE session_id = $1', [sessionId]);
    await client.query('UPDATE search_progress SET waiting = false WHERE session_id = $1', [sessionId]);
    await run(40);
    const all = await pagesOf();
    expect(await counts()).toEqual({
      ...{ indexed: 0, waiting: isLater ? all - first : 0, pages: all, noted: isLater, progress: WHOLE },
    });
    await client.query(`UPDATE sessions SET state = 'STOPPED', state_reason = 'USER' WHERE id = $1`, [sessionId]);
  });

  it('finds URLs by their numbers, its own and those of an earlier run', async () => {
    const sessionId = await queueSession(client, web, 'breadth-first', CONFIG, { seed: 3 });
    const storeOfRun = async (stopAt: number): Promise<CrawlStore> => {
      const claimed = await sessions.claim('test', LEASE_MS);
      if (claimed?.lease.sessionId !== sessionId) throw new Error('another session is waiting');
      const store = log.storeFor(claimed.lease);
      await loopFor('breadth-first', store, stopAt).run();
      await sessions.leave(claimed.lease, 'QUEUED', null, null);
      return store;
    };
    const first = await storeOfRun(20);
    const writtenFirst = await urlsInLog(sessionId);
    const second = await storeOfRun(60);
    const written = await urlsInLog(sessionId);
    expect(writtenFirst.size).toBeGreaterThan(20);
    expect(written.size).toBeGreaterThan(writtenFirst.size);
    expect(await first.urlsOf([...writtenFirst.keys()])).toEqual(writtenFirst);
    expect(await second.urlsOf([...written.keys()])).toEqual(written);
    // A run knows its own writes without the database.
    await client.query('UPDATE urls SET url = $2 WHERE session_id = $1', [sessionId, 'http://changed.example/']);
    const own = [...written.keys()].filter((urlNo) => !writtenFirst.has(urlNo));
    expect(new Set((await second.urlsOf(own)).values())).toEqual(new Set(own.map((urlNo) => written.get(urlNo))));
    expect(new Set((await second.urlsOf([...writtenFirst.keys()])).values())).toEqual(
      new Set(['http://changed.example/']),
    );
    await client.query('DELETE FROM sessions WHERE id = $1', [sessionId]);
  });

  it('writes nothing for a worker whose session was taken over', async () => {
    const sessionId = await queueSession(client, web, 'random', CONFIG);
    const first = await sessions.claim('first', LEASE_MS);
    if (!first) throw new Error('nothing to claim');
    await client.query(`UPDATE sessions SET lease_expires_at = now() - interval '1 second' WHERE id = $1`, [sessionId]);
    // For this long after its start PostgreSQL takes sessions from nobody: this server may be seconds old.
    const second = await sessions.claim('second', 1_000);
    expect(second?.lease).toEqual({ ...first.lease, epoch: first.lease.epoch + 1 });
    await expect(loopFor('random', log.storeFor(first.lease), null).run()).rejects.toThrow(LeaseLostError);
    expect((await client.query('SELECT FROM urls WHERE session_id = $1', [sessionId])).rowCount).toBe(0);
    const { sql, values } = sessions.renewal(first.lease, LEASE_MS);
    expect((await client.query(sql, [...values])).rowCount).toBe(0);
    expect(await sessions.leave(first.lease, 'COMPLETED', 'BUDGET', null)).toBe(false);
  });

  it.each([
    ['PAUSE', { state: 'PAUSED', state_reason: null, command: null, ended: false }],
    ['STOP', { state: 'STOPPED', state_reason: 'STOPPED', command: null, ended: true }],
  ])('carries out a %s that arrives while the worker is about to pause', async (command, expected) => {
    await client.query('DELETE FROM sessions');
    const sessionId = await queueSession(client, web, 'random', CONFIG);
    const claimed = await sessions.claim('test', LEASE_MS);
    if (!claimed) throw new Error('nothing to claim');
    await client.query('UPDATE sessions SET command = $2::"SessionCommand" WHERE id = $1', [sessionId, command]);
    expect(await sessions.leave(claimed.lease, 'PAUSED', null, null)).toBe(true);
    const { rows } = await client.query(
      'SELECT state, state_reason, command, finished_at IS NOT NULL AS ended FROM sessions WHERE id = $1',
      [sessionId],
    );
    expect(rows).toEqual([expected]);
  });

  it('claims each session once, oldest first', async () => {
    await client.query('DELETE FROM sessions');
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await queueSession(client, web, 'random', CONFIG));
    const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => sessions.claim(`worker ${i}`, LEASE_MS)));
    const claimed = claims.filter((claim) => claim !== null).map((claim) => claim.lease.sessionId);
    expect([...claimed].sort()).toEqual([...ids].sort());
  });
});

import { Logger } from '@nestjs/common';
import type pg from 'pg';
import type { SessionConfigInput } from '../../src/domain/session/index.js';
import { type CrawlLoop, type CrawlStore, LeaseLostError, MemoryStore } from '../../src/engine/index.js';
import type { CrawlLogRepository } from '../../src/modules/crawl/crawling/log/crawl-log.repository.js';
import type { CrawlSessionsRepository } from '../../src/modules/crawl/crawling/session/crawl-sessions.repository.js';
import { queueSession } from '../support/crawl-session.js';
import { type CrawlLogHere, openCrawlLog } from '../support/crawl-log-here.js';
import { loggedCrawl } from '../support/logged-crawl.js';
import { createRandomFetcher, createRandomWeb } from '../support/random-web.js';
import { useDefaultProject } from '../support/default-project.js';
import { someOf } from '../support/thoroughness.js';

useDefaultProject();

const web = createRandomWeb({ sites: 20, pagesPerSite: 30, linksPerPage: 8 });
const CONFIG: SessionConfigInput = { budget: { fetches: 60 }, concurrency: 1, hostDelayMs: 0 };
const LEASE_MS = 60_000;

const loopFor = (policy: string, store: CrawlStore, stopAt: number | null, checkpointIntervalMs?: number): CrawlLoop =>
  loggedCrawl(
    { policy, config: CONFIG, seeds: web.seeds, fetcher: createRandomFetcher(web), stopAt, checkpointIntervalMs },
    store,
  );

describe('checkpoints in PostgreSQL', () => {
  let here: CrawlLogHere;
  let client: pg.Client;
  let log: CrawlLogRepository;
  let sessions: CrawlSessionsRepository;

  beforeAll(async () => {
    // Dropped checkpoints cause a warning.
    Logger.overrideLogger(false);
    here = await openCrawlLog();
    ({ client, log, sessions } = here);
  });
  afterAll(() => here.close());

  const checkpointsOf = async (sessionId: string): Promise<number[]> =>
    (
      await client.query<{ completed: number }>(
        'SELECT DISTINCT completed FROM checkpoints WHERE session_id = $1 ORDER BY completed DESC',
        [sessionId],
      )
    ).rows.map(({ completed }) => completed);

  /** Claims the session, crawls to a step or to the end, and releases it. */
  async function run(
    sessionId: string,
    policy: string,
    stopAt: number | null,
    checkpointIntervalMs?: number,
  ): Promise<void> {
    const claimed = await sessions.claim('test', LEASE_MS);
    if (claimed?.lease.sessionId !== sessionId) throw new Error('another session is waiting');
    await loopFor(policy, log.storeFor(claimed.lease), stopAt, checkpointIntervalMs).run();
    await sessions.leave(
      claimed.lease,
      stopAt === null ? 'COMPLETED' : 'QUEUED',
      stopAt === null ? 'BUDGET' : null,
      null,
    );
  }

  const damages: readonly (readonly [string, string, RegExp])[] = [
    [
      'cut short',
      `UPDATE checkpoints SET data = substring(data FROM 1 FOR length(data) / 2)`,
      /bytes where there should be/,
    ],
    [
      'with another header',
      `UPDATE checkpoints SET data = '\\x00112233'::bytea || substring(data FROM 5)`,
      /no header/,
    ],
    [
      'with a flipped bit',
      `UPDATE checkpoints SET data = set_bit(data, length(data) * 4, 1 - get_bit(data, length(data) * 4))`,
      /checksum/,
    ],
    ['with a part that is missing', `UPDATE checkpoints SET parts = 2`, /parts/],
    ['without its first part', `UPDATE checkpoints SET part = 1, parts = 2`, /parts/],
    ['of more steps than the log has', `UPDATE checkpoints SET completed = completed + 1000`, /the log has 40/],
  ];

  describe.each(someOf(['best-first', 'tres'], (policy) => policy === 'tres'))('%s', (policy) => {
    let expected: number[];

    beforeAll(async () => {
      const unbroken = new MemoryStore();
      await loopFor(policy, unbroken, null).run();
      expected = unbroken.records.map(({ plan }) => plan.urlNo);
    });

    it.each(damages)(
      'one %s is dropped with an event, and the crawl goes on as if nothing had happened',
      async (_, damage, reason) => {
        const sessionId = await queueSession(client, web, policy, CONFIG, { seed: 3 });
        await run(sessionId, policy, 19);
        await run(sessionId, policy, 39);
        expect(await checkpointsOf(sessionId)).toEqual([40, 20]);
        await client.query(`${damage} WHERE session_id = $1 AND completed = 40`, [sessionId]);
        await run(sessionId, policy, null);
        const { rows: events } = await client.query<{ completed: number; details: { reason: string } }>(
          `SELECT completed, details FROM session_events WHERE session_id = $1 AND kind = 'checkpoint-dropped'`,
          [sessionId],
        );
        expect(events).toEqual([
          {
            completed: 40,
            details: { checkpoint: expect.any(Number) as number, reason: expect.stringMatching(reason) as string },
          },
        ]);
        const { rows } = await client.query<{ url_no: number }>(
          'SELECT url_no FROM pages WHERE session_id = $1 ORDER BY step',
          [sessionId],
        );
        expect(rows.map((row) => row.url_no)).toEqual(expected);
      },
    );
  });

  it('keeps the two newest, and large ones in parts', async () => {
    const sessionId = await queueSession(client, web, 'best-first', CONFIG, { seed: 3 });
    await run(sessionId, 'best-first', 40, 0);
    const claimed = await sessions.claim('test', LEASE_MS);
    if (claimed?.lease.sessionId !== sessionId) throw new Error('another session is waiting');
    expect(await checkpointsOf(sessionId)).toHaveLength(2);
    const store = log.storeFor(claimed.lease);
    const large = new Uint8Array(17 * 1024 * 1024).map((_, i) => i % 251);
    await store.keepCheckpoint(100, { state: large, learnt: large.subarray(0, 99) });
    expect([...((await store.learnt(100)) ?? [])]).toEqual([...large.subarray(0, 99)]);
    expect((await store.load()).learnt).toEqual([100]);
    expect(Buffer.compare(await store.checkpoint(100), large)).toBe(0);
    expect((await store.load()).checkpoints).toEqual(await checkpointsOf(sessionId));
    expect(await checkpointsOf(sessionId)).toHaveLength(2);
    await sessions.leave(claimed.lease, 'STOPPED', 'STOPPED', null);
    await expect(store.keepCheckpoint(101, { state: large, learnt: null })).rejects.toThrow(LeaseLostError);
    await expect(store.dropCheckpoint(100, 'test')).rejects.toThrow(LeaseLostError);
    expect((await checkpointsOf(sessionId))[0]).toBe(100);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { LeaseLostError } from '../../src/engine/index.js';
import {
  CrawlSessionsRepository,
  leaseStatus,
} from '../../src/modules/crawl/crawling/session/crawl-sessions.repository.js';
import { asLeaseLost, beginWriting, leasedUpdate } from '../../src/modules/crawl/crawling/log/leased-writing.sql.js';
import type { LeaseStatus, SessionLease } from '../../src/modules/crawl/crawling/crawl-session.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { CrawlDatabase } from '../../src/platform/database/index.js';
import { type HeldLease, LeaseKeeper } from '../../src/platform/leases/index.js';
import { queueSession } from '../support/crawl-session.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createRandomWeb } from '../support/random-web.js';

const web = createRandomWeb({ sites: 4, pagesPerSite: 4, linksPerPage: 3 });
const LEASE_MS = 2_000;
const HOUR_MS = 3_600_000;

describe('leases of sessions', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let prisma: CrawlDatabase;
  let sessions: CrawlSessionsRepository;
  let sessionId: string;
  const keepers: LeaseKeeper[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    prisma = new CrawlDatabase(database.url, loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '6' }));
    sessions = new CrawlSessionsRepository(prisma);
  });
  beforeEach(async () => {
    await client.query('DELETE FROM sessions');
    sessionId = await queueSession(client, web, 'random', { budget: { fetches: 10 } });
  });
  afterEach(async () => {
    await Promise.all(keepers.splice(0).map((keeper) => keeper.onModuleDestroy()));
  });
  afterAll(async () => {
    await prisma.onApplicationShutdown();
    await client.end();
    await database.drop();
  });

  /** A claim that must succeed, retried as workers do. */
  const claim = async (owner: string): Promise<{ lease: SessionLease; stalledClaims: number }> => {
    for (;;) {
      const claimed = await sessions.claim(owner, LEASE_MS);
      if (claimed) return claimed;
      await sleep(20);
    }
  };
  /** Renews as a separate process would. */
  const hold = async (
    lease: SessionLease,
    leaseMs = LEASE_MS,
  ): Promise<{ held: HeldLease; keeper: LeaseKeeper; heard: LeaseStatus[] }> => {
    const keeper = new LeaseKeeper(database.url, { LEASE_SECONDS: leaseMs / 1_000 });
    keepers.push(keeper);
    const heard: LeaseStatus[] = [];
    const held = keeper.hold(sessions.renewal(lease, leaseMs), (row) => heard.push(leaseStatus(row)));
    while (heard.length === 0) await sleep(5);
    return { held, keeper, heard };
  };
  const moveLease = (ms: number) =>
    client.query(`UPDATE sessions SET lease_expires_at = now() + $2 * interval '1 millisecond' WHERE id = $1`, [
      sessionId,
      ms,
    ]);
  const leaseLeftMs = async (): Promise<number> =>
    Number(
      (
        await client.query(
          'SELECT extract(epoch FROM lease_expires_at - now()) * 1000 AS ms FROM sessions WHERE id = $1',
          [sessionId],
        )
      ).rows[0].ms,
    );

  it('are renewed until they are dropped, and tell what the user asks for', async () => {
    const { lease } = await claim('a');
    const { held, heard } = await hold(lease);
    await moveLease(-1_000);
    while ((await leaseLeftMs()) < 0) await sleep(10);
    await client.query(`UPDATE sessions SET command = 'PAUSE' WHERE id = $1`, [sessionId]);
    while (heard.at(-1)?.command !== 'PAUSE') await sleep(10);
    held.drop();
    const before = heard.length;
    await moveLease(-1_000);
    await sleep(LEASE_MS / 2);
    expect(heard.length).toBe(before);
    expect(await leaseLeftMs()).toBeLessThan(0);
  });

  it('leave no lock behind, whenever they are given other values or dropped', async () => {
    const { lease } = await claim('a');
    const { keeper } = await hold(lease, HOUR_MS);
    for (let i = 0; i < 60; i++) {
      const other = keeper.hold(sessions.renewal({ ...lease, epoch: lease.epoch + 1 + i }, HOUR_MS), () => undefined);
      await sleep((i % 12) / 4);
      if (i % 2 === 0) {
        other.change(sessions.renewal({ ...lease, epoch: lease.epoch + 1 + i }, HOUR_MS).values);
        other.renewNow();
        await sleep(10);
      }
      other.drop();
    }
    const held = async (): Promise<number> =>
      (
        await client.query<{ held: number }>(
          `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
      ).rows[0].held;
    // The last one is released after the others, however long that takes.
    while ((await held()) > 1) await sleep(20);
    expect(await held()).toBe(1);
  });

  it('are reported as lost after a takeover', async () => {
    const first = await claim('a');
    const { heard } = await hold(first.lease);
    await client.query('UPDATE sessions SET lease_epoch = lease_epoch + 1 WHERE id = $1', [sessionId]);
    while (heard.at(-1)?.held !== false) await sleep(10);
    expect(await leaseLeftMs()).toBeLessThanOrEqual(LEASE_MS);
  });

  it('outlive their connection', async () => {
    const { lease } = await claim('a');
    await hold(lease);
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gleaner-leases' AND datname = current_database()`,
    );
    await moveLease(-1_000);
    while ((await leaseLeftMs()) < 0) await sleep(10);
  });

  it('count deaths of workers, and not that a worker was slow', async () => {
    let { lease } = await claim('a');
    for (let slow = 0; slow < 6; slow++) {
      // Held by a live process that does not renew in time.
      const { keeper } = await hold(lease, HOUR_MS);
      await moveLease(-1_000);
      const next = await claim('b');
      expect(next).toMatchObject({ stalledClaims: 0, lease: { epoch: lease.epoch + 1 } });
      ({ lease } = next);
      await keeper.onModuleDestroy();
    }
    for (let death = 1; death <= 3; death++) {
      const { keeper } = await hold(lease);
      await keeper.onModuleDestroy();
      await moveLease(-1_000);
      const next = await claim('b');
      expect(next.stalledClaims).toBe(death);
      ({ lease } = next);
    }
  });

  it('are not claimed by the process that holds them', async () => {
    await claim('a');
    await moveLease(-1_000);
    expect(await sessions.claim('a', LEASE_MS, [sessionId])).toBeNull();
    await claim('b');
  });

  it('given before the clock of the database was set back end with their holder', async () => {
    const { lease } = await claim('a');
    const { keeper } = await hold(lease, HOUR_MS);
    await moveLease(HOUR_MS);
    expect(await sessions.claim('b', LEASE_MS)).toBeNull();
    await keeper.onModuleDestroy();
    await claim('b');
  });

  it('lost in a transaction that stays open: a takeover ends it, and waits for nothing that it locks', async () => {
    const { lease } = await claim('a');
    const frozen = await prisma.pool.connect();
    const broken = new Promise((resolve) => frozen.on('error', resolve));
    await frozen.query('BEGIN');
    await beginWriting(frozen, lease);
    const addUrl = `INSERT INTO urls (session_id, url_no, url, host, domain_no) VALUES ($1, 0, 'http://a.example/', 'a.example', 0)`;
    await frozen.query(addUrl, [sessionId]);
    // Commands do not wait for it.
    await client.query(`BEGIN; SET LOCAL lock_timeout = '1s'; UPDATE sessions SET command = 'PAUSE'; COMMIT`);
    await moveLease(-1_000);
    const { lease: next } = await claim('b');
    await broken;
    frozen.release(true);
    await client.query('BEGIN');
    await beginWriting(client as unknown as pg.PoolClient, next);
    await client.query(addUrl, [sessionId]);
    await client.query(`${leasedUpdate(next, 'completed = $1, in_flight = $2', [3, '["it\'s $1"]'])}; COMMIT`);
    expect((await client.query('SELECT completed, in_flight FROM sessions')).rows).toEqual([
      { completed: 3, in_flight: ["it's $1"] },
    ]);
  });

  it('lost: nothing of the commit is written', async () => {
    const { lease } = await claim('a');
    await moveLease(-1_000);
    const { lease: next } = await claim('b');
    await expect(beginWriting(client as unknown as pg.PoolClient, lease)).rejects.toThrow(LeaseLostError);
    // The takeover comes after the beginning.
    await client.query('BEGIN');
    await client.query(`UPDATE topics SET name = 'changed' WHERE id = (SELECT topic_id FROM sessions)`);
    await expect(
      client.query(`${leasedUpdate(lease, 'completed = $1', [9])}; COMMIT`).catch(asLeaseLost),
    ).rejects.toThrow(LeaseLostError);
    await client.query('ROLLBACK');
    expect((await client.query(`SELECT FROM topics WHERE name = 'changed'`)).rowCount).toBe(0);
    expect((await client.query('SELECT completed, lease_epoch FROM sessions')).rows).toEqual([
      { completed: 0, lease_epoch: next.epoch },
    ]);
  });
});

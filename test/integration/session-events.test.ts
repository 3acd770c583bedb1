import pg from 'pg';
import type { FetchOutcome } from '../../src/engine/index.js';
import { DEFAULT_CONFIDENCE } from '../../src/domain/session/index.js';
import { type CrawlLogHere, openCrawlLog } from '../support/crawl-log-here.js';
import { queueSession } from '../support/crawl-session.js';
import { createFlakyFetcher } from '../support/flaky-fetcher.js';
import { loggedCrawl } from '../support/logged-crawl.js';
import { looks } from '../support/looks.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 70, pagesPerSite: 12, linksPerPage: 10 });
const CONFIG = { budget: { fetches: 500 }, hostDelayMs: 0, concurrency: 1, retries: 1, hostFailureLimit: 3 };
const DEADLINE_MS = 300_000;

interface Event {
  no: number;
  kind: string;
  details: Record<string, unknown>;
}

describe('events of a session', () => {
  let here: CrawlLogHere;
  beforeAll(async () => {
    here = await openCrawlLog();
  });
  afterAll(() => here.close());

  const eventsOf = async (sessionId: string, kinds: string): Promise<Event[]> =>
    (
      await here.client.query<Event>(
        'SELECT no, kind, details FROM session_events WHERE session_id = $1 AND kind ~ $2 ORDER BY no',
        [sessionId, kinds],
      )
    ).rows;

  it('say when a host is held because it brings nothing, and when it is free again', async () => {
    let isRefusing = true;
    const flaky = createFlakyFetcher(web, { refused: (site, page) => isRefusing && site === 1 && page > 0 });
    const config = { ...CONFIG, budget: { fetches: 300 } };
    const id = await queueSession(here.client, web, 'breadth-first', config);
    for (const stopAt of [40, null]) {
      const claimed = await here.sessions.claim('one', 60_000);
      if (claimed?.lease.sessionId !== id) throw new Error('another session is waiting');
      const store = here.log.storeFor(claimed.lease);
      await loggedCrawl({ policy: 'breadth-first', config, seeds: web.seeds, fetcher: flaky, stopAt }, store).run();
      const host = 'site1.cheeseweb1.com';
      const events = await eventsOf(id, 'host-(held|freed)');
      const held = { host, count: 1, inRow: 4, outcome: 'forbidden', httpStatus: 403 };
      expect(events.map(({ kind, details }) => [kind, details])).toEqual([
        ['host-held', held],
        ...(isRefusing ? [] : [['host-freed', { host, count: 1, inRow: expect.any(Number) }]]),
      ]);
      isRefusing = false;
      const [state, reason] = stopAt === null ? (['STOPPED', 'STOPPED'] as const) : (['QUEUED', null] as const);
      await here.sessions.leave(claimed.lease, state, reason, null);
    }
  });

  it(
    'count what happened at hosts, exactly, in commits of any size, and for the first hosts one by one',
    async () => {
      const flaky = createFlakyFetcher(web, {
        dead: (site) => site % 7 === 1,
        failingAttempts: (site, page) => (site % 7 === 2 && page > 0 ? page % 3 : 0),
      });
      const isRefused = (url: string): boolean =>
        Number(/site(\d+)/.exec(url)?.[1] ?? 0) % 7 > 2 && !url.endsWith('/p0');
      const refused = (url: string): FetchOutcome => ({
        kind: 'robots-denied',
        finalUrl: url,
        redirects: [],
        httpStatus: null,
        durationMs: 0,
        bytes: 0,
        fetchedAt: flaky.clock.now(),
        hostWaitMs: 0,
        message: 'robots.txt',
        retryable: false,
      });
      const fetcher = {
        ...flaky,
        fetch: (request: Parameters<typeof flaky.fetch>[0], signal: AbortSignal) =>
          isRefused(request.url) ? Promise.resolve(refused(request.url)) : flaky.fetch(request, signal),
      };
      const id = await queueSession(here.client, web, 'breadth-first', CONFIG);
      for (const stopAt of [200, null]) {
        const claimed = await here.sessions.claim('one', 60_000);
        if (claimed?.lease.sessionId !== id) throw new Error('another session is waiting');
        const { seeds } = web;
        await loggedCrawl(
          { policy: 'breadth-first', config: CONFIG, seeds, fetcher, stopAt },
          here.log.storeFor(claimed.lease),
        ).run();
        await here.sessions.leave(
          claimed.lease,
          stopAt === null ? 'STOPPED' : 'QUEUED',
          stopAt === null ? 'STOPPED' : null,
          null,
        );
      }
      const truth = async (condition: string): Promise<Map<string, number>> => {
        const { rows } = await here.client.query<{ host: string; count: number }>(
          `SELECT u.host, count(*)::int AS count FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.url_no
           WHERE p.session_id = $1 AND ${condition} GROUP BY 1`,
          [id],
        );
        return new Map(rows.map(({ host, count }) => [host, count]));
      };
      for (const [kind, condition, most] of [
        ['robots-refused', `outcome = 'robots-denied'`, 50],
        ['retried', 'attempt > 0', 50],
      ] as const) {
        const told = await eventsOf(id, kind);
        const counts = await truth(condition);
        const sum = [...counts.values()].reduce((a, b) => a + b, 0);
        expect(sum).toBeGreaterThan(0);
        expect(told.reduce((total, { details }) => total + Number(details['count']), 0)).toBe(sum);
        const named = told.filter(({ details }) => 'host' in details);
        expect(named.map(({ details }) => [details['host'], details['count']])).toEqual(
          expect.arrayContaining(named.map(({ details }) => [details['host'], counts.get(String(details['host']))])),
        );
        expect(named.length).toBe(Math.min(most, counts.size));
      }
      const recovered = (await eventsOf(id, 'retried')).reduce(
        (sum, { details }) => sum + Number(details['recovered']),
        0,
      );
      expect(recovered).toBe(
        [...(await truth(`attempt > 0 AND outcome = 'page'`)).values()].reduce((a, b) => a + b, 0),
      );
      const givenUp = await eventsOf(id, 'host-given-up');
      expect(givenUp.length).toBeGreaterThan(3);
      const first = givenUp.find(({ details }) => details['outcome'] === 'connect')?.details;
      expect(first).toMatchObject({ count: 1, failures: 3 });
      const { rows } = await here.client.query<{ outcome: string }>(
        `SELECT p.outcome FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.url_no
         WHERE p.session_id = $1 AND u.host = $2`,
        [id, first?.['host']],
      );
      expect(rows.map(({ outcome }) => outcome)).toEqual(['connect', 'connect', 'connect']);
    },
    DEADLINE_MS,
  );

  it('share one event for all hosts after the first fifty, repeated at each tenfold', async () => {
    const id = await queueSession(here.client, web, 'breadth-first', CONFIG);
    const tally = (host: string, more: number) =>
      here.client.query(`SELECT tally_session_host($1, 'robots-refused', $2, $3, NULL, '{}', 50)`, [id, host, more]);
    for (let host = 0; host < 60; host++) await tally(`h${host}.example`, 2);
    const before = await eventsOf(id, 'robots-refused');
    expect(before).toHaveLength(51);
    const last = before.findIndex(({ details }) => !('host' in details));
    expect(before[last].details).toEqual({ count: 20 });
    await tally('h3.example', 5);
    await tally('h4.example', 50);
    await tally('h55.example', 1);
    const after = await eventsOf(id, 'robots-refused');
    const of = (events: Event[], host?: string) => events.find(({ details }) => details['host'] === host);
    expect(of(after, 'h3.example')).toMatchObject({ no: of(before, 'h3.example')?.no, details: { count: 7 } });
    expect(of(after, 'h4.example')?.details).toEqual({ host: 'h4.example', count: 52 });
    expect(after.at(-1)).toEqual(of(after, 'h4.example'));
    expect(of(after)?.details).toEqual({ count: 21 });
    // A log full of other events leaves them alone, and vice versa.
    await here.client.query(
      `INSERT INTO session_events (session_id, kind, completed, details) SELECT $1, 'running', 0, '{}' FROM generate_series(1, 1100)`,
      [id],
    );
    expect(await eventsOf(id, 'robots-refused')).toHaveLength(51);
    expect(await eventsOf(id, '^(?!robots-refused)')).toHaveLength(1_000);
    await here.client.query(`DELETE FROM sessions WHERE id = $1`, [id]);
  });

  it('become visible in the order of their numbers', async () => {
    const id = await queueSession(here.client, web, 'breadth-first', CONFIG);
    const { host, port, user, password, database } = here.client;
    const other = new pg.Client({ host, port, user, password: password ?? undefined, database });
    await other.connect();
    const note = (client: pg.Client, kind: string) =>
      client.query(
        `INSERT INTO session_events (session_id, kind, completed, details) VALUES ($1, $2, 0, '{}') RETURNING no`,
        [id, kind],
      );
    try {
      await other.query('BEGIN');
      await note(other, 'running');
      const pending = note(here.client, 'paused');
      const { pause } = looks();
      const watch = new pg.Client({ host, port, user, password: password ?? undefined, database });
      await watch.connect();
      const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%session_events%' AND datname = current_database()`;
      while ((await watch.query(waits)).rowCount === 0) await pause();
      await watch.end();
      await other.query('COMMIT');
      await pending;
      expect((await eventsOf(id, 'running|paused')).map(({ kind }) => kind)).toEqual(['running', 'paused']);
    } finally {
      await other.end();
      await here.client.query(`DELETE FROM sessions WHERE id = $1`, [id]);
    }
  });

  it('report the downtime before a takeover, and repeated fetches', async () => {
    const id = await queueSession(here.client, web, 'breadth-first', CONFIG);
    const first = await here.sessions.claim('one', 60_000);
    if (first?.lease.sessionId !== id) throw new Error('another session is waiting');
    // Renewed last 100 s ago, for 60 s.
    await here.client.query(
      `UPDATE sessions SET lease_expires_at = now() - interval '40 seconds', in_flight = '[{}, {}, {}]' WHERE id = $1`,
      [id],
    );
    // For some seconds after a database start, workers get time to return.
    let second = await here.sessions.claim('two', 60_000);
    for (const { pause } = looks(); second === null; second = await here.sessions.claim('two', 60_000)) await pause();
    expect(second.lease).toMatchObject({ sessionId: id, epoch: 2 });
    const [event] = await eventsOf(id, 'taken-over');
    expect(event.details).toMatchObject({
      by: 'worker',
      worker: 'two',
      previousWorker: 'one',
      epoch: 2,
      inFlight: 3,
      workerDied: true,
    });
    expect(event.details['seconds']).toBeGreaterThanOrEqual(100);
    expect(event.details['seconds']).toBeLessThan(400);
    await here.sessions.leave(second.lease, 'QUEUED', null, null, { why: 'shutdown' });
    expect((await eventsOf(id, 'released'))[0].details).toMatchObject({ reason: 'shutdown', worker: 'two' });
    await here.client.query(`DELETE FROM sessions WHERE id = $1`, [id]);
  });
});

describe('who asked, and why it ended', () => {
  it(
    'records commands of both APIs and saturation',
    async () => {
      const server = await serveRandomWeb(web);
      const service = await startService();
      const { call, until } = restCalls(() => service.url, DEADLINE_MS);
      const env = { DATABASE_URL: service.databaseUrl, CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}` };
      const graphql = async (query: string): Promise<void> => {
        const response = await fetch(`${service.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        });
        expect(await response.json()).not.toHaveProperty('errors');
      };
      const topic = await call<{ id: string }>('POST', '/topics', {
        name: 'zebras',
        keywords: ['zebra'],
        seeds: web.seeds,
      });
      const saturation = { window: 10, minHarvestRate: 0.5 };
      const { id } = await call<{ id: string }>('POST', `/topics/${topic.id}/sessions`, {
        policy: 'breadth-first',
        budget: { fetches: 400 },
        hostDelayMs: 0,
        robots: false,
        saturation,
      });
      await call('POST', `/sessions/${id}/pause`);
      await graphql(`mutation { resumeSession(id: "${id}") { state } }`);
      const worker = await startSharedWorker(env);
      try {
        await until<{ state: string }>(`/sessions/${id}`, ({ state }) => state === 'completed');
      } finally {
        await worker.stop();
      }
      const events = async (kind?: string): Promise<Event[]> =>
        (
          await call<{ items: Event[] }>(
            'GET',
            `/sessions/${id}/events?first=200${kind === undefined ? '' : `&kind=${kind}`}`,
          )
        ).items;
      const all = await events();
      expect(
        all.map(({ kind, details }) => [
          kind,
          details['by'] ?? null,
          details['api'] ?? null,
          details['caller'] ?? null,
        ]),
      ).toEqual([
        ['queued', 'user', 'rest', 'local'],
        ['paused', 'user', 'rest', 'local'],
        ['resumed', 'user', 'graphql', 'local'],
        ['started', 'worker', null, null],
        ['running', 'worker', null, null],
        ['saturated', null, null, null],
        ['completed', 'worker', null, null],
      ]);
      const [saturated] = await events('saturated');
      expect(saturated.details).toEqual({
        ...saturation,
        confidence: DEFAULT_CONFIDENCE,
        relevant: 0,
        harvestRate: 0,
        upper: expect.closeTo(0.2589, 4),
      });
      expect(await events('completed')).toEqual(all.slice(-1));
      await service.stop();
      await server.close();
    },
    DEADLINE_MS,
  );
});

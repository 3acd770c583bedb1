import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { createRng } from '../../src/domain/base/rng.js';
import { findPolicy, type PriorKind, learnedStateSchema } from '../../src/domain/policies/index.js';
import { queueSession } from './crawl-session.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { givePrior } from './given-prior.js';
import { littleLearning } from './little-learning.js';
import { expectNotesToMatchPages } from './noted-steps.js';
import { createRandomWeb, serveRandomWeb } from './random-web.js';
import { searching, startSearxng, type TestSearxng } from './searxng-server.js';
import { createWebSearch } from './web-search.js';
import { startWorker, type WorkerProcess } from './worker-process.js';

const CONCURRENCY = 6;
const MAX = 60;
const PAGES_PER_SITE = 100;
/** The shortest lease, seconds: then another worker takes over. */
const LEASE_SECONDS = 2;
/**
 * Maximum time of a takeover: the lease, the start of a process, the replay. Some seconds, or minutes on a busy
 * machine, where waiting processes get their turn before working ones.
 */
const TAKEOVER_MS = 180_000;

/** Maximum time that one check of the database counts, with the wait before it. */
const LOOK_MS = 250;

/**
 * Time as this process got it: on a busy machine, where everything is slower, a check takes seconds and there is time
 * for as many checks.
 */
function patienceOf(ms: number): { isOver(): boolean } {
  let spent = 0;
  let last = Date.now();
  return {
    isOver: () => {
      const now = Date.now();
      spent += Math.min(now - last, LOOK_MS);
      last = now;
      return spent > ms;
    },
  };
}

/** Jest ends tests that hang. */
const SLOWEST = 2;

/** Extent of a crawl in a test. */
export interface KillCase {
  /** Default: `tres`. */
  readonly policy?: string;
  readonly kills: number;
  /** Fetches of the crawl. */
  readonly budget: number;
  readonly sites: number;
  /** Whether takeovers after the first wait until a lease has expired, as they do without help. */
  readonly fullLeases: boolean;
  /** Additional settings of the session. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * Settings of its policy; little learning by default. A searching policy asks a SearXNG that knows the web, because
   * the service has stored nothing yet.
   */
  readonly policyConfig?: Readonly<Record<string, unknown>>;
  /**
   * Warm start of the crawl: an earlier session of the same policy is crawled first, and its learned state is given as
   * this. Default: none.
   */
  readonly prior?: PriorKind;
}

/** Fetches of the session that the crawl starts from. */
const ORIGIN_BUDGET = 150;

interface LoggedPage {
  step: number;
  seq: number;
  fingerprint: string;
}

/** Defines the tests of a crawl whose worker processes are killed at random moments. */
export const describeKills = ({
  policy = 'tres',
  kills: wanted,
  budget,
  sites,
  fullLeases,
  settings = {},
  policyConfig = littleLearning(policy),
  prior,
}: KillCase): void =>
  describe(`kill -9 of the worker under ${policy}${prior ? ` with what a ${prior} has learnt` : ''} ${JSON.stringify(settings)}`, () => {
    const patienceMs = 60_000 + (wanted + (prior ? 1 : 0)) * TAKEOVER_MS;
    const web = createRandomWeb({ sites, pagesPerSite: PAGES_PER_SITE, linksPerPage: 12 });
    let database: TestDatabase;
    let client: pg.Client;
    let server: Awaited<ReturnType<typeof serveRandomWeb>>;
    let searxng: TestSearxng;
    const workers: WorkerProcess[] = [];
    const asksEngine = searches(policy, policyConfig);

    beforeAll(async () => {
      database = await createTestDatabase();
      client = new pg.Client({ connectionString: database.url });
      await client.connect();
      server = await serveRandomWeb(web, 15);
      searxng = await startSearxng(searching(createWebSearch(web, { sites, pages: PAGES_PER_SITE }), 10));
    });

    afterAll(async () => {
      for (const worker of workers) await worker.kill();
      await server.close();
      await searxng.close();
      await client.end();
      await database.drop();
    });

    const spawnWorker = (): { id: string; worker: WorkerProcess } => {
      const id = `worker-${workers.length}`;
      const worker = startWorker({
        WORKER_ID: id,
        DATABASE_URL: database.url,
        CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
        SEARXNG_URL: searxng.url,
        LEASE_SECONDS: String(LEASE_SECONDS),
        COMMIT_INTERVAL_MS: '50',
        CHECKPOINT_INTERVAL_SECONDS: '1',
      });
      workers.push(worker);
      return { id, worker };
    };
    const logOf = async (sessionId: string): Promise<LoggedPage[]> =>
      (
        await client.query<LoggedPage>(
          `SELECT step, seq, md5(row(p.*)::text) AS fingerprint FROM pages p WHERE session_id = $1 ORDER BY seq`,
          [sessionId],
        )
      ).rows;
    const committed = async (sessionId: string): Promise<number> =>
      (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM pages WHERE session_id = $1`, [sessionId]))
        .rows[0].n;
    const sessionOf = async (sessionId: string): Promise<Record<string, number | string | null>> =>
      (await client.query(`SELECT * FROM sessions WHERE id = $1`, [sessionId])).rows[0];
    const queued = (fetches: number, seed: number): Promise<string> =>
      queueSession(
        client,
        web,
        policy,
        {
          budget: { fetches },
          concurrency: CONCURRENCY,
          hostConcurrency: 2,
          hostDelayMs: 0,
          robots: false,
          domainCap: MAX,
          ...settings,
        },
        { seed, policyConfig: { ...policyConfig, ...(asksEngine && { engine: 'searxng' }) } },
      );
    /** A session that ended undisturbed. */
    const crawledOrigin = async (): Promise<string> => {
      const id = await queued(ORIGIN_BUDGET, 8);
      const { worker } = spawnWorker();
      const patience = patienceOf(TAKEOVER_MS);
      while ((await sessionOf(id))['state'] !== 'COMPLETED') {
        if (patience.isOver()) throw new Error('the session to start from has not ended');
        await sleep(50);
      }
      expect(await worker.stop()).toBe(0);
      return id;
    };

    it(
      `loses and repeats nothing committed over ${wanted} kills at random moments, keeps MAX, and completes`,
      async () => {
        const originId = prior && (await crawledOrigin());
        const sessionId = await queued(budget, 7);
        if (originId !== undefined) await givePrior(client, originId, sessionId, prior ?? 'session');
        // A pinned seed makes a failure as reproducible as a race can be.
        const rng = createRng(20);
        const patience = patienceOf(patienceMs);
        let holders = [spawnWorker(), spawnWorker()];
        let before: LoggedPage[] = [];
        let kills = 0;
        while (kills < wanted) {
          // The next kill strikes at a random moment after the session has advanced.
          while ((await committed(sessionId)) <= before.length) {
            if (patience.isOver())
              throw new Error(`only ${kills} kills in time: ${JSON.stringify(await sessionOf(sessionId))}`);
            await sleep(50);
          }
          await sleep(rng.next() * 200);
          const owner = (await sessionOf(sessionId))['lease_owner'];
          const victim = holders.find(({ id }) => id === owner) ?? holders[0];
          await victim.worker.kill();
          if (kills > 0 && !fullLeases)
            await client.query('UPDATE sessions SET lease_expires_at = now() WHERE id = $1', [sessionId]);
          kills++;
          const after = await logOf(sessionId);
          expect(after.slice(0, before.length)).toEqual(before);
          expect(after.map((page) => page.seq)).toEqual(after.map((_, i) => i));
          before = after;
          // After the last kill the remaining worker suffices.
          holders = [...holders.filter((holder) => holder !== victim), ...(kills < wanted ? [spawnWorker()] : [])];
        }
        while ((await sessionOf(sessionId))['state'] !== 'COMPLETED' && !patience.isOver()) await sleep(50);

        const session = await sessionOf(sessionId);
        expect([session['state'], session['state_reason'], session['error']]).toEqual(['COMPLETED', 'BUDGET', null]);
        const pages = await logOf(sessionId);
        expect(pages.slice(0, before.length)).toEqual(before);
        expect(new Set(pages.map((page) => page.step)).size).toBe(pages.length);
        await expectCountersToMatchRows(client, sessionId, session, budget);
        await expectNotesToMatchPages(database.url, sessionId);
        // The log was replayed: the policy made the same choices.
        expect(await relearnt(client, sessionId)).toEqual([]);
        await expectLearnedStateToBeWhole(client, sessionId, session, prior !== undefined);
        if (asksEngine) expect(await hitsOf(client, sessionId)).toBeGreaterThan(0);
        const {
          rows: [most],
        } = await client.query<{ most: number }>(
          `SELECT max(fetched + failed) AS most FROM domains WHERE session_id = $1`,
          [sessionId],
        );
        if (settings['domainCap'] === undefined) expect(most.most).toBeLessThanOrEqual(MAX);
        // Only steps in flight or uncommitted at a kill are fetched again.
        const requests = [...server.requests.values()].reduce((sum, count) => sum + count, 0);
        expect(requests).toBeGreaterThanOrEqual(budget);
        for (const { worker } of holders) expect(await worker.stop()).toBe(0);
      },
      SLOWEST * patienceMs,
    );
  });

/** Whether a policy asks a search engine. */
function searches(policy: string, config: Readonly<Record<string, unknown>>): boolean {
  const definition = findPolicy(policy);
  return definition?.needs?.(definition.configSchema.parse(config)).search !== undefined;
}

/**
 * The learned state is recorded as of the end, and no kill has removed anything: each split of its tree has its step.
 */
async function expectLearnedStateToBeWhole(
  client: pg.Client,
  sessionId: string,
  { completed, policy_stats: stats }: Readonly<Record<string, unknown>>,
  isGiven: boolean,
): Promise<void> {
  const { rows } = await client.query<{ completed: number; data: Buffer }>(
    'SELECT completed, data FROM policy_minds WHERE session_id = $1',
    [sessionId],
  );
  expect(rows).toMatchObject([{ completed }]);
  const { tree, history } = learnedStateSchema.parse(JSON.parse(gunzipSync(rows[0].data).toString()));
  if (!tree || !history) return;
  expect(history.inAll).toBe((stats as { leaves: number }).leaves - 1);
  // Splits of an inherited tree belong to another session and have no step.
  if (!isGiven) expect(history.events.filter(({ step }) => step === null)).toEqual([]);
}

async function relearnt(client: pg.Client, sessionId: string): Promise<readonly unknown[]> {
  const { rows } = await client.query(
    `SELECT details FROM session_events WHERE session_id = $1 AND kind = 'policy-relearnt'`,
    [sessionId],
  );
  return rows;
}

/** Pages that a session fetched as hits of a search. */
async function hitsOf(client: pg.Client, sessionId: string): Promise<number> {
  const { rows } = await client.query<{ hits: number }>(
    `SELECT count(*)::int AS hits FROM pages p JOIN pages s ON s.session_id = p.session_id AND s.step = p.source
      WHERE p.session_id = $1 AND p.outcome = 'page' AND s.outcome = 'search'`,
    [sessionId],
  );
  return rows[0].hits;
}

async function expectCountersToMatchRows(
  client: pg.Client,
  sessionId: string,
  session: Record<string, number | string | null>,
  budget: number,
): Promise<void> {
  const {
    rows: [counted],
  } = await client.query(
    `SELECT count(*) FILTER (WHERE outcome = 'page')::int AS fetched, count(*) FILTER (WHERE outcome <> ALL('{page,search,search-failed}'))::int AS failed,
            count(*) FILTER (WHERE relevant)::int AS relevant, count(*)::int AS completed,
            count(DISTINCT domain_no) FILTER (WHERE outcome = 'page')::int AS domains,
            count(DISTINCT domain_no) FILTER (WHERE relevant)::int AS relevant_domains,
            (SELECT count(*)::int FROM urls WHERE session_id = $1) AS found
       FROM pages WHERE session_id = $1`,
    [sessionId],
  );
  expect(session).toMatchObject(counted);
  expect(Number(session['fetched']) + Number(session['failed'])).toBe(budget);
  const { rows: wrong } = await client.query(
    `SELECT d.domain_no FROM domains d
       LEFT JOIN (SELECT domain_no, count(*) FILTER (WHERE outcome = 'page') AS fetched, count(*) FILTER (WHERE relevant) AS relevant,
                         count(*) FILTER (WHERE outcome <> ALL('{page,search,search-failed}')) AS failed, min(step) FILTER (WHERE outcome = 'page') AS first_step
                    FROM pages WHERE session_id = $1 GROUP BY domain_no) p USING (domain_no)
      WHERE d.session_id = $1 AND (d.fetched, d.relevant, d.failed) IS DISTINCT FROM (coalesce(p.fetched, 0), coalesce(p.relevant, 0), coalesce(p.failed, 0))
         OR d.session_id = $1 AND d.first_step IS DISTINCT FROM p.first_step`,
    [sessionId],
  );
  expect(wrong).toEqual([]);
}

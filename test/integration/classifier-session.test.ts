import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../e2e/sessions-client.js';
import {
  classifying,
  failing,
  hanging,
  scoreOf,
  startClassifier,
  type TestClassifier,
} from '../support/classifier-server.js';
import { littleLearning } from '../support/little-learning.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { isThorough, testThoroughly } from '../support/thoroughness.js';
import { startSharedWorker, startWorker } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 40, pagesPerSite: 40, linksPerPage: 10 });
const DEADLINE_MS = 240_000;
const CONCURRENCY = 8;
const LEASE_SECONDS = 8;
/** The longest time limit of a classifier: no call times out in a test. */
const LONGEST_MS = 300_000;

interface Status {
  id: string;
  state: string;
  error: string | null;
  modelId: string;
  pendingModelId: string | null;
  availableActions: string[];
  fetched: number;
  failed: number;
  relevant: number;
}

describe('sessions under a classifier at a URL', () => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof serveRandomWeb>>;
  let classifier: TestClassifier;
  let worker: { stop(): Promise<unknown> };
  let topicId: string;
  /** Delay of the web before each response: long enough to interrupt a crawl. */
  let delayMs = 60;

  const { call, until } = restCalls(() => service.url, DEADLINE_MS);
  const session = (id: string, isReached: (status: Status) => boolean): Promise<Status> =>
    until(`/sessions/${id}`, isReached);
  const ended = ({ state }: Status): boolean => ['completed', 'failed', 'stopped'].includes(state);
  const workerEnvironment = () => ({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
    LEASE_SECONDS: String(LEASE_SECONDS),
    CLASSIFIER_ORIGINS: classifier.origin,
  });

  beforeAll(async () => {
    server = await serveRandomWeb(web, () => delayMs);
    classifier = await startClassifier();
    service = await startService();
    worker = await startSharedWorker(workerEnvironment());
    ({ id: topicId } = await call<{ id: string }>('POST', '/topics', {
      name: 'cheese',
      keywords: ['cheese', 'cheddar', 'rennet'],
      seeds: web.seeds,
    }));
  }, DEADLINE_MS);
  afterAll(async () => {
    classifier.answer(classifying());
    await worker.stop();
    await service.stop();
    await server.close();
    await classifier.close();
  }, DEADLINE_MS);
  beforeEach(() => classifier.answer(classifying()));

  async function httpModel(config: object = {}): Promise<string> {
    const { id } = await call<{ id: string }>('POST', `/topics/${topicId}/models`, {
      kind: 'http',
      config: { url: classifier.url, retries: 1, ...config },
    });
    expect(await until<Status & { state: string }>(`/models/${id}`, ({ state }) => state !== 'training')).toMatchObject(
      { state: 'ready', error: null },
    );
    return id;
  }
  const start = (modelId: string, fetches: number, more: object = {}): Promise<Status> =>
    call('POST', `/topics/${topicId}/sessions`, {
      policy: 'best-first',
      budget: { fetches },
      hostDelayMs: 0,
      robots: false,
      concurrency: CONCURRENCY,
      hostConcurrency: 2,
      randomSeed: 3,
      modelId,
      ...more,
    });
  /** Every page has the classifier's verdict, and the counters agree. */
  async function expectTrueVerdicts(id: string, { relevant, fetched }: Status): Promise<void> {
    const verdicts = new Map(
      classifier.requests.flatMap(({ documents }) => documents.map((document) => [document.url, scoreOf(document)])),
    );
    const pages = await sql<{ url: string; probability: number; relevant: boolean }>(
      service.databaseUrl,
      `SELECT u.url, p.probability, p.relevant FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no
       WHERE p.session_id = $1 AND outcome = 'page'`,
      [id],
    );
    expect(pages).toHaveLength(fetched);
    expect(
      pages.filter((page) => page.probability !== verdicts.get(page.url) || page.relevant !== page.probability >= 0.5),
    ).toEqual([]);
    expect(pages.filter((page) => page.relevant)).toHaveLength(relevant);
    const twice = await sql(
      service.databaseUrl,
      'SELECT url_no FROM pages WHERE session_id = $1 AND choice = step GROUP BY url_no HAVING count(*) > 1',
      [id],
    );
    expect(twice).toEqual([]);
  }
  const asks = (from: number): string[] =>
    classifier.requests.slice(from).flatMap(({ documents }) => documents.map(({ url }) => url));

  it(
    'ask about each page once, in batches, and a second session of the same model asks about new pages only',
    async () => {
      const modelId = await httpModel({ maxWaitMs: 30 });
      const from = classifier.requests.length;
      const { id } = await start(modelId, 80);
      const end = await session(id, ended);
      expect(end).toMatchObject({ state: 'completed', error: null });
      expect(end.relevant).toBeGreaterThan(20);
      await expectTrueVerdicts(id, end);
      const first = asks(from);
      expect(new Set(first).size).toBe(first.length);
      expect(first.length).toBeGreaterThanOrEqual(end.fetched);
      expect(classifier.requests.length - from).toBeLessThan(first.length / 2);
      expect(Math.max(...classifier.requests.slice(from).map(({ documents }) => documents.length))).toBeLessThanOrEqual(
        CONCURRENCY,
      );

      const second = await start(modelId, 80, { policy: 'breadth-first' });
      await expectTrueVerdicts(second.id, await session(second.id, ended));
      const all = asks(from);
      expect(new Set(all).size).toBe(all.length);
      const pages = await sql<{ url: string }>(
        service.databaseUrl,
        `SELECT DISTINCT u.url FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no WHERE p.session_id = $1 AND outcome = 'page'`,
        [second.id],
      );
      const known = new Set(first);
      expect(pages.some(({ url }) => known.has(url))).toBe(true);
    },
    DEADLINE_MS,
  );

  it(
    'wait while it is down, obey a pause meanwhile, and go on when it is up again',
    async () => {
      const { id } = await start(await httpModel(), 120);
      // As many events as a session keeps: the outage is still recorded.
      await sql(
        service.databaseUrl,
        `INSERT INTO session_events (session_id, kind, completed, details) SELECT $1, 'running', 0, '{}' FROM generate_series(1, 1000)`,
        [id],
      );
      await session(id, ({ fetched }) => fetched > 20);
      const down = classifier.requests.length;
      classifier.answer(failing(503));
      await classifier.until(down + 4);
      // Requests in flight have ended; from here on nothing moves.
      const stuck = await session(
        id,
        (() => {
          let before = -1;
          let same = 0;
          return ({ fetched }: Status): boolean => {
            same = fetched === before ? same + 1 : 0;
            before = fetched;
            return same > 25;
          };
        })(),
      );
      expect(stuck).toMatchObject({ state: 'running', error: null });
      const events = async (): Promise<{ kind: string; details: object }[]> =>
        (
          await call<{ items: { kind: string; details: object }[] }>('GET', `/sessions/${id}/events?last=200`)
        ).items.filter(({ kind }) => kind.startsWith('classifier-'));
      expect(await events()).toMatchObject([
        { kind: 'classifier-down', details: { message: expect.stringContaining('HTTP 503') } },
      ]);
      await call('POST', `/sessions/${id}/pause`);
      const paused = await session(id, ({ state }) => state === 'paused');
      expect(paused.fetched).toBe(stuck.fetched);
      classifier.answer(classifying());
      await call('POST', `/sessions/${id}/resume`);
      const end = await session(id, ended);
      expect(end).toMatchObject({ state: 'completed', error: null });
      expect((await events()).map(({ kind }) => kind)).toEqual(['classifier-down', 'classifier-up']);
      await expectTrueVerdicts(id, end);
    },
    DEADLINE_MS,
  );

  testThoroughly(
    'fail when it stays down, saying so, and can be resumed with nothing lost',
    async () => {
      const { id } = await start(await httpModel({ maxOutageMs: 1_000 }), 120);
      const running = await session(id, ({ fetched }) => fetched > 30);
      classifier.answer(failing(503));
      const failed = await session(id, ended);
      expect(failed.state).toBe('failed');
      expect(failed.error).toMatch(
        /^the classifier at http:\/\/127\.0\.0\.1:\d+\/score has been down for \d+ s: HTTP 503$/,
      );
      expect(failed.fetched).toBeGreaterThanOrEqual(running.fetched);
      expect(failed.availableActions).toContain('resume');
      classifier.answer(classifying());
      await call('POST', `/sessions/${id}/resume`);
      const end = await session(id, ended);
      expect(end).toMatchObject({ state: 'completed', error: null });
      expect(end.fetched + end.failed).toBe(120);
      await expectTrueVerdicts(id, end);
    },
    DEADLINE_MS,
  );

  it(
    'fail at once when it refuses',
    async () => {
      const { id } = await start(await httpModel(), 300);
      await session(id, ({ fetched }) => fetched > 30);
      classifier.answer(failing(401, {}, 'no such key'));
      expect(await session(id, ended)).toMatchObject({
        state: 'failed',
        error: expect.stringMatching(/did not judge: HTTP 401: no such key/),
      });
    },
    DEADLINE_MS,
  );

  // The long run kills workers.
  if (isThorough)
    it(
      'survive a killed worker: what was judged is not asked about again',
      async () => {
        await worker.stop();
        const doomed = startWorker(workerEnvironment());
        classifier.answer(classifying(40));
        const modelId = await httpModel();
        const from = classifier.requests.length;
        const { id } = await start(modelId, 120, { policy: 'tres', policyConfig: littleLearning('tres') });
        await session(id, ({ fetched }) => fetched > 60);
        await doomed.kill();
        // Another worker takes over at once when the lease has expired.
        await sql(service.databaseUrl, 'UPDATE sessions SET lease_expires_at = now() WHERE id = $1', [id]);
        // Verdicts of requests in flight are lost.
        const inAir = asks(from).length;
        worker = await startSharedWorker(workerEnvironment());
        const end = await session(id, ended);
        expect(end).toMatchObject({ state: 'completed', error: null });
        await expectTrueVerdicts(id, end);
        const all = asks(from);
        expect(all.length - new Set(all).size).toBeLessThanOrEqual(CONCURRENCY);
        expect(inAir).toBeGreaterThan(60);
      },
      DEADLINE_MS,
    );

  testThoroughly(
    'change to it: all pages are judged in full batches, and a command is obeyed while it is silent',
    async () => {
      const { id, modelId: before } = await call<Status>('POST', `/topics/${topicId}/sessions`, {
        // Far more pages than before a pause takes effect.
        policy: 'best-first',
        budget: { fetches: 300 },
        hostDelayMs: 0,
        robots: false,
        concurrency: CONCURRENCY,
        hostConcurrency: 2,
        randomSeed: 3,
        modelId: await keywordModel(),
      });
      await session(id, ({ fetched }) => fetched > 90);
      await call('POST', `/sessions/${id}/pause`);
      const paused = await session(id, (status) => status.state === 'paused' || ended(status));
      expect(paused.state).toBe('paused');
      delayMs = 5;

      const modelId = await httpModel({ timeoutMs: LONGEST_MS });
      const from = classifier.requests.length;
      classifier.answer(hanging);
      await call('POST', `/sessions/${id}/model`, { modelId });
      await call('POST', `/sessions/${id}/resume`);
      await classifier.until(from + 1);
      await call('POST', `/sessions/${id}/pause`);
      expect(await session(id, ({ state }) => state === 'paused')).toMatchObject({
        modelId: before,
        pendingModelId: modelId,
        fetched: paused.fetched,
      });

      const again = classifier.requests.length;
      classifier.answer(classifying());
      await call('POST', `/sessions/${id}/resume`);
      await session(id, ({ pendingModelId }) => pendingModelId === null);
      // More than are ever in flight in the crawl itself.
      const sizes = classifier.requests.slice(again).map(({ documents }) => documents.length);
      expect(sizes.filter((size) => size > CONCURRENCY).length).toBeGreaterThan(4);
      const end = await session(id, ended);
      expect(end).toMatchObject({ state: 'completed', error: null, modelId, pendingModelId: null });
      await expectTrueVerdicts(id, end);
      const all = asks(again);
      expect(new Set(all).size).toBe(all.length);
      const { items: events } = await call<{ items: { kind: string }[] }>('GET', `/sessions/${id}/events?first=200`);
      expect(events.map(({ kind }) => kind).filter((kind) => /^(model|classifier)-/.test(kind))).toEqual([
        'model-switch-requested',
        'model-switched',
      ]);
    },
    DEADLINE_MS,
  );

  async function keywordModel(): Promise<string> {
    const { id } = await call<{ id: string }>('POST', `/topics/${topicId}/models`, { kind: 'keyword-vectors' });
    for (;;) {
      const { state } = await call<{ state: string }>('GET', `/models/${id}`);
      if (state === 'ready') return id;
      expect(state).toBe('training');
      await sleep(50);
    }
  }
});

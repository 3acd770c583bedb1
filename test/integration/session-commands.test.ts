import { sql } from '../e2e/sessions-client.js';
import { littleLearning } from '../support/little-learning.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 60, pagesPerSite: 60, linksPerPage: 10 });
const DEADLINE_MS = 60_000;

interface Status {
  id: string;
  state: string;
  stateReason: string | null;
  command: string | null;
  fetched: number;
  failed: number;
  availableActions: string[];
}

describe('commands that a real worker carries out', () => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof serveRandomWeb>>;
  /** Delay of the web before each response, until the pause has arrived on any machine. */
  let delayMs = 60;
  let worker: Awaited<ReturnType<typeof startSharedWorker>>;

  beforeAll(async () => {
    server = await serveRandomWeb(web, () => delayMs);
    service = await startService();
    worker = await startSharedWorker({
      DATABASE_URL: service.databaseUrl,
      CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
      COMMIT_INTERVAL_MS: '50',
    });
  }, DEADLINE_MS);
  afterAll(async () => {
    await worker.stop();
    await service.stop();
    await server.close();
  }, DEADLINE_MS);

  const { call, until: answered } = restCalls(() => service.url, DEADLINE_MS);
  const until = (id: string, isReached: (status: Status) => boolean): Promise<Status> =>
    answered(`/sessions/${id}`, isReached);

  it(
    'pauses, resumes, completes, is extended, and is stopped',
    async () => {
      const topic = await call<{ id: string }>('POST', '/topics', {
        name: 'cheese',
        keywords: ['cheese', 'cheddar', 'rennet'],
        seeds: web.seeds,
      });
      const { id } = await call<Status>('POST', `/topics/${topic.id}/sessions`, {
        policy: 'tres',
        policyConfig: littleLearning('tres'),
        budget: { fetches: 200 },
        hostDelayMs: 0,
        robots: false,
        concurrency: 4,
        hostConcurrency: 2,
        randomSeed: 3,
      });
      await until(id, (status) => status.fetched > 20);
      expect(['pause', null]).toContain((await call<Status>('POST', `/sessions/${id}/pause`)).command);
      const paused = await until(id, (status) => status.state === 'paused');
      expect(paused).toMatchObject({
        state: 'paused',
        command: null,
        availableActions: ['resume', 'stop', 'switchModel', 'delete'],
      });
      // It has no holder, and the fetches in flight have ended and are counted.
      expect(
        await sql(service.databaseUrl, 'SELECT lease_owner, in_flight, fetched FROM sessions WHERE id = $1', [id]),
      ).toEqual([{ lease_owner: null, in_flight: [], fetched: paused.fetched }]);

      delayMs = 5;
      await call<Status>('POST', `/sessions/${id}/resume`);
      const completed = await until(id, (status) => status.state === 'completed');
      expect(completed).toMatchObject({ state: 'completed', stateReason: 'budget' });
      expect(completed.fetched + completed.failed).toBe(200);

      await call<Status>('POST', `/sessions/${id}/extend`, { fetches: 1_500 });
      await until(id, (status) => status.fetched + status.failed > 220);
      await call<Status>('POST', `/sessions/${id}/stop`);
      const stopped = await until(id, (status) => status.state === 'stopped');
      expect(stopped).toMatchObject({
        state: 'stopped',
        stateReason: 'stopped',
        availableActions: ['extend', 'switchModel', 'delete'],
      });
      expect(stopped.fetched + stopped.failed).toBeLessThan(1_700);
    },
    3 * DEADLINE_MS,
  );
});

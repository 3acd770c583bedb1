import { labelling, startLabeller, type TestLabeller } from '../support/labeller-server.js';
import { looks } from '../support/looks.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';
import { sql } from '../e2e/sessions-client.js';
import { ApiClient } from '../e2e/topics-client.js';

const CALLS = 60;
/** A job that loses its worker four times is given up. */
const KILLS = 3;

let service: TestService;
let labeller: TestLabeller;
let worker: WorkerProcess;
beforeAll(async () => {
  const good = labelling((text) => text.startsWith('soccer league goal'));
  // Slow enough for calls to be in flight at every kill.
  labeller = await startLabeller((request, response) => void setTimeout(() => good(request, response), 100));
  service = await startService({ LABELLER_URL: labeller.url, LABELLER_MODEL: 'stand-in' });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await labeller.close();
});

test('a labeller whose worker is killed again and again is called no more often than its budget says', async () => {
  const api = new ApiClient(service.url);
  const { topicId, sessionId, pages } = await insertSessionRows(service.databaseUrl, { steps: 120, seed: 31 });
  const labels = pages
    .filter((page) => page.outcome === 'page')
    .slice(0, 20)
    .map(({ step, relevant }) => ({ step, relevant }));
  await api.rest('POST', `/sessions/${sessionId}/labels`, { labels });
  const begin = (): WorkerProcess =>
    startWorker({
      DATABASE_URL: service.databaseUrl,
      LABELLER_URL: labeller.url,
      LABELLER_MODEL: 'stand-in',
      LEASE_SECONDS: '2',
      COMMIT_INTERVAL_MS: '100',
    });
  const { body: job } = await api.rest<{ id: string }>('POST', `/topics/${topicId}/labeller/runs`, { calls: CALLS });
  const { pause } = looks();
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = labeller.requests.length;
    worker = begin();
    while (labeller.requests.length < before + 10) await pause();
    await worker.kill();
  }
  worker = begin();
  const ended = await api.settled(job.id);
  expect(ended).toMatchObject({ state: 'completed', result: { calls: CALLS, endedBy: 'calls', malformed: 0 } });
  // Calls that were counted but not made before the worker died are lost; none is made twice over the budget.
  expect(labeller.requests.length).toBeLessThanOrEqual(CALLS);
  const stored = await sql<{ rows: number; pages: number }>(
    service.databaseUrl,
    `SELECT count(*)::int AS rows, count(DISTINCT coalesce(url, example_id::text))::int AS pages FROM labeller_labels WHERE topic_id = $1`,
    [topicId],
  );
  const [{ rows, pages: distinct }] = stored;
  expect(distinct).toBe(rows);
  // Pages in flight at a kill, at most four, have no label.
  expect(rows).toBeGreaterThanOrEqual(CALLS - 4 * KILLS);
  const [usage] = await sql<{ calls: number }>(
    service.databaseUrl,
    'SELECT sum(calls)::int AS calls FROM labeller_usage',
  );
  expect(usage.calls).toBe(CALLS);
});

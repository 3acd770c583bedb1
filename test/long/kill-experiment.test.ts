import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';
import { sql } from '../e2e/sessions-client.js';

const DEADLINE_MS = 300_000;
const KILLS = 3;

interface ExperimentBody {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly plannedRuns: number;
  readonly finishedRuns: number;
}

let service: TestService;
const { call, until } = restCalls(() => service.url, DEADLINE_MS);
const start = (): WorkerProcess => startWorker({ DATABASE_URL: service.databaseUrl, LEASE_SECONDS: '2' });
beforeAll(async () => {
  service = await startService();
}, DEADLINE_MS);
afterAll(() => service.stop());

test(
  'an experiment whose workers are killed again and again does each run once',
  async () => {
    const { id, plannedRuns } = await call<ExperimentBody>('POST', '/experiments', {
      web: { synthetic: 'pages=400,seed=4,maxLinks=12,pagesPerHost=15,words=40' },
      policies: [{ policy: 'tres' }, { policy: 'best-first' }, { policy: 'random' }],
      ...{ budgets: [100], runs: 12 },
    });
    const seen = new Map<string, string>();
    let worker = start();
    for (let kill = 0; kill < KILLS; kill++) {
      const before = seen.size;
      await until<ExperimentBody>(`/experiments/${id}`, ({ finishedRuns }) => finishedRuns > before);
      await worker.kill();
      for (const [key, result] of await rowsOf(id)) {
        // Earlier results are unchanged.
        if (seen.has(key)) expect(result).toBe(seen.get(key));
        seen.set(key, result);
      }
      worker = start();
    }
    const last = await until<ExperimentBody>(
      `/experiments/${id}`,
      ({ state }) => !['queued', 'running'].includes(state),
    );
    await worker.stop();
    expect(last).toMatchObject({ state: 'completed', error: null, finishedRuns: plannedRuns });
    const rows = await rowsOf(id);
    for (const [key, result] of seen) expect(rows.get(key)).toBe(result);
  },
  DEADLINE_MS,
);

/** The stored runs as text, by policy and seed. They contain their times, so that a repeated run would show. */
async function rowsOf(id: string): Promise<Map<string, string>> {
  const rows = await sql<{ key: string; result: string }>(
    service.databaseUrl,
    `SELECT policy || ' ' || random_seed AS key, result::text AS result FROM experiment_runs WHERE experiment_id = $1`,
    [id],
  );
  return new Map(rows.map(({ key, result }) => [key, result]));
}

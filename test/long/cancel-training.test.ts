import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

const DEADLINE_MS = 180_000;
const WORDS = [
  'cheddar',
  'brie',
  'milk',
  'rind',
  'curd',
  'dairy',
  'goat',
  'engine',
  'brake',
  'wheel',
  'clutch',
  'motor',
  'gear',
  'tyre',
  'speed',
  'road',
];

interface Job {
  id: string;
  state: string;
  progress: number;
  error: string | null;
}
interface Model {
  id: string;
  state: string;
  error: string | null;
  jobId: string;
}

describe('a training of kw-bilstm under way in a worker', () => {
  let service: TestService;
  let worker: Awaited<ReturnType<typeof startSharedWorker>>;
  let topicId: string;
  const { call, until } = restCalls(() => service.url, DEADLINE_MS);

  beforeAll(async () => {
    service = await startService();
    // Progress is reported with the lease renewal, three times per lease.
    worker = await startSharedWorker({ DATABASE_URL: service.databaseUrl, LEASE_SECONDS: '3' });
    ({ id: topicId } = await call<{ id: string }>('POST', '/topics', {
      name: 'cheese',
      keywords: ['cheese', 'cheddar'],
    }));
    for (let i = 0; i < 60; i++) {
      const words = i % 2 === 0 ? WORDS.slice(0, 7) : WORDS.slice(7);
      const text = Array.from({ length: 200 }, (_, k) => words[(i * 3 + k * (1 + (i % 4))) % words.length]).join(' ');
      await call('POST', `/topics/${topicId}/examples`, {
        url: `http://site${i}.example/`,
        text,
        relevant: i % 2 === 0,
      });
    }
  }, DEADLINE_MS);
  afterAll(async () => {
    await worker.stop();
    await service.stop();
  }, DEADLINE_MS);

  it(
    'tells its progress, ends when it is cancelled, and leaves the worker to the next job',
    async () => {
      // Without early stopping this takes minutes.
      const config = { rounds: 30 };
      const model = await call<Model>('POST', `/topics/${topicId}/models`, { kind: 'kw-bilstm', config });
      const { progress } = await until<Job>(`/jobs/${model.jobId}`, (job) => job.progress > 0.01);
      const later = await until<Job>(`/jobs/${model.jobId}`, (job) => job.progress > progress);
      expect(later).toMatchObject({ state: 'running', error: null });
      expect(later.progress).toBeLessThan(1);

      await call<Job>('POST', `/jobs/${model.jobId}/cancel`);
      expect(await until<Job>(`/jobs/${model.jobId}`, ({ state }) => state !== 'running')).toMatchObject({
        state: 'cancelled',
        error: 'cancelled by a user',
      });
      expect(await call<Model>('GET', `/models/${model.id}`)).toMatchObject({
        state: 'failed',
        error: 'cancelled by a user',
      });

      const next = await call<Model>('POST', `/topics/${topicId}/models`, { kind: 'naive-bayes' });
      expect(await until<Model>(`/models/${next.id}`, ({ state }) => state !== 'training')).toMatchObject({
        state: 'ready',
      });
    },
    DEADLINE_MS,
  );
});

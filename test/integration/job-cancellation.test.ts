import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { runInThread, type ThreadTask } from '../../src/platform/threads/index.js';
import { type Job, type JobHandler, type JobsService } from '../../src/modules/base/jobs/index.js';
import { CANCELLED } from '../../src/modules/base/jobs/job.js';
import { useJobRunners } from '../support/job-runners.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

/** Long enough that no renewal and no expired lease can be the cause. */
const LONG_LEASE_SECONDS = 3_600;

describe('cancelling a job', () => {
  const bench = useJobRunners();
  const { startRunner, settled } = bench;
  let client: pg.Client;
  let jobs: JobsService;
  beforeAll(() => ({ client, jobs } = bench.connections()));

  /** A handler that waits for an interrupt or for `finish`, and records its calls. */
  function patientHandler(kind: string): {
    handler: JobHandler;
    told: string[];
    started: Promise<Job>;
    finish: () => void;
  } {
    const told: string[] = [];
    let begin: (job: Job) => void;
    let finish: () => void;
    const started = new Promise<Job>((resolve) => (begin = resolve));
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const handler: JobHandler = {
      kind,
      run: async (job: Job, { signal }) => {
        begin(job);
        await Promise.race([finished, once(signal, 'abort')]);
        signal.throwIfAborted();
        return 'finished';
      },
      failed: async (_job, error, transaction) => {
        told.push(`${error}${transaction ? ' with the job' : ''}`);
      },
    };
    return { handler, told, started, finish: () => finish() };
  }
  const orphan = (id: string, lease: string) =>
    client.query(
      `UPDATE jobs SET status = 'RUNNING', attempts = 1, lease_owner = 'dead', lease_expires_at = now() + $2::interval WHERE id = $1`,
      [id, lease],
    );

  it('ends one that waits at once, without a worker', async () => {
    const { id } = await jobs.enqueue('waiting', randomUUID());
    expect(await jobs.cancel(id)).toMatchObject({
      id,
      state: 'CANCELLED',
      error: CANCELLED,
      finishedAt: expect.any(Date),
      cancelRequestedAt: expect.any(Date),
    });
    // Twice is the same as once, and no worker claims it.
    const again = await jobs.cancel(id);
    expect(again).toEqual(await jobs.get(id));
    const { handler, told } = patientHandler('waiting');
    startRunner({ ...handler, run: () => Promise.resolve(null) });
    await settled((await jobs.enqueue('waiting', randomUUID())).id);
    expect(await jobs.get(id)).toEqual(again);
    expect(told).toEqual([]);
  });

  it('notifies the subject of a waiting one, in the transaction that ends it', async () => {
    const { handler, told } = patientHandler('told');
    await startRunner(handler).stop();
    const { id } = await jobs.enqueue('told', randomUUID());
    await jobs.cancel(id);
    expect(told).toEqual([`${CANCELLED} with the job`]);
  });

  it('interrupts one that runs, by a notification', async () => {
    const { handler, told, started } = patientHandler('running');
    const { id } = await jobs.enqueue('running', randomUUID());
    startRunner(handler, randomUUID(), LONG_LEASE_SECONDS);
    await started;
    const asked = await jobs.cancel(id);
    expect(['RUNNING', 'CANCELLED']).toContain(asked.state);
    expect(asked.cancelRequestedAt).toBeInstanceOf(Date);
    expect(await settled(id)).toMatchObject({
      state: 'CANCELLED',
      error: CANCELLED,
      result: null,
      attempts: 1,
      cancelRequestedAt: asked.cancelRequestedAt,
    });
    expect(told).toEqual([`${CANCELLED} with the job`]);
    expect((await jobs.cancel(id)).state).toBe('CANCELLED');
  });

  it('interrupts one that runs by the renewal of its lease, where the notification was lost', async () => {
    const { handler, started } = patientHandler('deaf');
    const { id } = await jobs.enqueue('deaf', randomUUID());
    startRunner(handler);
    await started;
    await client.query('UPDATE jobs SET cancel_requested_at = now() WHERE id = $1', [id]);
    expect(await settled(id)).toMatchObject({ state: 'CANCELLED', attempts: 1 });
  });

  it('stops the thread a job computes in', async () => {
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const source =
      'export const task = { run: (shared) => { for (;;) { Atomics.add(shared, 0, 1); Atomics.notify(shared, 0); } } };';
    const task: ThreadTask<Int32Array, null> = {
      url: `data:text/javascript,${encodeURIComponent(source)}`,
      run: () => null,
    };
    const { id } = await jobs.enqueue('endless', randomUUID());
    startRunner(
      { kind: 'endless', run: (_job, { signal }) => runInThread(task, shared, signal) },
      randomUUID(),
      LONG_LEASE_SECONDS,
    );
    while (Atomics.load(shared, 0) === 0) await sleep(5);
    await jobs.cancel(id);
    expect(await settled(id)).toMatchObject({ state: 'CANCELLED', error: CANCELLED });
    const counted = Atomics.load(shared, 0);
    expect(Atomics.wait(shared, 0, counted, 200)).toBe('timed-out');
  });

  it('of one that finishes at the same time has one end or the other, and its subject agrees', async () => {
    for (let i = 0; i < 20; i++) {
      const { handler, told, started, finish } = patientHandler(`racing-${i}`);
      const { id } = await jobs.enqueue(handler.kind, randomUUID());
      const runner = startRunner(handler, randomUUID(), LONG_LEASE_SECONDS);
      await started;
      if (i % 2 === 0) finish();
      const cancelled = jobs.cancel(id).catch((error: unknown) => error);
      finish();
      const job = await settled(id);
      if (job.state === 'COMPLETED') expect([job.result, job.error, told]).toEqual(['finished', null, []]);
      else expect([job.state, job.result, told]).toEqual(['CANCELLED', null, [`${CANCELLED} with the job`]]);
      await cancelled;
      await runner.stop();
    }
  });

  it('ends one whose worker died after it was asked for', async () => {
    const { handler, told, started } = patientHandler('orphaned');
    const { id } = await jobs.enqueue('orphaned', randomUUID());
    await orphan(id, '1 hour');
    expect(await jobs.cancel(id)).toMatchObject({ state: 'RUNNING', finishedAt: null });
    await client.query(`UPDATE jobs SET lease_expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
    startRunner(handler);
    expect(await settled(id)).toMatchObject({ state: 'CANCELLED', attempts: 1 });
    expect(told).toEqual([`${CANCELLED} with the job`]);
    // It was not run again.
    await expect(Promise.race([started, Promise.resolve('never')])).resolves.toBe('never');
  });

  it('ends one whose worker died before, at once', async () => {
    const { id } = await jobs.enqueue('abandoned', randomUUID());
    await orphan(id, '-1 second');
    expect(await jobs.cancel(id)).toMatchObject({ state: 'CANCELLED' });
  });

  it('ends one whose worker stops in order meanwhile, instead of queueing it again', async () => {
    const { handler, started } = patientHandler('stopping');
    const { id } = await jobs.enqueue('stopping', randomUUID());
    const runner = startRunner(handler, randomUUID(), LONG_LEASE_SECONDS);
    await started;
    await client.query('UPDATE jobs SET cancel_requested_at = now() WHERE id = $1', [id]);
    await runner.stop();
    expect(await jobs.get(id)).toMatchObject({ state: 'CANCELLED' });
  });

  it('is refused for what has ended, naming the state, and for kinds that must run', async () => {
    startRunner({ kind: 'quick', run: () => Promise.resolve(null) });
    const { id } = await jobs.enqueue('quick', randomUUID());
    await settled(id);
    await expect(jobs.cancel(id)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: 'the job is completed',
      details: { state: 'COMPLETED' },
    });
    startRunner({ kind: 'bad', run: () => Promise.reject(new Error('no')) });
    const failing = await jobs.enqueue('bad', randomUUID());
    await settled(failing.id);
    await expect(jobs.cancel(failing.id)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      details: { state: 'FAILED' },
    });
    startRunner({ kind: 'must-run', uncancellable: 'for a reason', run: () => Promise.resolve(null) });
    const must = await jobs.enqueue('must-run', randomUUID());
    await expect(jobs.cancel(must.id)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('for a reason'),
    });
    await expect(jobs.cancel(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type pg from 'pg';
import {
  type Job,
  type JobContext,
  type JobHandler,
  type JobsService,
  PURGE_SESSION,
} from '../../src/modules/base/jobs/index.js';
import { JobsRepository } from '../../src/modules/base/jobs/jobs.repository.js';
import { SessionPurge } from '../../src/modules/crawl/sessions/session-purge.js';
import { SessionTablesRepository } from '../../src/modules/crawl/sessions/session-tables.repository.js';
import type { PrismaService } from '../../src/platform/database/index.js';
import { DomainError } from '../../src/platform/errors/index.js';
import { looks } from '../support/looks.js';
import { useJobRunners } from '../support/job-runners.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

type Run = (job: Job, context: JobContext) => Promise<Awaited<ReturnType<JobHandler['run']>>>;

describe('the job runner', () => {
  const bench = useJobRunners();
  const { startRunner, settled } = bench;
  let client: pg.Client;
  let prisma: PrismaService;
  let jobs: JobsService;
  beforeAll(() => ({ client, prisma, jobs } = bench.connections()));

  it('runs what is queued and keeps the answer', async () => {
    const subject = randomUUID();
    const done = await jobs.enqueue('double', subject, { x: 21 });
    startRunner({ kind: 'double', run: (job) => Promise.resolve({ twice: 2 * (job.payload as { x: number }).x }) });
    expect(await settled(done.id)).toMatchObject({
      kind: 'double',
      subjectId: subject,
      state: 'COMPLETED',
      progress: 1,
      result: { twice: 42 },
      error: null,
      attempts: 1,
    });
    // Queued while the runner sleeps: notifications wake it. Its own polling, every 5 s, would take 50 s.
    const before = performance.now();
    for (let n = 0; n < 10; n++) await settled((await jobs.enqueue('double', subject, { x: 1 })).id);
    expect(performance.now() - before).toBeLessThan(25_000);
  });

  it('warns while the database is away, and goes on', async () => {
    const logged: unknown[] = [];
    const note = (level: string) => (fields: object, message: string) => void logged.push([level, fields, message]);
    Logger.overrideLogger({ log: () => undefined, warn: note('warn'), error: note('error') });
    const { claim } = JobsRepository.prototype;
    JobsRepository.prototype.claim = () => {
      JobsRepository.prototype.claim = claim;
      return Promise.reject(Object.assign(new Error("Can't reach database server"), { code: 'P1001' }));
    };
    const { id } = await jobs.enqueue('patient', randomUUID());
    startRunner({ kind: 'patient', run: () => Promise.resolve('done') });
    expect(await settled(id)).toMatchObject({ state: 'COMPLETED' });
    Logger.overrideLogger(false);
    expect(logged).toEqual([['warn', { trouble: 'unreachable' }, 'looking for jobs failed']]);
  });

  it('leaves jobs alone that it has no handler for', async () => {
    const other = await jobs.enqueue('other', randomUUID());
    const known = await jobs.enqueue('known', randomUUID());
    startRunner({ kind: 'known', run: () => Promise.resolve(null) });
    expect((await settled(known.id)).result).toBeNull();
    expect((await jobs.get(other.id)).state).toBe('QUEUED');
  });

  it('queues with the transaction that asks for it, or not at all', async () => {
    const subject = randomUUID();
    const refused = prisma.$transaction(async (transaction) => {
      await jobs.enqueue('double', subject, {}, transaction);
      throw new Error('rolled back');
    });
    await expect(refused).rejects.toThrow('rolled back');
    expect((await jobs.newestBySubject([subject])).size).toBe(0);
  });

  it('fails a job whose handler rejects, once its subject knows', async () => {
    const order: string[] = [];
    const { id } = await jobs.enqueue('bad', randomUUID());
    startRunner({
      kind: 'bad',
      run: () => Promise.reject(new DomainError('INVALID_STATE', 'too few examples')),
      failed: async (job, error) => {
        order.push(`${error} while ${(await jobs.get(job.id)).state}`);
      },
    });
    expect(await settled(id)).toMatchObject({ state: 'FAILED', error: 'too few examples', attempts: 1 });
    expect(order).toEqual(['too few examples while RUNNING']);
  });

  it('keeps the text of unexpected errors to itself', async () => {
    const { id } = await jobs.enqueue('buggy', randomUUID());
    startRunner({ kind: 'buggy', run: () => Promise.reject(new TypeError('password of 10.0.0.7 is undefined')) });
    expect(await settled(id)).toMatchObject({ state: 'FAILED', error: expect.not.stringContaining('10.0.0.7') });
  });

  it('shows progress while it renews the lease', async () => {
    const { id } = await jobs.enqueue('slow', randomUUID());
    let finish = (): void => undefined;
    startRunner({
      kind: 'slow',
      run: async (_job, { progress }) => {
        progress(0.4);
        progress(0.2);
        await new Promise<void>((resolve) => (finish = resolve));
        return null;
      },
    });
    while ((await jobs.get(id)).progress === 0) await sleep(20);
    expect(await jobs.get(id)).toMatchObject({ state: 'RUNNING', progress: 0.4 });
    finish();
    expect((await settled(id)).progress).toBe(1);
  });

  it('takes over a job whose worker died', async () => {
    const { id } = await jobs.enqueue('again', randomUUID());
    await client.query(
      `UPDATE jobs SET status = 'RUNNING', attempts = 1, lease_owner = 'dead', lease_expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    startRunner({ kind: 'again', run: (job) => Promise.resolve({ attempt: job.attempts }) });
    expect(await settled(id)).toMatchObject({ state: 'COMPLETED', result: { attempt: 2 } });
  });

  it('does not touch a job whose worker lives', async () => {
    const { id } = await jobs.enqueue('again', randomUUID());
    await client.query(
      `UPDATE jobs SET status = 'RUNNING', attempts = 1, lease_owner = 'alive', lease_expires_at = now() + interval '1 hour' WHERE id = $1`,
      [id],
    );
    const later = await jobs.enqueue('again', randomUUID());
    startRunner({ kind: 'again', run: () => Promise.resolve(null) });
    await settled(later.id);
    expect(await jobs.get(id)).toMatchObject({ state: 'RUNNING', attempts: 1 });
  });

  it('takes over a job that lost its worker often, but advanced each time', async () => {
    const { id } = await jobs.enqueue('hard', randomUUID());
    let attempt = 0;
    const run: Run = async (job, { signal, progress }) => {
      attempt = job.attempts;
      if (attempt > 4) return attempt;
      progress(attempt / 5);
      await once(signal, 'abort');
      throw new Error('lost');
    };
    startRunner({ kind: 'hard', run });
    const renewed = (): Promise<unknown> => client.query(`SELECT pg_notify('gleaner_jobs', $1)`, [id]);
    for (let died = 1; died <= 4; died++) {
      while (attempt < died || (await jobs.get(id)).progress < died / 5) await Promise.all([renewed(), sleep(20)]);
      await client.query(
        `UPDATE jobs SET lease_owner = 'dead', lease_expires_at = now() - interval '1 second' WHERE id = $1`,
        [id],
      );
      await renewed();
    }
    expect(await settled(id)).toMatchObject({ state: 'COMPLETED', result: 5, attempts: 5 });
  });

  it('removes a deleted session although its worker dies after each piece', async () => {
    const { id, subjectId } = await jobs.enqueue(PURGE_SESSION, randomUUID());
    // Seven pieces of 5 000 rows.
    await client.query(
      `INSERT INTO found_urls (session_id, url_hash, step) SELECT $1, hashint8extended(n, 0), 0 FROM generate_series(1, 34000) n`,
      [subjectId],
    );
    let [killed, stored] = [0, 0];
    class Killed extends SessionTablesRepository {
      override async purgeSome(...given: Parameters<SessionTablesRepository['purgeSome']>) {
        if (given[1].from === null) return super.purgeSome(...given);
        const renewed = () => client.query(`SELECT pg_notify('gleaner_jobs', $1)`, [id]);
        for (const { pause } = looks(); (await jobs.get(id)).progress <= stored; await pause()) await renewed();
        stored = (await jobs.get(id)).progress;
        killed++;
        await client.query(
          `UPDATE jobs SET lease_owner = 'dead', lease_expires_at = now() - interval '1 second' WHERE id = $1`,
          [id],
        );
        await renewed();
        throw new Error('dead');
      }
    }
    const store = { remove: () => Promise.resolve() };
    startRunner(new SessionPurge(new Killed(prisma), store as never, store as never));
    expect(await settled(id)).toMatchObject({ state: 'COMPLETED', attempts: 7, error: null });
    expect(killed).toBe(6);
    expect((await client.query('SELECT FROM found_urls')).rowCount).toBe(0);
  });

  it('gives up a job that lost its worker four times at one place, and notifies its subject', async () => {
    const { id } = await jobs.enqueue('deadly', randomUUID());
    await client.query(
      `UPDATE jobs SET status = 'RUNNING', attempts = 9, stalled_attempts = 4, progress = 0.3, furthest = 0.3, lease_owner = 'dead', lease_expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    const told: string[] = [];
    const run: Run = () => Promise.reject(new Error('must not run'));
    startRunner({ kind: 'deadly', run, failed: (job) => Promise.resolve(void told.push(job.id)) });
    expect((await settled(id)).error).toMatch(/given up after 4 attempts/);
    expect(told).toEqual([id]);
  });

  it('tries persistent jobs again that have failed, once if they killed their workers, but not old ones and others', async () => {
    const ids: string[] = [];
    for (const [kind, attempts, days] of [
      ['persistent', 2, 1],
      ['persistent', 4, 1],
      ['persistent', 1, 31],
      ['usual', 1, 1],
    ] as const) {
      const { id } = await jobs.enqueue(kind, randomUUID());
      await client.query(
        `UPDATE jobs SET status = 'FAILED', error = 'away', attempts = $2, stalled_attempts = $2, finished_at = now(), created_at = now() - $3 * interval '1 day' WHERE id = $1`,
        [id, attempts, days],
      );
      ids.push(id);
    }
    startRunner({ kind: 'persistent', isPersistent: true, run: () => Promise.resolve('done') });
    startRunner({ kind: 'usual', run: () => Promise.resolve('done') });
    for (const id of ids.slice(0, 2)) {
      while ((await jobs.get(id)).state !== 'COMPLETED') await sleep(20);
      expect(await jobs.get(id)).toMatchObject({ result: 'done', error: null, attempts: 1 });
    }
    const { rows } = await client.query<{ n: number }>(
      'SELECT stalled_attempts AS n FROM jobs WHERE id = ANY($1::uuid[])',
      [ids.slice(0, 2)],
    );
    expect(rows.map(({ n }) => n).sort()).toEqual([1, 4]);
    const others = await Promise.all(ids.slice(2).map((id) => jobs.get(id)));
    expect(others.map(({ state }) => state)).toEqual(['FAILED', 'FAILED']);
  });

  it('interrupts a job that another worker took over, and writes nothing of it', async () => {
    const { id } = await jobs.enqueue('stolen', randomUUID());
    let interrupted = false;
    const runner = startRunner({
      kind: 'stolen',
      run: async (_job, { signal }) => {
        await client.query(
          `UPDATE jobs SET lease_owner = 'thief', attempts = attempts + 1, lease_expires_at = now() + interval '1 hour' WHERE id = $1`,
          [id],
        );
        await once(signal, 'abort');
        interrupted = true;
        return { by: 'the first' };
      },
    });
    while (!interrupted) await sleep(20);
    // All of its writes are done when it has stopped.
    await runner.stop();
    expect(await jobs.get(id)).toMatchObject({ state: 'RUNNING', result: null, attempts: 2 });
  });

  it('gives its job back when it stops, without counting the attempt', async () => {
    const { id } = await jobs.enqueue('long', randomUUID());
    const first = startRunner({
      kind: 'long',
      run: async (_job, { signal }) => {
        await once(signal, 'abort');
        throw new Error('interrupted');
      },
    });
    while ((await jobs.get(id)).state !== 'RUNNING') await sleep(10);
    await first.stop();
    expect(await jobs.get(id)).toMatchObject({ state: 'QUEUED', attempts: 0, error: null });
    expect(await prisma.job.findFirst({ where: { id } })).toMatchObject({ stalledAttempts: 0 });
    startRunner({ kind: 'long', run: () => Promise.resolve('done') });
    expect(await settled(id)).toMatchObject({ state: 'COMPLETED', result: 'done', attempts: 1 });
  });

  it('shares a queue among workers, each job run once and one at a time', async () => {
    const queued = await Promise.all(Array.from({ length: 20 }, () => jobs.enqueue('shared', randomUUID())));
    const runs: string[] = [];
    const busy = { a: 0, b: 0, most: 0 };
    const handler = (name: 'a' | 'b'): JobHandler => ({
      kind: 'shared',
      run: async (job) => {
        busy.most = Math.max(busy.most, ++busy[name]);
        runs.push(job.id);
        await sleep(5);
        busy[name]--;
        return name;
      },
    });
    startRunner(handler('a'));
    startRunner(handler('b'));
    const results = await Promise.all(queued.map(({ id }) => settled(id)));
    expect([...runs].sort()).toEqual(queued.map(({ id }) => id).sort());
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['a', 'b']));
    expect(busy.most).toBe(1);
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { type Job, type JobHandler, JobHandlers, JobRunner, JobsService } from '../../src/modules/base/jobs/index.js';
import { JobsRepository } from '../../src/modules/base/jobs/jobs.repository.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { DatabaseEvents, PrismaService } from '../../src/platform/database/index.js';
import { LeaseKeeper } from '../../src/platform/leases/index.js';
import { createTestDatabase, type TestDatabase } from './database.js';

/** A worker's lease in these tests, in seconds: the shortest allowed. */
const LEASE_SECONDS = 2;

interface JobConnections {
  readonly client: pg.Client;
  readonly prisma: PrismaService;
  readonly jobs: JobsService;
}

export interface JobRunners {
  /** From the first `beforeAll` on. */
  connections(): JobConnections;
  /** Starts a worker's runner for one kind of job; it stops after the test. */
  startRunner(handler: JobHandler, workerId?: string, leaseSeconds?: number): JobRunner;
  settled(id: string): Promise<Job>;
}

/** Job runners over the suite's own database, whose jobs are deleted after each test. Call it within `describe`. */
export function useJobRunners(): JobRunners {
  let database: TestDatabase;
  let events: DatabaseEvents;
  let open: JobConnections;
  let runners: JobRunner[] = [];
  const keepers: LeaseKeeper[] = [];
  const handlers = new JobHandlers();

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const prisma = new PrismaService(database.url, loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '8' }));
    events = new DatabaseEvents(database.url);
    open = { client, prisma, jobs: new JobsService(new JobsRepository(prisma), handlers) };
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    runners = [];
    await Promise.all(keepers.splice(0).map((keeper) => keeper.onModuleDestroy()));
    await open.client.query('DELETE FROM jobs');
  });
  afterAll(async () => {
    await events.onModuleDestroy();
    await open.prisma.onApplicationShutdown();
    await open.client.end();
    await database.drop();
  });

  return {
    connections: () => open,
    startRunner: (handler, workerId = randomUUID(), leaseSeconds = LEASE_SECONDS) => {
      const own = new JobHandlers();
      own.register(handler);
      // The API knows the handlers too.
      if (!handlers.find(handler.kind)) handlers.register(handler);
      const config = loadConfig({ WORKER_ID: workerId, LEASE_SECONDS: String(leaseSeconds) });
      const leases = new LeaseKeeper(database.url, config);
      keepers.push(leases);
      const runner = new JobRunner(new JobsRepository(open.prisma), own, events, leases, config);
      runner.start();
      runners.push(runner);
      return runner;
    },
    settled: async (id) => {
      for (;;) {
        const job = await open.jobs.get(id);
        if (job.state !== 'QUEUED' && job.state !== 'RUNNING') return job;
        await sleep(10);
      }
    },
  };
}

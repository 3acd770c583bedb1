import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { openPool, poolConfigOf, type PoolLimits } from './connections.js';
import { type Prisma, PrismaClient } from './generated/client.js';
import { ScopedPool } from './scoped-pool.js';

/** Nest injection token of the connection URL. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/** The settings that bound connections. */
export type DatabaseSettings = Pick<
  AppConfig,
  'DATABASE_POOL_SIZE' | 'ROLE' | 'LEASE_SECONDS' | 'API_QUERY_SECONDS' | 'API_READ_CONNECTIONS'
>;

/** Jobs of a worker read whole topics. */
const JOB_STATEMENT_MS = 300_000;
/** A request that waits for a lock is answered that it is to be tried again; nobody keeps one for so long but by accident. */
const REQUEST_LOCK_MS = 5_000;
const JOB_LOCK_MS = 20_000;
/** Longer than the transactions of jobs may take in all. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** A Prisma client over a pool that can be looked at. */
class PooledPrisma extends PrismaClient implements OnModuleDestroy {
  /** For COPY, cursors and other things Prisma has no words for. Give each client back. */
  readonly pool: pg.Pool;

  constructor(url: string, limits: PoolLimits) {
    const pool = limits.role === 'gleaner_api' ? new ScopedPool(poolConfigOf(url, limits)) : openPool(url, limits);
    super({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
    this.pool = pool;
  }

  /** The rows of a query as the driver gives them: for many rows, at a fraction of the time Prisma takes to convert them. Large integers are strings. */
  async rows<T extends object>({ text, values }: Prisma.Sql): Promise<T[]> {
    return (await this.pool.query<T>({ text, values })).rows;
  }

  async onModuleDestroy(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}

/** The database as commands, jobs and small reads of this process use it, each within its scope (`platform/scope`). Repositories alone use it. */
@Injectable()
export class PrismaService extends PooledPrisma {
  constructor(@Inject(DATABASE_URL) url: string, @Inject(APP_CONFIG) config: DatabaseSettings) {
    const serves = config.ROLE !== 'worker';
    super(url, {
      role: 'gleaner_api',
      name: 'gleaner',
      size: config.DATABASE_POOL_SIZE,
      idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
      statementMs: serves ? 1_000 * config.API_QUERY_SECONDS : JOB_STATEMENT_MS,
      lockMs: serves ? REQUEST_LOCK_MS : JOB_LOCK_MS,
    });
  }
}

/**
 * The database as users read and search it: few connections, so that many heavy queries at once queue for them instead of taking the processor from the
 * crawl, and a time-out for each statement.
 */
@Injectable()
export class ReadingDatabase extends PooledPrisma {
  constructor(@Inject(DATABASE_URL) url: string, @Inject(APP_CONFIG) config: DatabaseSettings) {
    super(url, {
      role: 'gleaner_api',
      name: 'gleaner-read',
      size: config.API_READ_CONNECTIONS,
      lockMs: REQUEST_LOCK_MS,
      idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
      statementMs: 1_000 * config.API_QUERY_SECONDS,
    });
  }
}

/** Share of a lease after which a statement or an open transaction of its holder is ended: a worker that hangs keeps nobody out for longer than its lease. */
const LEASE_SHARE = 2 / 3;
/** Below this a busy machine would end what is under way. */
const LEAST_STATEMENT_MS = 2_000;

/**
 * The database as crawling uses it: connections that never wait for readers, and nothing on them that outlasts a lease. They see all projects: what is read over
 * them belongs to a session that this worker holds.
 */
@Injectable()
export class CrawlDatabase extends PooledPrisma {
  constructor(@Inject(DATABASE_URL) url: string, @Inject(APP_CONFIG) config: DatabaseSettings) {
    const statementMs = Math.max(LEAST_STATEMENT_MS, Math.round(1_000 * config.LEASE_SECONDS * LEASE_SHARE));
    super(url, {
      role: 'gleaner_worker',
      name: 'gleaner-crawl',
      size: config.DATABASE_POOL_SIZE,
      statementMs,
      lockMs: Math.round(statementMs / 2),
      idleInTransactionMs: statementMs,
    });
  }
}

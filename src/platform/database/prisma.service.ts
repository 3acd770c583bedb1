import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { openPool, poolConfigOf, type PoolLimits } from './connections.js';
import { type Prisma, PrismaClient } from './generated/client.js';
import { ScopedPool } from './scoped-pool.js';

/** An open transaction, passed to the repositories that take part in it. */
export type DatabaseTransaction = Prisma.TransactionClient;

/**
 * Options of interactive transactions: Prisma's defaults (2 s for a connection, 5 s for the work) are short for a busy
 * machine, where refusing requests does not help.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 30_000 } as const;

/** Nest injection token of the connection URL. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/** The settings that bound connections. */
export type DatabaseSettings = Pick<
  AppConfig,
  'DATABASE_POOL_SIZE' | 'ROLE' | 'LEASE_SECONDS' | 'API_QUERY_SECONDS' | 'API_READ_CONNECTIONS'
>;

/** A worker's jobs read whole topics. */
const JOB_STATEMENT_MS = 300_000;
/**
 * A request that waits longer for a lock gets an error that says to try again; locks are held this long only by
 * accident.
 */
const REQUEST_LOCK_MS = 5_000;
const JOB_LOCK_MS = 20_000;
/** Longer than any transaction of a job. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** A Prisma client over an accessible pool. */
class PooledPrisma extends PrismaClient implements OnApplicationShutdown {
  /** For COPY, cursors and other features that Prisma lacks. Release each client. */
  readonly pool: pg.Pool;

  constructor(url: string, limits: PoolLimits) {
    const pool = limits.role === 'gleaner_api' ? new ScopedPool(poolConfigOf(url, limits)) : openPool(url, limits);
    super({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
    this.pool = pool;
  }

  /**
   * The rows of a query as the driver returns them: for many rows, in a fraction of Prisma's conversion time. Large
   * integers are strings.
   */
  async rows<T extends object>({ text, values }: Prisma.Sql): Promise<T[]> {
    return (await this.pool.query<T>({ text, values })).rows;
  }

  /** After the server has closed: requests in flight still need the database. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}

/**
 * The database for commands, jobs and small reads of this process, each within its scope (`platform/scope`). Only
 * repositories use it.
 */
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
 * The database for users' reads and searches: few connections, so that heavy concurrent queries queue instead of taking
 * the processor from the crawl, and a time-out for each statement.
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

/**
 * Share of a lease after which its holder's statement or open transaction is ended: a hanging worker blocks others no
 * longer than its lease.
 */
const LEASE_SHARE = 2 / 3;
/** With a shorter limit a busy machine would end healthy statements. */
const LEAST_STATEMENT_MS = 2_000;

/**
 * The database for crawling: connections that never wait for readers, and whose statements do not outlast a lease. They
 * see all projects: they access only sessions that this worker holds.
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

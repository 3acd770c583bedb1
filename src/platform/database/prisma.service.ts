import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { PrismaClient } from './generated/client.js';

/** Nest injection token of the connection URL. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/** How long a query waits for a free connection before it fails; longer means the database is overwhelmed, and the client had better hear of it. */
const CONNECT_TIMEOUT_MS = 15_000;

/** The Prisma client of this process, over a pool that can be looked at. Repositories alone use it. */
@Injectable()
export class PrismaService extends PrismaClient implements OnModuleDestroy {
  /** For COPY, cursors and other things Prisma has no words for. Give each client back. */
  readonly pool: pg.Pool;

  constructor(@Inject(DATABASE_URL) url: string, @Inject(APP_CONFIG) config: Pick<AppConfig, 'DATABASE_POOL_SIZE'>) {
    const pool = new pg.Pool({
      connectionString: url, max: config.DATABASE_POOL_SIZE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'gleaner', keepAlive: true,
    });
    // An idle connection that breaks is replaced at its next use; the query that needs it reports what is wrong then.
    pool.on('error', () => undefined);
    super({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
    this.pool = pool;
  }

  async onModuleDestroy(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}

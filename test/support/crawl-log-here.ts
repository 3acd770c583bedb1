import pg from 'pg';
import { CrawlLogRepository } from '../../src/modules/crawl/crawling/log/crawl-log.repository.js';
import { CrawlSessionsRepository } from '../../src/modules/crawl/crawling/session/crawl-sessions.repository.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { CrawlDatabase } from '../../src/platform/database/index.js';
import { createTestDatabase } from './database.js';
import { textsInDatabase } from './page-texts-here.js';

/** The crawl log over the suite's own database, for this process. */
export interface CrawlLogHere {
  readonly client: pg.Client;
  readonly prisma: CrawlDatabase;
  readonly log: CrawlLogRepository;
  readonly sessions: CrawlSessionsRepository;
  close(): Promise<void>;
}

export async function openCrawlLog(): Promise<CrawlLogHere> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const prisma = new CrawlDatabase(database.url, loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '4' }));
  const close = async (): Promise<void> => {
    await prisma.onApplicationShutdown();
    await client.end();
    await database.drop();
  };
  return {
    client,
    prisma,
    log: new CrawlLogRepository(prisma, textsInDatabase()),
    sessions: new CrawlSessionsRepository(prisma),
    close,
  };
}

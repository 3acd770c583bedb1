import { Module } from '@nestjs/common';
import { FetchingModule } from '../fetching/index.js';
import { ModelsModule } from '../models/index.js';
import { CrawlLogRepository } from './crawl-log.repository.js';
import { CrawlSessionsRepository } from './crawl-sessions.repository.js';
import { CrawlWorker } from './crawl-worker.js';

/** The crawl worker: present in every process, started in those whose role it is. */
@Module({
  imports: [FetchingModule, ModelsModule],
  providers: [CrawlWorker, CrawlSessionsRepository, CrawlLogRepository],
  exports: [CrawlWorker],
})
export class CrawlingModule {}

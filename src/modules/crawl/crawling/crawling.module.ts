import { Module } from '@nestjs/common';
import { ArchiveModule } from '../../base/archive/index.js';
import { FetchingModule } from '../../fetch/fetching/index.js';
import { FleetModule } from '../../fetch/fleet/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { ModelsModule } from '../../topics/models/index.js';
import { SearchEnginesModule } from '../../fetch/search-engines/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { ArchiveSweeper } from './archive-sweeper.js';
import { ArchiveUploadLoop } from './archive-upload-loop.js';
import { ArchivedSessionsRepository } from './archived-sessions.repository.js';
import { CrawlLogRepository } from './crawl-log.repository.js';
import { CrawlMetrics } from './crawl-metrics.js';
import { CrawlSessionsRepository } from './crawl-sessions.repository.js';
import { CrawlWorker } from './crawl-worker.js';
import { ModelSwitchHandler } from './model-switch.handler.js';
import { ModelSwitchRepository } from './model-switch.repository.js';
import { ModelSwitcher } from './model-switcher.js';
import { OutagesRepository } from './outages.repository.js';
import { Patience } from './patience.js';
import { QuotaLoop } from './quota-loop.js';
import { Room } from './room.js';
import { RoomWaitsRepository } from './room-waits.repository.js';

/** The crawl worker: present in every process, started in processes with that role. */
@Module({
  imports: [ArchiveModule, FetchingModule, FleetModule, JobsModule, ModelsModule, SearchEnginesModule, PageTextsModule],
  providers: [
    ArchiveSweeper,
    ArchiveUploadLoop,
    ArchivedSessionsRepository,
    CrawlMetrics,
    CrawlWorker,
    CrawlSessionsRepository,
    CrawlLogRepository,
    ModelSwitcher,
    ModelSwitchHandler,
    ModelSwitchRepository,
    OutagesRepository,
    Patience,
    QuotaLoop,
    Room,
    RoomWaitsRepository,
  ],
  exports: [CrawlWorker],
})
export class CrawlingModule {}

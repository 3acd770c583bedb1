import { Module } from '@nestjs/common';
import { ArchiveModule } from '../../base/archive/index.js';
import { FetchingModule } from '../../fetch/fetching/index.js';
import { FleetModule } from '../../fetch/fleet/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { ModelsModule } from '../../topics/models/index.js';
import { SearchEnginesModule } from '../../fetch/search-engines/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { ArchiveSweeper } from './upkeep/archive-sweeper.js';
import { ArchiveUploadLoop } from './upkeep/archive-upload-loop.js';
import { ArchivedSessionsRepository } from './upkeep/archived-sessions.repository.js';
import { CrawlLogRepository } from './log/crawl-log.repository.js';
import { CrawlMetrics } from './session/crawl-metrics.js';
import { CrawlSessionsRepository } from './session/crawl-sessions.repository.js';
import { CrawlWorker } from './crawl-worker.js';
import { ModelSwitchHandler } from './model-switch/model-switch.handler.js';
import { ModelSwitchRepository } from './model-switch/model-switch.repository.js';
import { ModelSwitcher } from './model-switch/model-switcher.js';
import { OutagesRepository } from './waits/outages.repository.js';
import { Patience } from './waits/patience.js';
import { QuotaLoop } from './upkeep/quota-loop.js';
import { Room } from './waits/room.js';
import { RoomWaitsRepository } from './waits/room-waits.repository.js';

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

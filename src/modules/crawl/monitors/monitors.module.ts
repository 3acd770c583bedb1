import { Module } from '@nestjs/common';
import { SchedulesModule } from '../schedules/index.js';
import { SessionsModule } from '../sessions/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { FeedsController } from './feeds/feeds.controller.js';
import { FeedsService } from './feeds/feeds.service.js';
import './dto/change-event.dto.js';
import './dto/scheduled-monitor.dto.js';
import { MonitorAction } from './monitor-action.js';
import { MonitoredPagesRepository } from './monitored-pages.repository.js';
import { MonitorsController } from './monitors.controller.js';
import { MonitorsRepository } from './monitors.repository.js';
import { MonitorsResolver } from './monitors.resolver.js';
import { MonitorsService } from './monitors.service.js';
import { PageChangesRepository } from './page-changes.repository.js';
import { HousekeepingRepository } from './housekeeping/housekeeping.repository.js';
import { MonitorSweeper } from './housekeeping/monitor-sweeper.js';
import { MonitorRunsRepository } from './runs/monitor-runs.repository.js';
import { MonitorRunsService } from './runs/monitor-runs.service.js';
import { RunComparison } from './runs/run-comparison.js';
import { RunFollower } from './runs/run-follower.js';
import { RunMetrics } from './runs/run-metrics.js';

/** Monitors, which revisit pages. Their follower starts with the application in worker processes. */
@Module({
  imports: [SchedulesModule, SessionsModule, TopicsModule, PageTextsModule],
  controllers: [MonitorsController, FeedsController],
  providers: [
    MonitorsService,
    MonitorsRepository,
    MonitorsResolver,
    MonitoredPagesRepository,
    PageChangesRepository,
    MonitorRunsService,
    MonitorRunsRepository,
    RunComparison,
    RunFollower,
    RunMetrics,
    MonitorAction,
    FeedsService,
    HousekeepingRepository,
    MonitorSweeper,
  ],
  exports: [MonitorsService, MonitorRunsService, RunMetrics],
})
export class MonitorsModule {}

import { Module } from '@nestjs/common';
import { ExperimentsModule } from '../../research/experiments/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { LabellerModule } from '../../topics/labeller/index.js';
import { ModelsModule } from '../../topics/models/index.js';
import { MonitorsModule } from '../../crawl/monitors/index.js';
import { SchedulesModule } from '../../crawl/schedules/index.js';
import { SeedsModule } from '../../topics/seeds/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { SpidersModule } from '../../research/spiders/index.js';
import { StoredExportsModule } from '../../results/stored-exports/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { NodesRepository } from './nodes.repository.js';
import { NodesResolver } from './nodes.resolver.js';
import { NodesService } from './nodes.service.js';

/** Looks up objects of any type by id. */
@Module({
  imports: [
    TopicsModule,
    ModelsModule,
    JobsModule,
    SeedsModule,
    SpidersModule,
    SessionsModule,
    ExperimentsModule,
    LabellerModule,
    SchedulesModule,
    MonitorsModule,
    StoredExportsModule,
    WebhooksModule,
  ],
  providers: [NodesService, NodesRepository, NodesResolver],
})
export class NodesModule {}

import { Module } from '@nestjs/common';
import { ExperimentsModule } from '../experiments/index.js';
import { JobsModule } from '../jobs/index.js';
import { LabellerModule } from '../labeller/index.js';
import { ModelsModule } from '../models/index.js';
import { MonitorsModule } from '../monitors/index.js';
import { SchedulesModule } from '../schedules/index.js';
import { SeedsModule } from '../seeds/index.js';
import { SessionsModule } from '../sessions/index.js';
import { SpidersModule } from '../spiders/index.js';
import { StoredExportsModule } from '../stored-exports/index.js';
import { TopicsModule } from '../topics/index.js';
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

import { Module } from '@nestjs/common';
import { ExperimentsModule } from '../../research/experiments/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { MonitorsModule } from '../../crawl/monitors/index.js';
import { SchedulesModule } from '../../crawl/schedules/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { StoredExportsModule } from '../../results/stored-exports/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { DatabaseFiguresRepository } from './database-figures.repository.js';
import { OperationsController } from './operations.controller.js';
import { OperationsResolver } from './operations.resolver.js';
import { OperationsService } from './operations.service.js';
import { Presence } from './processes/presence.js';
import { ProcessesRepository } from './processes/processes.repository.js';

/** Figures of the whole service for operators. Every process regularly records here that it is running. */
@Module({
  imports: [
    ExperimentsModule,
    JobsModule,
    MonitorsModule,
    SchedulesModule,
    SessionsModule,
    StoredExportsModule,
    WebhooksModule,
  ],
  controllers: [OperationsController],
  providers: [OperationsService, OperationsResolver, DatabaseFiguresRepository, ProcessesRepository, Presence],
})
export class OperationsModule {}

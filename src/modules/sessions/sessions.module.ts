import { Module } from '@nestjs/common';
import { ArchiveModule } from '../archive/index.js';
import { JobsModule } from '../jobs/index.js';
import { ModelsModule } from '../models/index.js';
import { PriorsModule } from '../priors/index.js';
import { TopicsModule } from '../topics/index.js';
import { SeedOutcomesRepository } from './seed-outcomes.repository.js';
import { SessionHistoryService } from './session-history.service.js';
import { SessionProgress } from './session-progress.js';
import { SessionPurge } from './session-purge.js';
import { SessionQueueGauge } from './session-queue-gauge.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsResolver, TopicSessionsResolver } from './sessions.resolver.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [ArchiveModule, JobsModule, TopicsModule, ModelsModule, PriorsModule],
  controllers: [SessionsController],
  providers: [
    SessionsService,
    SessionsRepository,
    SessionHistoryService,
    SeedOutcomesRepository,
    SessionsResolver,
    TopicSessionsResolver,
    SessionProgress,
    SessionPurge,
    SessionQueueGauge,
  ],
  exports: [SessionsService, SessionQueueGauge],
})
export class SessionsModule {}

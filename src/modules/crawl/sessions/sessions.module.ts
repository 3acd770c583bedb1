import { Module } from '@nestjs/common';
import { ArchiveModule } from '../../base/archive/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { ModelsModule } from '../../topics/models/index.js';
import { PriorsModule } from '../priors/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { SeedOutcomesRepository } from './seed-outcomes.repository.js';
import { SessionEventsRepository } from './session-events.repository.js';
import { SessionGuides } from './session-guides.js';
import { SessionHistoryService } from './session-history.service.js';
import { SessionPreparation } from './session-preparation.js';
import { SessionProgress } from './session-progress.js';
import { SessionPurge } from './session-purge.js';
import { SessionQueueGauge } from './session-queue-gauge.js';
import { SessionTablesRepository } from './session-tables.repository.js';
import { SessionsStandingRepository } from './sessions-standing.repository.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsResolver, TopicSessionsResolver } from './sessions.resolver.js';
import { SessionsService } from './sessions.service.js';
import { SessionTemplatesController } from './templates/session-templates.controller.js';
import { SessionTemplatesRepository } from './templates/session-templates.repository.js';
import { SessionTemplatesResolver } from './templates/session-templates.resolver.js';
import { SessionTemplatesService } from './templates/session-templates.service.js';

@Module({
  imports: [ArchiveModule, JobsModule, TopicsModule, ModelsModule, PriorsModule, PageTextsModule],
  controllers: [SessionsController, SessionTemplatesController],
  providers: [
    SessionsService,
    SessionGuides,
    SessionPreparation,
    SessionsRepository,
    SessionsStandingRepository,
    SessionEventsRepository,
    SessionTablesRepository,
    SessionHistoryService,
    SeedOutcomesRepository,
    SessionsResolver,
    TopicSessionsResolver,
    SessionProgress,
    SessionPurge,
    SessionQueueGauge,
    SessionTemplatesRepository,
    SessionTemplatesService,
    SessionTemplatesResolver,
  ],
  exports: [SessionsService, SessionGuides, SessionPreparation, SessionQueueGauge, SessionTemplatesService],
})
export class SessionsModule {}

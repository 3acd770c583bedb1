import { Module } from '@nestjs/common';
import { JobsModule } from '../../base/jobs/index.js';
import { LabellerModule } from '../../topics/labeller/index.js';
import { ModelsModule } from '../../topics/models/index.js';
import { ResultsModule } from '../results/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { LabelQueueRepository } from './label-queue.repository.js';
import { LabellerRunHandler } from './labeller-run.handler.js';
import { LabellerRunsService } from './labeller-runs.service.js';
import { LabelsController } from './labels.controller.js';
import { LabelsResolver } from './labels.resolver.js';
import { LabelsService } from './labels.service.js';
import { PageDocuments } from './page-documents.js';

@Module({
  imports: [JobsModule, LabellerModule, ModelsModule, ResultsModule, SessionsModule, TopicsModule],
  controllers: [LabelsController],
  providers: [
    LabelsService,
    LabelQueueRepository,
    LabelsResolver,
    LabellerRunHandler,
    LabellerRunsService,
    PageDocuments,
  ],
  exports: [PageDocuments],
})
export class LabelsModule {}

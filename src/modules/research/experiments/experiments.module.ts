import { Module } from '@nestjs/common';
import { JobsModule } from '../../base/jobs/index.js';
import { ModelsModule } from '../../topics/models/index.js';
import { PriorsModule } from '../../crawl/priors/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { WebLibraryModule } from '../web-library/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import './dto/experiment-job-result.dto.js';
import { ExperimentHandler } from './experiment.handler.js';
import { ExperimentInput } from './experiment-input.js';
import { ExperimentPolicies } from './experiment-policies.js';
import { ExperimentRequests } from './experiment-requests.js';
import { ExperimentWebs } from './experiment-webs.js';
import { ExperimentsController } from './experiments.controller.js';
import { ExperimentsRepository } from './experiments.repository.js';
import { ExperimentsResolver } from './experiments.resolver.js';
import { ExperimentsService } from './experiments.service.js';
import { StoredGraphsRepository } from './stored-graphs.repository.js';

/** Compares policies on recorded webs, synthetic webs and the pages of sessions. */
@Module({
  imports: [JobsModule, TopicsModule, ModelsModule, PriorsModule, SessionsModule, WebLibraryModule, PageTextsModule],
  controllers: [ExperimentsController],
  providers: [
    ExperimentsService,
    ExperimentsRepository,
    ExperimentsResolver,
    ExperimentInput,
    ExperimentWebs,
    ExperimentPolicies,
    ExperimentRequests,
    ExperimentHandler,
    StoredGraphsRepository,
  ],
  exports: [ExperimentsService],
})
export class ExperimentsModule {}

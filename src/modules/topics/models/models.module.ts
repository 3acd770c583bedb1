import { Module } from '@nestjs/common';
import { FetchingModule } from '../../fetch/fetching/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { LabellerModule } from '../labeller/index.js';
import { TopicsModule } from '../topics/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { ClassifierTraining } from './training/classifier-training.js';
import { ClassifierOutagesRepository } from './classifier/classifier-outages.repository.js';
import { ClassifierVerdictsRepository } from './classifier/classifier-verdicts.repository.js';
import { Classifiers } from './classifier/classifiers.js';
import './dto/model-job-result.dto.js';
import { LoadedModels } from './loaded-models.js';
import { ModelMakingHandler } from './training/model-making.handler.js';
import { ModelsController } from './models.controller.js';
import { ModelsRepository } from './models.repository.js';
import { ComparedSettingResolver, ModelsResolver, TopicModelsResolver } from './models.resolver.js';
import { ModelsService } from './models.service.js';
import { Predecessors } from './training/predecessors.js';
import { ScoringService } from './scoring.service.js';
import { SelfTrainingRepository } from './training/self-training.repository.js';
import { SelfTrainingService } from './training/self-training.service.js';
import { SessionModelsService } from './session-models.service.js';
import { TopicJobsService } from './topic-jobs.service.js';
import { TrainingHandler } from './training/training-handler.js';
import { TrainingService } from './training/training.service.js';
import { WaitingSessionsRepository } from './waiting-sessions.repository.js';

@Module({
  imports: [TopicsModule, JobsModule, FetchingModule, LabellerModule, PageTextsModule],
  controllers: [ModelsController],
  providers: [
    ModelsService,
    ModelsRepository,
    ModelsResolver,
    ComparedSettingResolver,
    TopicModelsResolver,
    LoadedModels,
    Predecessors,
    TopicJobsService,
    TrainingService,
    TrainingHandler,
    ModelMakingHandler,
    SessionModelsService,
    WaitingSessionsRepository,
    ScoringService,
    SelfTrainingRepository,
    SelfTrainingService,
    Classifiers,
    ClassifierOutagesRepository,
    ClassifierTraining,
    ClassifierVerdictsRepository,
  ],
  exports: [ModelsService, SessionModelsService, TrainingService],
})
export class ModelsModule {}

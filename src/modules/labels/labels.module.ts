import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/index.js';
import { ResultsModule } from '../results/index.js';
import { SessionsModule } from '../sessions/index.js';
import { TopicsModule } from '../topics/index.js';
import { LabelQueueRepository } from './label-queue.repository.js';
import { LabelsController } from './labels.controller.js';
import { LabelsResolver } from './labels.resolver.js';
import { LabelsService } from './labels.service.js';

@Module({
  imports: [ModelsModule, ResultsModule, SessionsModule, TopicsModule],
  controllers: [LabelsController],
  providers: [LabelsService, LabelQueueRepository, LabelsResolver],
})
export class LabelsModule {}

import { Module } from '@nestjs/common';
import { TopicsModule } from '../topics/index.js';
import { LabellerBudgetRepository } from './labeller-budget.repository.js';
import { LabellerClient } from './labeller-client.js';
import { LabellerLabelsRepository } from './labeller-labels.repository.js';
import { LabellerController } from './labeller.controller.js';
import { LabellerResolver } from './labeller.resolver.js';
import { LabellerService } from './labeller.service.js';

@Module({
  imports: [TopicsModule],
  controllers: [LabellerController],
  providers: [LabellerBudgetRepository, LabellerClient, LabellerLabelsRepository, LabellerResolver, LabellerService],
  exports: [LabellerBudgetRepository, LabellerClient, LabellerLabelsRepository, LabellerService],
})
export class LabellerModule {}

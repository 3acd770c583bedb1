import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { FetchingModule } from '../fetching/index.js';
import { JobsModule } from '../jobs/index.js';
import { ExampleTexts } from './example-texts.js';
import { ExamplesController } from './examples.controller.js';
import { ExamplesRepository } from './examples.repository.js';
import { ExamplesResolver } from './examples.resolver.js';
import { ExamplesService } from './examples.service.js';
import { acceptJsonLines } from './json-lines.js';
import { KeywordExpansionsService } from './keyword-expansions.service.js';
import { KeywordSetsController } from './keyword-sets.controller.js';
import { KeywordSetsRepository } from './keyword-sets.repository.js';
import { KeywordSetsResolver } from './keyword-sets.resolver.js';
import { KeywordSetsService } from './keyword-sets.service.js';
import { TopicDetailsService } from './topic-details.service.js';
import { TopicsController } from './topics.controller.js';
import { TopicsRepository } from './topics.repository.js';
import { TopicsResolver } from './topics.resolver.js';
import { TopicsService } from './topics.service.js';

@Module({
  imports: [JobsModule, FetchingModule],
  controllers: [TopicsController, KeywordSetsController, ExamplesController],
  providers: [
    TopicsService, TopicDetailsService, TopicsRepository, TopicsResolver,
    KeywordSetsService, KeywordSetsRepository, KeywordSetsResolver, KeywordExpansionsService,
    ExamplesService, ExamplesRepository, ExamplesResolver, ExampleTexts,
  ],
  exports: [TopicsService, KeywordSetsService, ExamplesService, ExampleTexts],
})
export class TopicsModule implements OnModuleInit {
  constructor(private readonly http: HttpAdapterHost) {}

  onModuleInit(): void {
    acceptJsonLines(this.http);
  }
}

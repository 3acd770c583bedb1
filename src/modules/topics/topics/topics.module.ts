import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { FetchingModule } from '../../fetch/fetching/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { ExampleTexts } from './examples/example-texts.js';
import { ExamplesController } from './examples/examples.controller.js';
import { ExamplesRepository } from './examples/examples.repository.js';
import { ExamplesResolver } from './examples/examples.resolver.js';
import { ExamplesService } from './examples/examples.service.js';
import { acceptJsonLines } from './examples/json-lines.js';
import { KeywordCandidatesController } from './keywords/keyword-candidates.controller.js';
import { KeywordCandidatesRepository } from './keywords/keyword-candidates.repository.js';
import { KeywordCandidatesResolver } from './keywords/keyword-candidates.resolver.js';
import { KeywordCandidatesService } from './keywords/keyword-candidates.service.js';
import { KeywordExpansionsService } from './keywords/keyword-expansions.service.js';
import { KeywordSamplesRepository } from './keywords/keyword-samples.repository.js';
import { KeywordSetsController } from './keywords/keyword-sets.controller.js';
import { KeywordSetsRepository } from './keywords/keyword-sets.repository.js';
import { KeywordSetsResolver } from './keywords/keyword-sets.resolver.js';
import { KeywordSetsService } from './keywords/keyword-sets.service.js';
import { KeywordStatisticsService } from './keywords/keyword-statistics.service.js';
import { KeywordSuggestionsService } from './keywords/keyword-suggestions.service.js';
import { TopicDetailsService } from './topic-details.service.js';
import { TopicsController } from './topics.controller.js';
import { TopicsRepository } from './topics.repository.js';
import { TopicsResolver } from './topics.resolver.js';
import { TopicsService } from './topics.service.js';

@Module({
  imports: [JobsModule, FetchingModule, PageTextsModule],
  controllers: [TopicsController, KeywordSetsController, KeywordCandidatesController, ExamplesController],
  providers: [
    TopicsService,
    TopicDetailsService,
    TopicsRepository,
    TopicsResolver,
    KeywordSetsService,
    KeywordSetsRepository,
    KeywordSetsResolver,
    KeywordExpansionsService,
    KeywordCandidatesService,
    KeywordCandidatesRepository,
    KeywordCandidatesResolver,
    KeywordSuggestionsService,
    KeywordStatisticsService,
    KeywordSamplesRepository,
    ExamplesService,
    ExamplesRepository,
    ExamplesResolver,
    ExampleTexts,
  ],
  exports: [TopicsService, KeywordSetsService, KeywordCandidatesService, ExamplesService, ExampleTexts],
})
export class TopicsModule implements OnModuleInit {
  constructor(private readonly http: HttpAdapterHost) {}

  onModuleInit(): void {
    acceptJsonLines(this.http);
  }
}

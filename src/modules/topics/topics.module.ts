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
import { KeywordCandidatesController } from './keyword-candidates.controller.js';
import { KeywordCandidatesRepository } from './keyword-candidates.repository.js';
import { KeywordCandidatesResolver } from './keyword-candidates.resolver.js';
import { KeywordCandidatesService } from './keyword-candidates.service.js';
import { KeywordExpansionsService } from './keyword-expansions.service.js';
import { KeywordSamplesRepository } from './keyword-samples.repository.js';
import { KeywordSetsController } from './keyword-sets.controller.js';
import { KeywordSetsRepository } from './keyword-sets.repository.js';
import { KeywordSetsResolver } from './keyword-sets.resolver.js';
import { KeywordSetsService } from './keyword-sets.service.js';
import { KeywordStatisticsService } from './keyword-statistics.service.js';
import { KeywordSuggestionsService } from './keyword-suggestions.service.js';
import { TopicDetailsService } from './topic-details.service.js';
import { TopicsController } from './topics.controller.js';
import { TopicsRepository } from './topics.repository.js';
import { TopicsResolver } from './topics.resolver.js';
import { TopicsService } from './topics.service.js';

@Module({
  imports: [JobsModule, FetchingModule],
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

import { Module } from '@nestjs/common';
import { FetchingModule } from '../../fetch/fetching/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { SearchEnginesModule } from '../../fetch/search-engines/index.js';
import { TopicsModule } from '../topics/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { SeedCandidatesRepository } from './seed-candidates.repository.js';
import { SeedCandidatesService } from './seed-candidates.service.js';
import { SeedFinder } from './seed-finder.js';
import { SeedJudge } from './seed-judge.js';
import { SeedSuggestionsService } from './seed-suggestions.service.js';
import { SeedsController } from './seeds.controller.js';
import { SeedsResolver } from './seeds.resolver.js';
import { StoredEvidenceRepository } from './stored-evidence.repository.js';

@Module({
  imports: [FetchingModule, JobsModule, SearchEnginesModule, TopicsModule, PageTextsModule],
  controllers: [SeedsController],
  providers: [
    SeedCandidatesRepository,
    SeedCandidatesService,
    SeedFinder,
    SeedJudge,
    SeedSuggestionsService,
    SeedsResolver,
    StoredEvidenceRepository,
  ],
  exports: [SeedCandidatesService],
})
export class SeedsModule {}

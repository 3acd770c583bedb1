import { Module } from '@nestjs/common';
import { ArchiveModule } from '../../base/archive/index.js';
import { FetchingModule } from '../../fetch/fetching/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { LabelsModule } from '../labels/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { ResultsModule } from '../results/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { CollectedDomainsRepository } from './collected-domains.repository.js';
import { CollectedPagesRepository } from './collected-pages.repository.js';
import { CollectionPiecesRepository } from './collection-pieces.repository.js';
import { CollectionRebuild } from './collection-rebuild.js';
import { CollectionArchive } from './collection-archive.js';
import { CollectionArchivesRepository } from './collection-archives.repository.js';
import { CollectionExports } from './collection-exports.js';
import { CollectionExportsController } from './collection-exports.controller.js';
import { CollectionFeeds } from './collection-feeds.js';
import { CollectionFeedsController } from './collection-feeds.controller.js';
import { CollectionUpkeep } from './collection-upkeep.js';
import { CollectionsController } from './collections.controller.js';
import { CollectedDomainResolver, CollectedPageResolver, TopicCollectionResolver } from './collections.resolver.js';
import { CollectionsService } from './collections.service.js';
import './dto/news-events.dto.js';
import { DomainProfilesRepository } from './domain-profiles.repository.js';
import { DomainProfilesService } from './domain-profiles.service.js';
import { GatheringService } from './gathering.service.js';
import { HomePages } from './home-pages.js';
import { SharedController } from './shares/shared.controller.js';
import { SharesController } from './shares/shares.controller.js';
import { SharesRepository } from './shares/shares.repository.js';
import { SharesResolver } from './shares/shares.resolver.js';
import { SharesService } from './shares/shares.service.js';
import { RemarksRepository } from './remarks.repository.js';
import { RemarksService } from './remarks.service.js';

@Module({
  imports: [
    ArchiveModule,
    FetchingModule,
    JobsModule,
    LabelsModule,
    PageTextsModule,
    ResultsModule,
    SessionsModule,
    TopicsModule,
  ],
  controllers: [
    CollectionExportsController,
    CollectionFeedsController,
    CollectionsController,
    SharedController,
    SharesController,
  ],
  providers: [
    CollectedDomainResolver,
    CollectedDomainsRepository,
    CollectedPagesRepository,
    CollectedPageResolver,
    CollectionPiecesRepository,
    CollectionRebuild,
    CollectionUpkeep,
    CollectionArchive,
    CollectionArchivesRepository,
    CollectionExports,
    CollectionFeeds,
    CollectionsService,
    DomainProfilesRepository,
    DomainProfilesService,
    GatheringService,
    HomePages,
    RemarksRepository,
    RemarksService,
    SharesRepository,
    SharesResolver,
    SharesService,
    TopicCollectionResolver,
  ],
  exports: [CollectionExports, CollectionsService],
})
export class CollectionsModule {}

import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/index.js';
import { LabelsModule } from '../labels/index.js';
import { PageTextsModule } from '../page-texts/index.js';
import { ResultsModule } from '../results/index.js';
import { SessionsModule } from '../sessions/index.js';
import { TopicsModule } from '../topics/index.js';
import { CollectedDomainsRepository } from './collected-domains.repository.js';
import { CollectedPagesRepository } from './collected-pages.repository.js';
import { CollectionPiecesRepository } from './collection-pieces.repository.js';
import { CollectionRebuild } from './collection-rebuild.js';
import { CollectionExports } from './collection-exports.js';
import { CollectionExportsController } from './collection-exports.controller.js';
import { CollectionUpkeep } from './collection-upkeep.js';
import { CollectionsController } from './collections.controller.js';
import { CollectedPageResolver, TopicCollectionResolver } from './collections.resolver.js';
import { CollectionsService } from './collections.service.js';
import { GatheringService } from './gathering.service.js';
import { RemarksRepository } from './remarks.repository.js';
import { RemarksService } from './remarks.service.js';

@Module({
  imports: [JobsModule, LabelsModule, PageTextsModule, ResultsModule, SessionsModule, TopicsModule],
  controllers: [CollectionExportsController, CollectionsController],
  providers: [
    CollectedDomainsRepository,
    CollectedPagesRepository,
    CollectedPageResolver,
    CollectionPiecesRepository,
    CollectionRebuild,
    CollectionUpkeep,
    CollectionExports,
    CollectionsService,
    GatheringService,
    RemarksRepository,
    RemarksService,
    TopicCollectionResolver,
  ],
})
export class CollectionsModule {}
